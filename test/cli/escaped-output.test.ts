import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { runCommand } from "../../src/cli/run-command.ts";
import type { CliCommand } from "../../src/cli/cli-command.ts";
import { escapeJsonForTerminal, table } from "../../src/cli/terminal.ts";
import { bounded } from "../support/timeouts.ts";
import { clientOf } from "../support/data-folder.ts";
import { Peer } from "../support/peer.ts";
import { serveProgram } from "../support/program.ts";
import { mayUse } from "../support/programs.ts";
import { startTestService, temporaryFolder } from "../support/service.ts";
import { serveOnTerminal } from "../support/terminal.ts";
import { runInProcess } from "../support/run-command.ts";

/** What a terminal obeys (CSI and OSC of 8 bits, a bell, an escape) and what turns text around. */
const hostile = "a\u009b2J\u009d0;b\u0007\u001b[31m\u007f\u202e\u2066\u200f\u2028c";
const raw = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u;

/** Asserts that nothing in an output but ends of lines is for a terminal to obey. */
const isHarmless = (out: string): void => assert.doesNotMatch(out.replaceAll("\n", ""), raw);

test(
  "CLI-24: plans, their history and what an audit keeps are printed as JSON of the same value, with nothing that a terminal obeys",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const environment = clientOf(service.url, service.admin);
    const peer = await Peer.login(t, service.port, service.admin);
    const rooms = [{ id: "a", name: hostile }];
    await peer.save({ rooms });
    await peer.save({ rooms, family: "👨\u200d👩\u200d👧" });
    for (const [args, expected] of [
      [["get"], { rooms, family: "👨\u200d👩\u200d👧", rev: 2 }],
      [["history", "1"], { rooms, rev: 1 }],
    ] as const) {
      const { code, out } = await runInProcess(args, environment);
      assert.equal(code, 0);
      isHarmless(out);
      assert.deepEqual(JSON.parse(out), expected);
    }
    const data = await temporaryFolder(t);
    const line = { time: new Date().toISOString(), what: "saved", user: hostile };
    await mkdir(join(data, "audit"));
    const text = JSON.stringify(line).replace("\u2028", "\\u2028");
    await writeFile(join(data, "audit", "audit-00000001.jsonl"), `${text}\n`);
    const kept = await runInProcess(["audit", "--json", "--data", data]);
    assert.equal(kept.code, 0, kept.err);
    isHarmless(kept.out);
    assert.deepEqual(JSON.parse(kept.out), line);
  },
);

test("CLI-24: whatever a command prints, on either output, reaches no terminal as something to obey; a table keeps a line for each row", async () => {
  const printed: string[] = [];
  const print: CliCommand = {
    words: "print",
    summary: "",
    options: [],
    run: ({ out, err }) => {
      out(`${hostile}\n\tb`);
      err(hostile);
      for (const row of table([["NAME"], [`x\ny\u009b2J`]])) out(row);
      return 0;
    },
  };
  const take = (line: string): void => void printed.push(line);
  const terminal = { out: take, err: take, version: "0", environment: {} };
  await runCommand([print], ["print"], terminal);
  const safe = "a\\u009b2J\\u009d0;b\\u0007\\u001b[31m\\u007f\\u202e\\u2066\\u200f\\u2028c";
  assert.deepEqual(printed, [`${safe}\n\tb`, safe, "NAME", "x\\u000ay\\u009b2J"]);
});

test("CLI-24: the texts of a line of JSON hold nothing to obey when they are decoded, and else what they held", () => {
  for (const text of [
    hostile,
    "\r\b\f",
    "\\u001b\\\u001b\\\\",
    'a "b" \ud83d\ude00 \ud800',
    "\n\tat x",
  ]) {
    const line = JSON.stringify({ [text]: [text] });
    const decoded = String(Object.keys(JSON.parse(escapeJsonForTerminal(line)))[0]);
    assert.doesNotMatch(decoded.replaceAll(/[\n\t]/g, ""), raw);
    const isPlain = !raw.test(text.replaceAll(/[\n\t]/g, ""));
    assert.equal(decoded === text, isPlain, JSON.stringify(text));
  }
});

/** Asks for a page of a host whose name begins a command of a terminal. */
const askForHostile = async (port: number): Promise<void> => {
  const socket = connect(port, "127.0.0.1").resume();
  socket.end(
    Buffer.from("GET / HTTP/1.1\r\nHost: evil\u009b31m\r\nConnection: close\r\n\r\n", "latin1"),
  );
  await once(socket, "close");
};

test(
  "CLI-24: what strangers bring into the log of a service is not obeyed by a terminal, now or when the log is read",
  bounded,
  async (t) => {
    if (!mayUse(t, "script")) return;
    const running = await serveProgram(t, await temporaryFolder(t));
    await askForHostile(running.port);
    await running.printed("another host", "err");
    assert(running.err().includes('"evil\\u009b31m"'), running.err());
    isHarmless(running.err());
    const terminal = serveOnTerminal(t, `--data "${await temporaryFolder(t)}"`);
    await terminal.shows((shown) => /listens at \S+:\d+\n/.test(shown));
    await askForHostile(Number(/listens at \S+:(\d+)\n/.exec(terminal.shown())?.[1]));
    await terminal.shows((shown) => shown.includes("another host"));
    await terminal.shows((shown) => shown.includes("evil\\u009b31m"));
    assert.doesNotMatch(terminal.raw(), /[\u0080-\u009f]/);
  },
);
