import assert from "node:assert/strict";
import { test } from "node:test";
import { bounded } from "../support/timeouts.ts";
import { dataFolder } from "../support/data-folder.ts";
import { Peer } from "../support/peer.ts";
import { serveProgram } from "../support/program.ts";
import { mayUse } from "../support/programs.ts";
import { serveOnTerminal } from "../support/terminal.ts";

/** A line of the log, as a machine reads it. */
interface Line {
  readonly level: number;
  readonly time: number;
  readonly msg: string;
  readonly connection?: number;
  readonly address?: string;
  readonly user?: string;
}

test(
  "OPS-4: the log is JSON lines on the error output, with number, address and user of a connection",
  bounded,
  async (t) => {
    const { data, admin, viewer } = await dataFolder(t);
    const served = await serveProgram(t, data);
    const stranger = await Peer.open(t, served.port);
    stranger.send({ type: "auth", access_token: "wrong" });
    await stranger.closed;
    await Peer.login(t, served.port, admin);
    const wall = await Peer.login(t, served.port, viewer);
    wall.ws.close(1000, "bye");
    await served.printed(/"bye"/, "err");
    served.child.kill("SIGTERM");
    await served.ended;

    assert.doesNotMatch(served.out(), /"msg"|"level"/, "none of it is on the standard output");
    const lines = served.err().trimEnd().split("\n");
    const log = lines.map((text): Line => JSON.parse(text));
    for (const { level, time, msg } of log) {
      assert.deepEqual([typeof level, typeof time, typeof msg], ["number", "number", "string"]);
    }
    const about = log.filter(({ address }) => address !== undefined);
    for (const line of about) {
      assert.equal(line.address, "127.0.0.1");
      assert.equal(typeof line.connection, "number", `${line.msg}: which connection?`);
    }
    const of = (number: number): readonly Line[] =>
      about.filter((line) => line.connection === number);
    assert(of(1).length >= 2 && of(1).every((line) => line.user === undefined));
    assert(of(1).some(({ msg }) => msg.includes("login failed")));
    for (const [number, name] of [
      [2, "admin"],
      [3, "wall"],
    ] as const)
      assert(of(number).length >= 2 && of(number).every(({ user }) => user === name), name);
  },
);

test("OPS-4: the log is one readable line each on a terminal", bounded, async (t) => {
  if (!mayUse(t, "script")) return;
  const { data, admin } = await dataFolder(t);
  const terminal = serveOnTerminal(t, `--data "${data}"`, ">/dev/null");
  await terminal.shows((shown) => shown.includes("the plan is loaded"));
  const port = Number(/port"?: ?(\d+)/.exec(terminal.shown())?.[1]);
  const peer = await Peer.login(t, port, admin);
  // What a person types to end it.
  terminal.type("\u0003");
  assert.equal((await peer.closed).code, 1001);
  assert.deepEqual(await terminal.ended, [0, null]);

  const lines = terminal.shown().replaceAll("^C", "").trimEnd().split("\n");
  for (const line of lines)
    assert.match(line, /^\[[\d:.]+\] (DEBUG|INFO|WARN|ERROR|FATAL): \w/, `one line each: ${line}`);
  const connected = lines.find((line) => line.includes("a user connected"));
  assert.match(connected ?? "", /connection.*\b1\b.*127\.0\.0\.1.*admin/);
});
