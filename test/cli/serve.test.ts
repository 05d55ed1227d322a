import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { bounded } from "../support/bounded.ts";
import { dataFolder } from "../support/data-folder.ts";
import { Peer } from "../support/peer.ts";
import { type Running, serveProgram, startProgram } from "../support/program.ts";
import { temporaryFolder } from "../support/service.ts";

/** The last line of what a first start prints. */
const lastOfFirstStart = /floorplan.* watch .*\n|cli\.cjs watch .*\n/;

const firstStart = async (t: TestContext, data: string): Promise<Running & { port: number }> => {
  const running = startProgram(t, ["serve", "--port", "0", "--data", data, "--log-level", "trace"]);
  await running.printed(lastOfFirstStart);
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
  "AUTH-2, PAGE-6: a first start prints an administrator's token once, with an address that signs in, and it is never logged",
  bounded,
  async (t) => {
    const data = await temporaryFolder(t);
    const first = await firstStart(t, data);
    const token = /once:\n {2}(\S+)\n/.exec(first.out())?.[1];
    assert(token !== undefined && token.length >= 43, first.out());
    assert(
      first.out().includes(`\n  http://127.0.0.1:${first.port}/#token=${token}\n`),
      "an address that signs in by itself",
    );
    const peer = await Peer.login(t, first.port, token);
    assert.equal(await peer.save({ rooms: [] }), 1);
    await stop(first);
    assert(
      !first.err().includes(token),
      "the token is not in the log, not even at its most verbose",
    );
    assert.match(first.err(), /"user":"admin"/, "although the login is");
    const users = await readFile(join(data, "users.json"), "utf8");
    assert(!users.includes(token), "and it is not kept");

    const second = await serveProgram(t, data);
    await Peer.login(t, second.port, token);
    await stop(second);
    assert.doesNotMatch(second.out(), /[Tt]oken/, "a second start makes and prints none");
    assert.equal(await readFile(join(data, "users.json"), "utf8"), users);
  },
);

test(
  "AUTH-2, CLI-3: a start with users makes no token, and prints where it is when it is ready",
  bounded,
  async (t) => {
    const { data } = await dataFolder(t);
    const users = await readFile(join(data, "users.json"), "utf8");
    const one = await serveProgram(t, data);
    assert.deepEqual(await health(one.port), { status: "ready", rev: 0 });
    assert(one.out().includes(`listens at http://127.0.0.1:${one.port}\n`), one.out());
    assert(one.out().includes(data), one.out());

    // Port 0 takes any free port, so that two services get along.
    const other = await serveProgram(t, (await dataFolder(t)).data);
    assert.notEqual(one.port, other.port);
    await Promise.all([stop(one), stop(other)]);
    assert.doesNotMatch(one.out(), /[Tt]oken/);
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
