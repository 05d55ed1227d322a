import assert from "node:assert/strict";
import { test } from "node:test";
import { range, revOf } from "../../service/revisions.ts";
import { Peer } from "../../support/peer.ts";
import { startTestService } from "../../support/service.ts";
import { bounded } from "../../support/timeouts.ts";
import { Changer } from "../changes/changer.ts";

const command = "floorplan/plan/change";

/** A change that can be made on any plan. */
const note = (value: string): string => `[{"op":"add","path":"/note","value":"${value}"}]`;

test(
  "CHANGE-1: a change is made on the stored plan, and answered with the next revision",
  bounded,
  async (t) => {
    const by = await Changer.login(t, await startTestService(t));
    const { peer } = by;
    const first = [{ op: "add", path: "/rooms", value: [] }];
    assert.deepEqual(await peer.result(command, { rev: 0, changes: first }), { ok: true, rev: 1 });
    assert.deepEqual(await peer.result("floorplan/plan/get"), { rev: 1, rooms: [] });
    const second = [{ op: "add", path: "/rooms/-", value: { id: "hall" } }];
    assert.deepEqual(await peer.result(command, { rev: 1, changes: second }), { ok: true, rev: 2 });
    assert.equal(await by.plan(), '{"rev":2,"rooms":[{"id":"hall"}]}');
    assert.equal(await peer.save({ rooms: [{ id: "hall" }], note: "saved" }), 3);
    await by.changed(3, '[{"op":"remove","path":"/note"}]');
    assert.equal(await by.plan(), '{"rev":4,"rooms":[{"id":"hall"}]}');
  },
);

test(
  "CHANGE-1: a change is a revision like any other: in the history, with its author and counts",
  bounded,
  async (t) => {
    const by = await Changer.login(t, await startTestService(t));
    await by.save('{"rooms":[{"id":"a"}]}');
    await by.changed(1, '[{"op":"add","path":"/rooms/-","value":{"id":"b"}}]');
    await by.changed(2, '[{"op":"add","path":"/devices","value":[1,2,3]}]');
    const details = await by.peer.result("floorplan/history/details");
    assert(Array.isArray(details));
    const told = details.map((each: Record<string, unknown>) => [
      each["rev"],
      each["rooms"],
      each["items"],
      typeof each["by"],
    ]);
    assert.deepEqual(told, [
      [3, 2, 3, "object"],
      [2, 2, 0, "object"],
      [1, 1, 0, "object"],
    ]);
    const second = await by.peer.result("floorplan/history/get", { rev: 2 });
    assert.deepEqual(second, { rev: 2, rooms: [{ id: "a" }, { id: "b" }] });
  },
);

test("CHANGE-1: who is no administrator may not change the plan", bounded, async (t) => {
  const service = await startTestService(t);
  const by = await Changer.login(t, service);
  const viewer = await Peer.login(t, service.port, service.viewer);
  for (const changes of [[], [{ op: "add", path: "/note", value: 1 }]]) {
    const { code } = await viewer.error(command, { rev: 0, changes });
    assert.equal(code, "unauthorized");
  }
  assert.equal(await by.plan(), "{}");
});

test(
  "CHANGE-2: a change of another revision than the stored one is a conflict that names it, and nothing is written",
  bounded,
  async (t) => {
    const by = await Changer.login(t, await startTestService(t));
    for (const rev of [0, 1]) await by.changed(rev, note(`revision ${rev + 1}`));
    const before = await by.plan();
    for (const rev of [0, 1, 3, -1, 1e15]) {
      const answered = await by.change(rev, note("of another"));
      const message = "somebody else saved: the stored revision is 2";
      assert.deepEqual(answered, { code: "conflict", message });
    }
    assert.equal(await by.plan(), before);
    assert.deepEqual(await by.peer.result("floorplan/history/list"), []);
    await by.changed(2, note("of the stored one"));
  },
);

test(
  "CHANGE-2: rev is required, an integer however it is written, and 0 before the first save",
  bounded,
  async (t) => {
    const by = await Changer.login(t, await startTestService(t));
    const { code, message } = await by.peer.error(command, { changes: [] });
    assert.equal(code, "invalid_format");
    assert.match(message, /^rev: missing/);
    for (const rev of ["null", '"0"', "0.5", "true", "[]"]) {
      const reply = await by.ask("plan/change", `,"rev":${rev},"changes":[]`);
      assert.match(reply.get("error") ?? "", /"rev: expected integer"/, rev);
    }
    const answered = await by.change(1, note("nothing is stored"));
    assert.deepEqual(answered, {
      code: "conflict",
      message: "somebody else saved: the stored revision is 0",
    });
    assert.equal(await by.plan(), "{}");
    const [written, stored] = ["0e0", "1.0"];
    for (const rev of [written, stored]) {
      const reply = await by.ask("plan/change", `,"rev":${rev},"changes":[]`);
      assert.equal(reply.get("success"), "true", rev);
    }
    assert.equal(await by.plan(), '{"rev":2}');
  },
);

test(
  "CHANGE-1, CHANGE-2: of many changes at once of the same revision one is made",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const all = await Promise.all(range(1, 8).map(() => Changer.login(t, service)));
    for (const rev of [0, 1, 2]) {
      const answers = await Promise.all(all.map((by, each) => by.change(rev, note(`by ${each}`))));
      assert.deepEqual(
        answers.filter((answer) => typeof answer === "number"),
        [rev + 1],
      );
    }
    const [by] = all;
    assert(by !== undefined);
    assert.equal(revOf(await by.peer.result("floorplan/plan/get")), 3);
  },
);

test(
  "CHANGE-1, CHANGE-2: changes that were sent together are made one after another, each on the one before",
  bounded,
  async (t) => {
    const { peer } = await Changer.login(t, await startTestService(t));
    const first = 100;
    const changes = (rev: number) => [{ op: "add", path: "/list/-", value: rev }];
    await peer.save({ list: [] });
    peer.send(
      range(1, 50).map((rev) => ({ id: first + rev, type: command, rev, changes: changes(rev) })),
    );
    for (const rev of range(1, 50)) {
      const reply = await peer.replyTo(first + rev);
      assert.deepEqual(reply["result"], { ok: true, rev: rev + 1 });
    }
    peer.send({ id: 1000, type: "floorplan/plan/get" });
    assert.deepEqual((await peer.replyTo(1000))["result"], { rev: 51, list: range(1, 50) });
  },
);

test(
  "CHANGE-1: an unknown field, and changes that are no list, are refused",
  bounded,
  async (t) => {
    const by = await Changer.login(t, await startTestService(t));
    const { code, message } = await by.peer.error(command, { rev: 0, changes: [], plan: {} });
    assert.equal(code, "invalid_format");
    assert.match(message, /^plan: /);
    const missing = await by.peer.error(command, { rev: 0 });
    assert.match(missing.message, /^changes: missing/);
    for (const changes of ["{}", "null", '"[]"', "7", '{"op":"add","path":"/a","value":1}'])
      assert.equal(await by.refused(0, changes), "changes: expected array");
    assert.equal(await by.plan(), "{}");
  },
);
