import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { clientOf } from "../support/data-folder.ts";
import { startDouble } from "../support/double-home-assistant.ts";
import { installFnsFloorplan } from "../support/fns-floorplan.ts";
import { bytesOf, Peer } from "../support/peer.ts";
import { runProgram, type Running, startProgram } from "../support/program.ts";
import { runInProcess } from "../support/run-command.ts";
import { startTestService, temporaryFolder, type TestService } from "../support/service.ts";
import { bounded } from "../support/timeouts.ts";

/** The text of the stored plan, as the service sends it. */
const storedText = async (t: TestContext, { port, admin }: TestService): Promise<string> => {
  const peer = await Peer.login(t, port, admin);
  const text = new Promise<string>((resolve) => {
    peer.ws.once("message", (data) => resolve(bytesOf(data).toString()));
  });
  await peer.result("floorplan/plan/get");
  return /"result":(.*),"id":\d+\}$/.exec(await text)?.[1] ?? "";
};

test(
  "CLI-25: change makes the JSON Patch of a file or of the standard input, and prints the new revision",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const environment = clientOf(service.url, service.admin);
    const file = join(service.data, "changes.json");
    await writeFile(
      file,
      '[\n  {"op": "add", "path": "/rooms", "value": [{"id": "hall", "x": 1.0}]}\n]\n',
    );
    const first = await runProgram(t, ["change", file, "--rev", "0"], environment);
    assert.deepEqual([first.code, first.out, first.err], [0, "saved as revision 1\n", ""]);
    const input =
      '[{"op":"add","path":"/rooms/0/y","value":[1e2, -0, 0.10, 12345678901234567890]}]';
    const second = await runProgram(t, ["change", "-", "--rev", "1"], environment, input);
    assert.deepEqual([second.code, second.out, second.err], [0, "saved as revision 2\n", ""]);
    assert.equal(
      await storedText(t, service),
      '{"rev":2,"rooms":[{"id":"hall","x":1.0,"y":[1e2,-0,0.10,12345678901234567890]}]}',
      "each number is stored as it was spelt",
    );
  },
);

test(
  "CLI-8: save sends the text of its file, so that each number is stored as it was spelt",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const plan =
      '{"rooms": [{"id": "hall", "x": 1.0,\n "y": [1e2, -0, 0.10, 12345678901234567890]}]}';
    const saved = await runProgram(t, ["save", "-"], clientOf(service.url, service.admin), plan);
    assert.deepEqual([saved.code, saved.out, saved.err], [0, "saved as revision 1\n", ""]);
    assert.equal(
      await storedText(t, service),
      '{"rev":1,"rooms":[{"id":"hall","x":1.0,"y":[1e2,-0,0.10,12345678901234567890]}]}',
    );
    const none = await runProgram(t, ["save", "-"], clientOf(service.url, service.admin), "1.0");
    assert.equal(none.code, 1);
    assert.match(none.err, /^floorplan: invalid_format: /);
  },
);

test(
  "CLI-25: a change that is refused exits with 1, its code and its message, and changes nothing",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const refused = async (token: string, rev: string, input: string): Promise<string> => {
      const file = join(await temporaryFolder(t), "changes.json");
      await writeFile(file, input);
      const args = ["change", file, "--rev", rev];
      const run = await runInProcess(args, clientOf(service.url, token));
      assert.deepEqual([run.code, run.out], [1, ""], input);
      assert.match(run.err, /^floorplan: [^\n]+\n$/, "one sentence");
      return run.err;
    };
    const remove = '[{"op":"remove","path":"/none"}]';
    const { admin, viewer } = service;
    const [conflict, place, shape, number, rights, list, syntax] = await Promise.all([
      refused(admin, "1", remove),
      refused(admin, "0", remove),
      refused(admin, "0", "[1]"),
      refused(admin, "0", '[{"op":"add","path":"/size","value":1e999}]'),
      refused(viewer, "0", remove),
      refused(admin, "0", "{}"),
      refused(admin, "0", "[}"),
    ]);
    assert.match(conflict, /conflict: .*\b0\b/);
    assert.match(place, /invalid_format: changes\.0: there is no such place/);
    assert.match(shape, /invalid_format: changes\.0: expected object/);
    assert.match(number, /out of range/);
    assert.match(rights, /unauthorized: \S/);
    assert.match(list, /changes\.json: expected a list of operations/);
    assert.match(syntax, /JSON/);
    const peer = await Peer.login(t, service.port, admin);
    assert.deepEqual(await peer.result("floorplan/plan/get"), {}, "nothing was saved");
  },
);

test(
  "CLI-25: change works on a service that only takes whole plans, and stays guarded",
  bounded,
  async (t) => {
    const home = await startDouble(t);
    const original = installFnsFloorplan(home);
    const environment = clientOf(home.url, home.owner.accessToken);
    const input = '[{"op":"add","path":"/note","value":"$& $1"}]';
    const change = (rev: string) =>
      runProgram(t, ["change", "-", "--rev", rev], environment, input);
    assert.equal((await change("0")).out, "saved as revision 1\n");
    const late = await change("0");
    assert.deepEqual([late.code, late.out], [1, ""]);
    assert.match(late.err, /conflict: .*\b1\b/);
    assert.deepEqual(original.plan(), { rev: 1, note: "$& $1" });
  },
);

const events = ({ out }: Running): readonly unknown[] =>
  out()
    .trimEnd()
    .split("\n")
    .map((line): unknown => JSON.parse(line));

const watchChanges = async (t: TestContext, url: string, token: string): Promise<Running> => {
  const watch = startProgram(t, ["watch", "--changes"], clientOf(url, token));
  await watch.printed(/\n/);
  return watch;
};

test(
  "CLI-26: watch --changes prints the plan, and then what each revision changes",
  bounded,
  async (t) => {
    const { port, url, admin, viewer } = await startTestService(t);
    const watch = await watchChanges(t, url, viewer);
    const peer = await Peer.login(t, port, admin);
    const rooms = Array.from({ length: 20 }, (_none, at) => ({ id: `room-${at}` }));
    await peer.save({ rooms, note: "a\u009bb" });
    const changes = [{ op: "replace", path: "/rooms/3/id", value: "c\u009bd" }];
    await peer.result("floorplan/plan/change", { rev: 1, changes });
    await watch.printed('"rev":2,');
    watch.child.kill("SIGINT");
    assert.deepEqual(await watch.ended, { code: 0, signal: null });
    assert.deepEqual(events(watch), [
      { rev: 0, plan: {} },
      { rev: 1, plan: { rev: 1, rooms, note: "a\u009bb" } },
      { rev: 2, from: 1, changes: [{ op: "replace", path: "/rev", value: 2 }, ...changes] },
    ]);
    assert.doesNotMatch(watch.out(), /\u009b/, "nothing that a terminal obeys");
    assert.equal(watch.err(), "");
  },
);

test(
  "CLI-26: after a reconnect, watch --changes prints the plan only if it is another one, even of the same revision",
  bounded,
  async (t) => {
    const home = await startDouble(t);
    const plans = ["same", "same", "restored"];
    home.answer("floorplan/plan/follow", ({ send, afterwards }) => {
      const note = plans.shift();
      afterwards(() => send({ rev: 5, plan: { rev: 5, note } }));
      return { result: null };
    });
    const watch = await watchChanges(t, home.url, home.user.accessToken);
    await home.restart();
    await home.whenReceived("floorplan/plan/follow", 2);
    await home.restart();
    await watch.printed("restored");
    assert.deepEqual(events(watch), [
      { rev: 5, plan: { rev: 5, note: "same" } },
      { rev: 5, plan: { rev: 5, note: "restored" } },
    ]);
  },
);

test(
  "CLI-26: on a service that sends no changes, watch --changes says so once and prints whole plans",
  bounded,
  async (t) => {
    const home = await startDouble(t);
    const original = installFnsFloorplan(home);
    const watch = await watchChanges(t, home.url, home.user.accessToken);
    original.save({ note: 1 });
    await watch.printed('"note":1');
    await home.restart();
    await watch.printed("reconnected", "err");
    original.save({ note: 2 });
    await watch.printed('"note":2');
    assert.deepEqual(events(watch), [
      { rev: 0, plan: {} },
      { rev: 1, plan: { note: 1, rev: 1 } },
      { rev: 2, plan: { note: 2, rev: 2 } },
    ]);
    assert.equal(watch.err().split("sends no changes").length, 2, watch.err());
  },
);

test(
  "CLI-26, CLI-14: watch --changes without either command ends with 1 and a sentence",
  bounded,
  async (t) => {
    const home = await startDouble(t);
    const args = ["watch", "--changes"];
    const { code, out, err } = await runProgram(t, args, clientOf(home.url, home.user.accessToken));
    assert.deepEqual([code, out], [1, ""]);
    assert.match(err, /^floorplan: unknown_command: [^\n]*--domain\n$/);
  },
);
