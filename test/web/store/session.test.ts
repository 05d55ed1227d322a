import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json } from "../../../src/model/json.ts";
import type { PlanData } from "../../../src/model/elements/entities.ts";
import { bounded } from "../../support/timeouts.ts";
import { FakeService } from "./fake-service.ts";
import { move, moving, opened, placed, saveAll, start } from "./two-item-plan.ts";

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

test("SESS-1: what was drawn before the first plan came is merged into it", bounded, async () => {
  const service = new FakeService(start);
  const { session } = service.open();
  session.edit(moving, () => ({ rooms: [{ id: "attic" }] }));
  await service.settle();
  const { plan, isDirty, incoming } = session.state;
  assert.deepEqual(plan["rooms"], [{ id: "attic" }, { id: "kitchen", name: "Kitchen" }]);
  assert.deepEqual([placed(plan, "sofa"), isDirty, incoming], [1, true, []]);
});
