import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { bounded } from "../support/timeouts.ts";
import { dataFolder } from "../support/data-folder.ts";
import { portToKeep } from "../support/free-ports.ts";
import { Peer } from "../support/peer.ts";
import { firstTokenOf, type Running, serveProgram, startProgram } from "../support/program.ts";
import { mayUse } from "../support/programs.ts";
import { temporaryFolder } from "../support/service.ts";
import { serveOnTerminal } from "../support/terminal.ts";
import { runInProcess } from "../support/run-command.ts";

const firstStart = async (
  t: TestContext,
  data: string,
  until?: RegExp,
): Promise<Running & { port: number }> => {
  const running = startProgram(t, ["serve", "--port", "0", "--data", data, "--log-level", "trace"]);
  if (until === undefined) await firstTokenOf(running);
  else await running.printed(until);
  return { ...running, port: Number(/listens at \S+:(\d+)\n/.exec(running.out())?.[1]) };
};

const stop = async (running: Running): Promise<void> => {
  running.child.kill("SIGTERM");
  assert.deepEqual(await running.ended, { code: 0, signal: null });
};

const health = async (port: number): Promise<unknown> => {
  const response = await fetch(`http://127.0.0.1:${port}/healthz`);
  return response.json();
};

test(
  "AUTH-2, AUTH-21, GUEST-12: a first start whose output is no terminal puts an administrator's token into a file of its owner, which is removed once it has been used",
  bounded,
  async (t) => {
    const data = await temporaryFolder(t);
    const file = join(data, "first-token");
    const first = await firstStart(t, data);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    const token = (await readFile(file, "utf8")).trim();
    assert(token.length >= 43);
    await first.printed(JSON.stringify(file), "err");
    await stop(first);
    const again = await firstStart(t, data, /until it has been used:\n.*\n/);
    assert(again.out().includes(`used:\n  ${file}\n`), "a later start says where it is, too");
    assert.equal((await readFile(file, "utf8")).trim(), token, "it stays until it has been used");
    const peer = await Peer.login(t, again.port, token);
    await again.printed(/the file of the first token is removed/, "err");
    assert(!existsSync(file));
    assert.equal(await peer.save({ rooms: [] }), 1);
    await stop(again);
    for (const run of [first, again])
      assert(
        !`${run.err()}${run.out()}`.includes(token),
        "the token is not in the log, not even at its most verbose, and not printed",
      );
    assert.match(again.err(), /"user":"admin"/, "although the login is");
    const users = await readFile(join(data, "users.json"), "utf8");
    assert(!users.includes(token), "and it is not kept");

    const second = await serveProgram(t, data);
    await Peer.login(t, second.port, token);
    await stop(second);
    assert.doesNotMatch(second.out(), /[Tt]oken/, "a later start makes and prints none");
    assert.equal(await readFile(join(data, "users.json"), "utf8"), users);
  },
);

test(
  "GUEST-12: the file of a first token goes when the token is revoked, and where it is none any more at a start",
  bounded,
  async (t) => {
    const data = await temporaryFolder(t);
    const file = join(data, "first-token");
    const first = await firstStart(t, data);
    assert.equal((await runInProcess(["token", "revoke", "admin", "--data", data])).code, 0);
    await first.printed(/the file of the first token is removed/, "err");
    assert(!existsSync(file));
    await stop(first);
    await writeFile(file, "left-by-nobody", { mode: 0o600 });
    await runInProcess(["token", "create", "me", "--admin", "--data", data]);
    const again = await firstStart(t, data, /none yet/);
    await again.printed(/the file of the first token is removed/, "err");
    assert(!existsSync(file));
    await stop(again);
  },
);

test(
  "GUEST-12: where the file of a first token cannot be written the start is refused, and there is no token",
  bounded,
  async (t) => {
    const data = await temporaryFolder(t);
    await mkdir(join(data, "first-token"));
    const refused = startProgram(t, ["serve", "--port", "0", "--data", data]);
    assert.equal((await refused.ended).code, 1);
    assert.match(refused.err(), /"reason":"the first token cannot be written to [^"]+: EISDIR/);
    assert.doesNotMatch(refused.out(), /token has been used/);
    assert(!existsSync(join(data, "users.json")));
  },
);

test(
  "AUTH-2, PAGE-6: a first start on a terminal prints an administrator's token once, with an address that signs in, and keeps no file of it",
  bounded,
  async (t) => {
    if (!mayUse(t, "script")) return;
    const data = await temporaryFolder(t);
    const log = join(await temporaryFolder(t), "log");
    const terminal = serveOnTerminal(t, `--data "${data}"`, `2>"${log}"`);
    await terminal.shows((text) => / watch .*\n/.test(text));
    const shown = terminal.shown();
    const port = Number(/listens at \S+:(\d+)\n/.exec(shown)?.[1]);
    const token = /once:\n {2}(\S{43})\n/.exec(shown)?.[1];
    assert(token !== undefined, shown);
    const [, url, code] = /\n {2}(http:\S+)\/#code=(\S{43})\n/.exec(shown) ?? [];
    assert.equal(url, `http://127.0.0.1:${port}`, "an address that signs in by itself");
    assert(!shown.includes(`#token=${token}`), "no address has the token");
    const opening = { method: "POST", body: JSON.stringify({ code, nonce: "n".repeat(22) }) };
    const opened = Object(await (await fetch(`${url}/auth/link`, opening)).json());
    const browser = await Peer.login(t, port, String(opened.token));
    const user = Object(await browser.result("auth/current_user"));
    assert.deepEqual([user.name, user.is_admin], ["first browser", true]);
    assert(!existsSync(join(data, "first-token")));
    const peer = await Peer.login(t, port, token);
    assert.equal(await peer.save({ rooms: [] }), 1);
    // What a person types to end it.
    terminal.type("\u0003");
    assert.deepEqual(await terminal.ended, [0, null]);
    const logged = await readFile(log, "utf8");
    for (const secret of [token, code ?? "", String(opened.token)])
      assert(!logged.includes(secret), "it is not in the log");
  },
);

/** The words of a command, as a shell takes them. */
const wordsOf = (command: string): readonly string[] =>
  execFileSync("/bin/sh", ["-c", `printf '%s\\n' ${command}`], { encoding: "utf8" })
    .trim()
    .split("\n");

test(
  "AUTH-21: until somebody has signed in each start prints the command that makes an administrator's link or token of its home, and then none does",
  bounded,
  async (t) => {
    if (!mayUse(t, "script")) return;
    const data = join(await temporaryFolder(t), "Anna's home");
    const first = serveOnTerminal(t, `--data "${data}"`, "2>/dev/null");
    await first.shows((text) => / watch .*\n/.test(text));
    assert.doesNotMatch(first.shown(), /token create/);
    first.type("\u0003");
    assert.deepEqual(await first.ended, [0, null]);

    const words =
      /No token has been used yet[^\n]*\n {2}\S.* (token create NAME --admin --control --positions .*)\n/;
    const second = await serveProgram(t, data);
    await second.printed(words);
    const [, command = ""] = words.exec(second.out()) ?? [];
    const link = await runInProcess(wordsOf(command.replace("NAME", "browser")));
    assert(link.out.startsWith(`${second.url}/#code=`), link.err);
    const ofToken = command.replace("NAME", "me").replace(/--link \S+ /, "");
    const made = await runInProcess(wordsOf(ofToken));
    assert.equal(made.code, 0, made.err);
    await stop(second);
    const third = await serveProgram(t, data);
    await third.printed(words);
    const peer = await Peer.login(t, third.port, made.out.trim());
    assert.equal(await peer.save({ rooms: [] }), 1, "it is an administrator's");
    await stop(third);
    const fourth = await serveProgram(t, data);
    await stop(fourth);
    assert.doesNotMatch(fourth.out(), /[Tt]oken/);
  },
);

test(
  "AUTH-2, CLI-3: a start with users makes no token, and prints where it is when it is ready",
  bounded,
  async (t) => {
    const { data } = await dataFolder(t);
    const users = await readFile(join(data, "users.json"), "utf8");
    const port = await portToKeep();
    const one = await serveProgram(t, data, ["--port", String(port)]);
    assert.deepEqual(await health(one.port), { status: "ready", rev: 0 });
    assert(one.out().includes(`listens at http://127.0.0.1:${one.port}\n`), one.out());
    assert(one.out().includes(data), one.out());

    // Port 0 takes any free port, so that two services get along.
    const [other, third] = [
      await serveProgram(t, (await dataFolder(t)).data),
      await serveProgram(t, (await dataFolder(t)).data),
    ];
    assert.notEqual(other.port, third.port);
    await Promise.all([stop(one), stop(other), stop(third)]);
    assert.doesNotMatch(one.out(), /[\w-]{43}|first-token/);
    assert.equal(await readFile(join(data, "users.json"), "utf8"), users);
    for (const text of one.out().split("\n")) assert.doesNotMatch(text, /^\{/, "no log in between");

    // The port is free again, and a given one is taken.
    const again = startProgram(t, ["serve", "--port", String(one.port), "--data", data]);
    await again.printed(`listens at http://127.0.0.1:${one.port}\n`);
    await stop(again);
  },
);

test(
  "CLI-2: a setting comes from the environment, and an option wins over it",
  bounded,
  async (t) => {
    const { data, admin } = await dataFolder(t);
    const running = startProgram(t, ["serve", "--domain", "second"], {
      FLOORPLAN_PORT: "0",
      FLOORPLAN_DATA: data,
      FLOORPLAN_DOMAIN: "first",
      FLOORPLAN_PLAN_BYTES: "2000",
    });
    await running.printed(/plan {6}\S.*\n/);
    assert(running.out().includes(data));
    const port = Number(/listens at \S+:(\d+)\n/.exec(running.out())?.[1]);
    const peer = await Peer.login(t, port, admin);
    assert.deepEqual(await peer.result("second/plan/get"), {});
    assert.equal((await peer.error("first/plan/get")).code, "unknown_command");
    const { message } = await peer.error("second/plan/save", { plan: { text: "x".repeat(2000) } });
    assert.match(message, /plan-bytes, 2000/);
    await stop(running);
  },
);

test(
  "CLI-2: a port that is taken ends the start with 1 and a reason that names it",
  bounded,
  async (t) => {
    const { port } = await serveProgram(t, (await dataFolder(t)).data);
    const { data } = await dataFolder(t);
    const late = startProgram(t, ["serve", "--port", String(port), "--data", data]);
    assert.deepEqual(await late.ended, { code: 1, signal: null });
    assert(late.err().includes(`port ${port}`), late.err());
    assert.equal(late.out(), "");
  },
);
