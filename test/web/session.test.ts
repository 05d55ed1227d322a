import assert from "node:assert/strict";
import { test } from "node:test";
import { findEntity, isList, type Json, type PlanData } from "../../src/plan/entities.ts";
import type { Draft, DraftStore } from "../../src/web/session/state.ts";
import { bounded } from "../support/bounded.ts";
import { FakeService, type Line } from "./fake-service.ts";

const start: PlanData = {
  rooms: [{ id: "kitchen", name: "Kitchen" }],
  furniture: [
    { id: "sofa", type: "sofa", x: 1, z: 1 },
    { id: "bed", type: "bed", x: 5, z: 5 },
  ],
};

const move =
  (key: string, x: number, field = "x") =>
  (plan: PlanData): PlanData => {
    const furniture = plan["furniture"];
    const known = findEntity(plan, "furniture", key);
    assert(isList(furniture) && known !== undefined, key);
    return {
      ...plan,
      furniture: furniture.toSpliced(known.index, 1, { ...known.data, [field]: x }),
    };
  };

const placed = (plan: PlanData, key: string, field = "x"): Json | undefined =>
  findEntity(plan, "furniture", key)?.data[field];

const moving = { action: "move" };

const opened = async (lines: number): Promise<readonly [FakeService, Line, Line]> => {
  const service = new FakeService(start);
  const first = service.open();
  const second = lines > 1 ? service.open() : first;
  await service.settle();
  return [service, first, second];
};

const saveAll = async (service: FakeService, line: Line): Promise<void> => {
  const saving = line.session.save();
  await service.settle();
  await saving;
};

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

for (const isStored of [true, false]) {
  test(
    `SESS-8: a save whose answer is lost is recognized when the plan comes again: ${isStored ? "stored" : "not stored"}`,
    bounded,
    async () => {
      const [service, first] = await opened(1);
      first.session.edit(moving, move("sofa", 2));
      const saving = first.session.save();
      if (isStored) await first.deliver();
      first.cut();
      await saving;
      assert.equal(first.session.state.problem?.code, "connection_lost");
      first.session.edit(moving, move("sofa", 3));
      first.connect();
      await service.settle();
      const { state } = first.session;
      assert.deepEqual([state.isDirty, state.conflicts, state.incoming], [true, [], []]);
      assert.deepEqual([placed(state.base, "sofa"), state.problem], [isStored ? 2 : 1, undefined]);
      await saveAll(service, first);
      assert.equal(placed(service.stored, "sofa"), 3);
    },
  );
}

for (const isStored of [true, false]) {
  test(
    `SESS-8: what others save meanwhile makes no conflict of a save whose answer is lost: ${isStored ? "stored" : "not stored"}`,
    bounded,
    async () => {
      const [service, first, second] = await opened(2);
      first.session.edit(moving, move("sofa", 2));
      const saving = first.session.save();
      if (isStored) await first.deliver();
      first.cut();
      await saving;
      first.session.edit(moving, move("sofa", 3));
      await service.settle();
      second.session.edit(moving, move("bed", 6));
      await saveAll(service, second);
      first.connect();
      await service.settle();
      const { state } = first.session;
      assert.deepEqual([state.conflicts, state.isDirty], [[], true]);
      assert.deepEqual([placed(state.plan, "sofa"), placed(state.plan, "bed")], [3, 6]);
      assert.deepEqual(
        state.incoming.map(({ key }) => key),
        ["bed"],
      );
      await saveAll(service, first);
      assert.deepEqual([placed(service.stored, "sofa"), placed(service.stored, "bed")], [3, 6]);
    },
  );
}

test(
  "SESS-12: what failed for want of a connection is no problem any more when it is back",
  bounded,
  async () => {
    const [service, first] = await opened(1);
    first.session.edit(moving, move("sofa", 2));
    first.cut();
    await first.session.save();
    assert.equal(first.session.state.problem?.code, "offline");
    first.connect();
    await service.settle();
    assert.deepEqual([first.session.state.problem, first.session.state.isDirty], [undefined, true]);
  },
);

test(
  "SESS-9: when the service comes back with an older plan, undo brings back what it lost",
  bounded,
  async () => {
    const [service, first] = await opened(1);
    first.session.edit(moving, move("sofa", 2));
    await saveAll(service, first);
    first.cut();
    service.replace(start, 1);
    first.connect();
    await service.settle();
    const { state } = first.session;
    assert.deepEqual(
      [placed(state.plan, "sofa"), state.rev, state.problem?.code],
      [1, 1, "wentBack"],
    );
    first.session.undo();
    assert.deepEqual(
      [placed(first.session.state.plan, "sofa"), first.session.state.isDirty],
      [2, true],
    );
    await saveAll(service, first);
    assert.equal(placed(service.stored, "sofa"), 2);
  },
);

const memoryDrafts = (): DraftStore & { readonly kept: Map<string, Draft> } => {
  const kept = new Map<string, Draft>();
  return {
    kept,
    list: () => Promise.resolve([...kept.values()]),
    write: (draft) => Promise.resolve(void kept.set(draft.id, structuredClone(draft))),
    remove: (id) => Promise.resolve(void kept.delete(id)),
  };
};

test(
  "SESS-10: unsaved work of a lost tab is offered again, merged, and kept until it is saved",
  bounded,
  async () => {
    const service = new FakeService(start);
    const drafts = memoryDrafts();
    const lost = service.open(drafts);
    await service.settle();
    lost.session.edit(moving, move("sofa", 2));
    await lost.session.flushDraft();
    lost.cut();
    service.replace(move("bed", 6)(start), 2);
    const next = service.open(drafts);
    await service.settle();
    assert.equal(next.session.state.draft?.rev, 1);
    assert.equal(next.session.state.isDirty, false, "it is only offered");
    next.session.acceptDraft();
    const { plan, draft } = next.session.state;
    assert.deepEqual([placed(plan, "sofa"), placed(plan, "bed"), draft], [2, 6, undefined]);
    await next.session.flushDraft();
    assert.equal(drafts.kept.size, 1);
    await saveAll(service, next);
    await next.session.flushDraft();
    assert.deepEqual([placed(service.stored, "sofa"), drafts.kept.size], [2, 0]);
  },
);

test(
  "SESS-10: a declined draft is gone, one whose content is stored by now is not offered",
  bounded,
  async () => {
    const service = new FakeService(start);
    const drafts = memoryDrafts();
    const draft = { rev: 1, base: start, savedAt: 1, conflicts: [] };
    drafts.kept.set("a", { ...draft, id: "a", plan: move("sofa", 2)(start) });
    drafts.kept.set("b", { ...draft, id: "b", plan: start });
    const line = service.open(drafts);
    await service.settle();
    assert.equal(line.session.state.draft?.id, "a");
    line.session.declineDraft();
    await line.session.flushDraft();
    assert.deepEqual([line.session.state.draft, drafts.kept.size], [undefined, 0]);
  },
);
