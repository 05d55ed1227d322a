import assert from "node:assert/strict";
import { test } from "node:test";
import { idOf, isList, type Json, type PlanData } from "../../src/plan/entities.ts";
import { bounded } from "../support/bounded.ts";
import { FakeService } from "./fake-service.ts";
import { move, moving, opened, placed, saveAll, start } from "./sofa-and-bed.ts";

test(
  "SESS-1: without unsaved edits the session follows what others save, and says what came in",
  bounded,
  async () => {
    const [service, first, second] = await opened(2);
    first.session.edit(moving, move("sofa", 2));
    await saveAll(service, first);
    const { state } = second.session;
    assert.deepEqual([placed(state.plan, "sofa"), state.isDirty, state.rev], [2, false, 2]);
    assert.deepEqual(
      state.incoming.map(({ kind, key, distance }) => [kind, key, distance]),
      [["moved", "sofa", 1]],
    );
    assert.deepEqual(first.session.state.incoming, [], "one's own save is no news");
    second.session.dismissIncoming();
    assert.deepEqual(second.session.state.incoming, []);
  },
);

test("SESS-1: who has a blank sheet is shown the first plan without a word", bounded, async () => {
  const service = new FakeService({}, 0);
  const [first, second] = [service.open(), service.open()];
  await service.settle();
  first.session.restore(start, { action: "sample" });
  await saveAll(service, first);
  const { plan, incoming } = second.session.state;
  assert.deepEqual([placed(plan, "sofa"), incoming], [1, []]);
});

const hall = (points: Json, ...openings: readonly Json[]): PlanData => ({
  rooms: [{ id: "hall", points }],
  openings,
});

test(
  "SESS-4: a door to be chosen goes into its wall, also when that has got another number meanwhile",
  bounded,
  async () => {
    const square: Json = [
      [0, 0],
      [4, 0],
      [4, 4],
      [0, 4],
    ];
    const door = { id: "door", room_id: "hall", edge: 2, offset: 1, width: 0.9 };
    const service = new FakeService(hall(square, door));
    const [first, second] = [service.open(), service.open()];
    await service.settle();
    first.session.edit(moving, () => hall(square, { ...door, offset: 2 }));
    second.session.edit(moving, () => hall(square, { ...door, offset: 3 }));
    await saveAll(service, first);
    assert.equal(second.session.state.conflicts.length, 1);
    const split: Json = [[0, 0], [1, 0], ...square.slice(1)];
    second.session.edit(moving, () => hall(split, { ...door, edge: 3, offset: 3 }));
    second.session.choose("openings/door", "theirs");
    assert.deepEqual(second.session.state.plan, hall(split, { ...door, edge: 3, offset: 2 }));
  },
);

test(
  "SESS-2: what others save is merged into unsaved edits, and both are saved",
  bounded,
  async () => {
    const [service, first, second] = await opened(2);
    first.session.edit(moving, move("sofa", 2));
    second.session.edit(moving, move("bed", 6));
    await saveAll(service, first);
    assert.equal(second.session.state.isDirty, true);
    await saveAll(service, second);
    assert.deepEqual([placed(service.stored, "sofa"), placed(service.stored, "bed")], [2, 6]);
    assert.equal(second.session.state.isDirty, false);
  },
);

test(
  "SESS-3: a save that meets a conflict waits for the newer plan, merges and tries again",
  bounded,
  async () => {
    const [service, first, second] = await opened(2);
    first.session.edit(moving, move("sofa", 2));
    second.session.edit(moving, move("bed", 6));
    const both = [first.session.save(), second.session.save()];
    second.session.edit(moving, move("bed", 7));
    await service.settle();
    await Promise.all(both);
    assert.deepEqual([placed(service.stored, "sofa"), placed(service.stored, "bed")], [2, 6]);
    const { state } = second.session;
    assert.deepEqual(
      [state.isDirty, state.problem, placed(state.plan, "bed")],
      [true, undefined, 7],
    );
  },
);

for (const side of ["mine", "theirs"] as const) {
  test(
    `SESS-4: what overlaps is chosen item by item before it is saved: ${side}`,
    bounded,
    async () => {
      const [service, first, second] = await opened(2);
      first.session.edit(moving, move("sofa", 2));
      await saveAll(service, first);
      second.session.edit(moving, move("sofa", 3));
      first.session.edit(moving, move("sofa", 4));
      await saveAll(service, first);
      await saveAll(service, second);
      const [conflict] = second.session.state.conflicts;
      assert(conflict !== undefined);
      assert.deepEqual([conflict.id, conflict.fields], ["furniture/sofa", ["x"]]);
      assert.equal(placed(second.session.state.plan, "sofa"), 3, "mine is shown until then");
      await saveAll(service, second);
      assert.equal(second.session.state.problem?.code, "conflictsOpen");
      assert.equal(placed(service.stored, "sofa"), 4, "nothing is saved before");
      second.session.choose(conflict.id, side);
      await saveAll(service, second);
      assert.equal(placed(service.stored, "sofa"), side === "mine" ? 3 : 4);
      assert.equal(second.session.state.isDirty, false);
    },
  );
}

test("SESS-5: overwriting stores what one sees, past what others saved", bounded, async () => {
  const [service, first, second] = await opened(2);
  second.session.edit(moving, move("sofa", 3));
  first.session.edit(moving, move("sofa", 4));
  await saveAll(service, first);
  const overwriting = second.session.overwrite();
  await service.settle();
  await overwriting;
  assert.equal(placed(service.stored, "sofa"), 3);
  const { conflicts, isDirty, rev } = second.session.state;
  assert.deepEqual([conflicts, isDirty, rev], [[], false, 3]);
});

test(
  "SESS-6: undo takes back one step, across saves, and never what others did",
  bounded,
  async () => {
    const [service, first, second] = await opened(2);
    first.session.edit(moving, move("sofa", 2));
    await saveAll(service, first);
    second.session.edit(moving, move("bed", 6));
    await saveAll(service, second);
    first.session.undo();
    const { plan, isDirty, undo, redo } = first.session.state;
    assert.deepEqual([placed(plan, "sofa"), placed(plan, "bed")], [1, 6]);
    assert.deepEqual([isDirty, undo, redo], [true, undefined, moving]);
    first.session.redo();
    assert.deepEqual(
      [placed(first.session.state.plan, "sofa"), first.session.state.isDirty],
      [2, false],
    );
  },
);

test(
  "SESS-6: an edit that was chosen over another's is undone to the other's, not to what was before",
  bounded,
  async () => {
    const [service, first, second] = await opened(2);
    second.session.edit(moving, move("sofa", 3));
    first.session.edit(moving, move("sofa", 4));
    await saveAll(service, first);
    second.session.chooseAll("mine");
    second.session.undo();
    assert.equal(placed(second.session.state.plan, "sofa"), 4);
  },
);

test(
  "SESS-7: a gesture is one step however often it is previewed, and none when it is cancelled",
  bounded,
  async () => {
    const [service, first, second] = await opened(2);
    const gesture = first.session.begin(moving);
    gesture.preview(move("sofa", 2));
    second.session.edit(moving, move("bed", 6));
    await saveAll(service, second);
    gesture.preview(move("sofa", 3));
    assert.deepEqual(
      [placed(first.session.state.plan, "sofa"), placed(first.session.state.plan, "bed")],
      [3, 6],
    );
    gesture.commit();
    first.session.undo();
    assert.equal(placed(first.session.state.plan, "sofa"), 1);
    const cancelled = first.session.begin(moving);
    cancelled.preview(move("sofa", 9));
    cancelled.cancel();
    cancelled.commit();
    assert.deepEqual(
      [placed(first.session.state.plan, "sofa"), first.session.state.undo],
      [1, undefined],
    );
  },
);

test("SESS-1: what was drawn before the first plan came is merged into it", bounded, async () => {
  const service = new FakeService(start);
  const { session } = service.open();
  session.edit(moving, () => ({ rooms: [{ id: "attic" }] }));
  await service.settle();
  const { plan, isDirty, incoming } = session.state;
  assert.deepEqual(plan["rooms"], [{ id: "attic" }, { id: "kitchen", name: "Kitchen" }]);
  assert.deepEqual([placed(plan, "sofa"), isDirty, incoming], [1, true, []]);
});

const withoutSofa = (plan: PlanData): PlanData => {
  const furniture = plan["furniture"];
  assert(isList(furniture));
  return { ...plan, furniture: furniture.filter((item) => idOf(item) !== "sofa") };
};

test(
  "SESS-7: what somebody drags while others delete it is to be chosen, and not dropped",
  bounded,
  async () => {
    const [service, first, second] = await opened(2);
    const gesture = first.session.begin(moving);
    const drag = (plan: PlanData): PlanData =>
      placed(plan, "sofa") === undefined ? plan : move("sofa", 3)(plan);
    gesture.preview(drag);
    second.session.edit(moving, withoutSofa);
    await saveAll(service, second);
    gesture.commit();
    const { conflicts, plan } = first.session.state;
    assert.deepEqual(
      conflicts.map(({ id, kind }) => [id, kind]),
      [["furniture/sofa", "whole"]],
    );
    assert.equal(placed(plan, "sofa"), 3, "it stays until that is chosen");
  },
);

test(
  "SESS-13: a change that somebody made to an earlier plan leaves alone what came in since",
  bounded,
  async () => {
    const [service, first, second] = await opened(2);
    const seen = first.session.state.plan;
    const written = move("sofa", 7)(move("bed", 9)(seen));
    second.session.edit(moving, move("sofa", 2));
    second.session.edit(moving, move("sofa", 4, "z"));
    second.session.edit(moving, (plan) => ({ ...plan, theme: "dark" }));
    await saveAll(service, second);
    first.session.edit({ action: "yaml" }, () => written, seen);
    const { plan, conflicts } = first.session.state;
    assert.deepEqual([plan["theme"], placed(plan, "bed"), placed(plan, "sofa")], ["dark", 9, 7]);
    assert.deepEqual(
      conflicts.map(({ id }) => id),
      ["furniture/sofa"],
    );
    first.session.undo();
    assert.deepEqual(
      [placed(first.session.state.plan, "sofa"), first.session.state.isDirty],
      [2, false],
    );
  },
);
