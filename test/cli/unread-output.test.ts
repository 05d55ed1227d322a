import assert from "node:assert/strict";
import { type ChildProcess, execFileSync, spawn, type StdioOptions } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, openSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { bounded } from "../support/timeouts.ts";
import { dataFolder } from "../support/data-folder.ts";
import { Peer } from "../support/peer.ts";
import { numberedPlan } from "../support/plans.ts";
import { builtProgram, type Ended } from "../support/program.ts";
import { mayUse } from "../support/programs.ts";
import { serveOnTerminal } from "../support/terminal.ts";

const { O_RDWR, O_WRONLY, O_NONBLOCK } = constants;

/** A pipe with nothing in it, or full to the last byte; its descriptor reads and writes without blocking. */
const makePipe = (t: TestContext, folder: string, isFull: boolean) => {
  const path = join(folder, "pipe");
  execFileSync("mkfifo", [path]);
  const pipe = openSync(path, O_RDWR | O_NONBLOCK);
  let isOpen = true;
  const close = (): void => {
    if (isOpen) closeSync(pipe);
    isOpen = false;
  };
  t.after(close);
  // What programs are given blocks, as it does when a shell opens it.
  const end = openSync(path, O_WRONLY);
  t.after(() => closeSync(end));
  const filling = Buffer.alloc(4096, "-");
  const each = (work: () => number): void => {
    try {
      while (work() > 0);
    } catch (error) {
      assert(error instanceof Error && "code" in error && error.code === "EAGAIN");
    }
  };
  if (isFull) each(() => writeSync(pipe, filling));
  /** Everything that is in it now. */
  const read = (): string => {
    const pieces: Buffer[] = [];
    each(() => {
      const piece = Buffer.alloc(65_536);
      const length = readSync(pipe, piece);
      pieces.push(piece.subarray(0, length));
      return length;
    });
    return Buffer.concat(pieces).toString();
  };
  return { end, read, close };
};

/** A service whose outputs a test chooses, and which tells its port at one of them. */
const serveInto = async (t: TestContext, data: string, stdio: StdioOptions) => {
  const options = ["serve", "--port", "0", "--data", data];
  const child = spawn(process.execPath, [builtProgram, ...options], { stdio });
  const ended = once(child, "exit").then(([code, signal]): Ended => ({ code, signal }));
  t.after(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  const port = new Promise<number>((resolve, reject) => {
    let text = "";
    const read = (chunk: Buffer): void => {
      text += chunk.toString();
      const told = /(?:"port":|listens at http:\/\/[^:]+:)(\d+)/.exec(text)?.[1];
      if (told === undefined) return;
      child.stdout?.off("data", read).pause();
      child.stderr?.off("data", read).pause();
      resolve(Number(told));
    };
    (child.stdout ?? child.stderr)?.on("data", read);
    void ended.then(() => reject(new Error(`the service ended: ${text}`)));
  });
  return { child, ended, port: await port };
};

/** Makes a log of so many connections, a hundred at a time. */
const crowd = async (t: TestContext, port: number, token: string, count: number): Promise<void> => {
  for (let done = 0; done < count; done += 100) {
    const peers = await Promise.all(Array.from({ length: 100 }, () => Peer.login(t, port, token)));
    for (const peer of peers) peer.ws.close(1000, "a word of goodbye that makes the log longer");
    await Promise.all(peers.map((peer) => peer.closed));
  }
};

const goesOn = async (t: TestContext, port: number, token: string): Promise<void> => {
  const peer = await Peer.login(t, port, token);
  assert.equal(await peer.save(numberedPlan(1)), 1);
  peer.ws.terminate();
};

const endsWell = async ({ child, ended }: { child: ChildProcess; ended: Promise<Ended> }) => {
  child.kill("SIGTERM");
  assert.deepEqual(await ended, { code: 0, signal: null });
};

test(
  "OPS-8, OPS-9: a log on a pipe that nobody reads stops nothing, and says later what was lost",
  bounded,
  async (t) => {
    const { data, admin } = await dataFolder(t);
    const pipe = makePipe(t, data, true);
    const served = await serveInto(t, data, ["ignore", "pipe", pipe.end]);
    await crowd(t, served.port, admin, 500);
    await goesOn(t, served.port, admin);
    let text = "";
    while (!text.includes('"lost"') || !text.endsWith("\n")) {
      text += pipe.read();
      await turn();
    }
    const lines = text.replace(/^-*/, "").trimEnd().split("\n");
    const log = lines.map((line): Readonly<Record<string, unknown>> => JSON.parse(line));
    assert.equal(log[0]?.["msg"], "listening", "what was held comes first, and whole");
    assert(Number(log.find((line) => "lost" in line)?.["lost"]) > 100);
    await crowd(t, served.port, admin, 100);
    // And the log goes on.
    for (let more = ""; !more.includes('"a user connected"'); more += pipe.read()) await turn();
    await endsWell(served);
  },
);

test(
  "OPS-8: neither output stops the service when it is a socket that nobody reads",
  bounded,
  async (t) => {
    const { data, admin } = await dataFolder(t);
    const served = await serveInto(t, data, ["ignore", "pipe", "pipe"]);
    await crowd(t, served.port, admin, 500);
    await goesOn(t, served.port, admin);
    await endsWell(served);
  },
);

test("OPS-8: outputs whose readers went away end nothing", bounded, async (t) => {
  const { data, admin } = await dataFolder(t);
  const served = await serveInto(t, data, ["ignore", "pipe", "pipe"]);
  served.child.stdout?.destroy();
  served.child.stderr?.destroy();
  await goesOn(t, served.port, admin);
  await endsWell(served);
});

test("OPS-8: a log on a full disk ends nothing", bounded, async (t) => {
  const { data, admin } = await dataFolder(t);
  const full = openSync("/dev/full", "w");
  t.after(() => closeSync(full));
  const served = await serveInto(t, data, ["ignore", "pipe", full]);
  await goesOn(t, served.port, admin);
  const refused = spawn(process.execPath, [builtProgram, "serve", "--data", data], {
    stdio: ["ignore", full, full],
  });
  assert.deepEqual(await once(refused, "exit"), [1, null], "a refused start still ends with 1");
  await endsWell(served);
});

test(
  "OPS-8: a standard output that takes nothing, full or unread, ends or stops nothing",
  bounded,
  async (t) => {
    const full = openSync("/dev/full", "w");
    t.after(() => closeSync(full));
    for (const isPipe of [true, false]) {
      const { data, admin } = await dataFolder(t);
      const output = isPipe ? makePipe(t, data, true).end : full;
      const served = await serveInto(t, data, ["ignore", output, "pipe"]);
      await goesOn(t, served.port, admin);
      await endsWell(served);
    }
  },
);

test(
  "OPS-8: a terminal that is stopped with Ctrl-S stops nothing, and shows the log after Ctrl-Q",
  bounded,
  async (t) => {
    if (!mayUse(t, "script")) return;
    const { data, admin } = await dataFolder(t);
    const terminal = serveOnTerminal(t, `--data "${data}"`);
    const goodbyes = (shown = terminal.shown()): number => shown.split("goodbye").length - 1;
    await terminal.shows((shown) => /listens at \S+:\d+\n/.test(shown));
    const port = Number(/listens at \S+:(\d+)\n/.exec(terminal.shown())?.[1]);
    terminal.type("\u0013");
    await crowd(t, port, admin, 100);
    await goesOn(t, port, admin);
    assert(goodbyes() < 100, "it is stopped");
    terminal.type("\u0011");
    await terminal.shows((shown) => goodbyes(shown) === 100);
    terminal.type("\u0003");
    assert.deepEqual(await terminal.ended, [0, null]);
  },
);
