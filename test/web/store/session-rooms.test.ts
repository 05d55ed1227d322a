import assert from "node:assert/strict";
import { test } from "node:test";
import { entitiesOf, findEntity, type PlanData } from "../../../src/model/elements/entities.ts";
import { makeOpening } from "../../../src/model/kinds/opening.ts";
import { choicesIn } from "../../../src/model/merge/conflict.ts";
import { addElements, setFields } from "../../../src/model/editing/change.ts";
import { moveWall } from "../../../src/model/editing/reshape-rooms.ts";
import { removeWithParts } from "../../../src/model/editing/add-remove.ts";
import { bounded } from "../../support/timeouts.ts";
import { cornersAt, room } from "../../model/merge/room-plans.ts";
import { FakeService, type Line } from "./fake-service.ts";
import { memoryDrafts } from "./memory-drafts.ts";
import { moving, saveAll } from "./two-item-plan.ts";

/** A hall beside a kitchen, and a shed by itself. */
const house: PlanData = {
  rooms: [room("hall", [0, 0, 4, 4]), room("kitchen", [4, 0, 8, 4]), room("shed", [14, 0, 18, 4])],
};

const two = async (): Promise<readonly [FakeService, Line, Line]> => {
  const service = new FakeService(house);
  const lines = [service.open(), service.open()] as const;
  await service.settle();
  return [service, ...lines];
};

/** Pulls a wall of a room to the right. */
const pull =
  (id: string, edge: number, by: number) =>
  (plan: PlanData): PlanData =>
    moveWall(plan, `rooms/${id}`, edge, [by, 0]);

const sidesOf = (plan: PlanData, ...ids: readonly string[]): readonly (readonly number[])[] =>
  ids.map((id) => {
    const corners = cornersAt(plan, id);
    const xs = Array.isArray(corners) ? corners.map(([x]) => Number(x)) : [];
    return [Math.min(...xs), Math.max(...xs)];
  });

/** The rooms of each choice that is open. */
const chosenTogether = ({ session }: Line): readonly (readonly string[])[] =>
  choicesIn(session.state.conflicts).map((choice) => choice.map(({ key }) => key).toSorted());

test(
  "MERGE-14, SESS-3: two people pull two walls of one room, and both are stored",
  bounded,
  async () => {
    const [service, first, second] = await two();
    first.session.edit(moving, pull("hall", 1, 1));
    second.session.edit(moving, pull("hall", 3, -1));
    await saveAll(service, first);
    await saveAll(service, second);
    assert.deepEqual(second.session.state.conflicts, []);
    const stored = [
      [-1, 5],
      [5, 8],
    ];
    assert.deepEqual(sidesOf(service.stored, "hall", "kitchen"), stored);
    second.session.undo();
    assert.deepEqual(sidesOf(second.session.state.plan, "hall", "kitchen"), [
      [0, 5],
      [5, 8],
    ]);
  },
);

for (const side of ["mine", "theirs"] as const)
  test(
    `SESS-4, MERGE-15: two people pull one wall, and one answer decides for both rooms: ${side}`,
    bounded,
    async () => {
      const [service, first, second] = await two();
      first.session.edit(moving, pull("hall", 1, 1));
      second.session.edit(moving, pull("kitchen", 3, -1));
      await saveAll(service, first);
      assert.equal(choicesIn(second.session.state.conflicts).length, 1);
      second.session.choose("rooms/kitchen", side);
      assert.deepEqual(second.session.state.conflicts, []);
      await saveAll(service, second);
      const x = side === "mine" ? 3 : 5;
      const stored = [
        [0, x],
        [x, 8],
      ];
      assert.deepEqual(sidesOf(service.stored, "hall", "kitchen"), stored);
    },
  );

test(
  "SESS-4, MERGE-15: what is one choice stays one when others save the rooms beside it as well",
  bounded,
  async () => {
    const [service, first, second] = await two();
    second.session.edit(moving, (plan) => pull("kitchen", 1, 2)(pull("kitchen", 3, -1)(plan)));
    first.session.edit(moving, pull("hall", 1, 1));
    await saveAll(service, first);
    first.session.edit(moving, pull("shed", 3, -5));
    await saveAll(service, first);
    assert.deepEqual(chosenTogether(second), [["hall", "kitchen", "shed"]]);
    second.session.choose("rooms/hall", "theirs");
    const theirs = [
      [0, 5],
      [5, 8],
      [9, 18],
    ];
    assert.deepEqual(sidesOf(second.session.state.plan, "hall", "kitchen", "shed"), theirs);
    assert.deepEqual(second.session.state.conflicts, []);
  },
);

test(
  "SESS-4: what others have saved again as mine is needs no choice any more",
  bounded,
  async () => {
    const [service, first, second] = await two();
    second.session.edit(moving, pull("hall", 1, 1));
    first.session.edit(moving, pull("hall", 1, 2));
    await saveAll(service, first);
    assert.deepEqual(chosenTogether(second), [["hall", "kitchen"]]);
    first.session.edit(moving, pull("hall", 1, -1));
    await saveAll(service, first);
    const { conflicts, isDirty } = second.session.state;
    assert.deepEqual([conflicts, isDirty], [[], false], "both have pulled the wall to one place");
  },
);

for (const side of ["mine", "theirs"] as const)
  test(
    `SESS-16, MERGE-16: what is drawn where theirs may be chosen is part of that choice: ${side}`,
    bounded,
    async () => {
      const [service, first, second] = await two();
      first.session.edit(moving, pull("kitchen", 1, 3));
      second.session.edit(moving, pull("kitchen", 1, -1));
      await saveAll(service, first);
      assert.deepEqual(chosenTogether(second), [["kitchen"]]);
      second.session.edit(moving, pull("shed", 3, -5));
      assert.deepEqual(chosenTogether(second), [["kitchen", "shed"]]);
      second.session.undo();
      assert.deepEqual(chosenTogether(second), [["kitchen"]], "as long as it is there");
      second.session.redo();
      const door = makeOpening(
        "door",
        "door",
        { room_id: "porch", edge: 0 },
        { offset: 1, width: 0.9 },
      );
      second.session.edit(moving, (plan) =>
        addElements(addElements(plan, "rooms", room("porch", [7.5, 1, 8.5, 3])), "openings", door),
      );
      assert.deepEqual(chosenTogether(second), [["kitchen", "porch", "shed"]]);
      second.session.choose("rooms/shed", side);
      const { plan, conflicts } = second.session.state;
      assert.deepEqual(conflicts, []);
      const sides =
        side === "mine"
          ? [
              [4, 7],
              [9, 18],
            ]
          : [
              [4, 11],
              [14, 18],
            ];
      assert.deepEqual(sidesOf(plan, "kitchen", "shed"), sides);
      const openings = entitiesOf(plan, "openings").map(({ key }) => key);
      assert.deepEqual(
        [openings, cornersAt(plan, "porch") !== undefined],
        side === "mine" ? [["door"], true] : [[], false],
      );
    },
  );

test(
  "SESS-10, SESS-16: what was to be chosen in unsaved work that is taken up is what others have by then",
  bounded,
  async () => {
    const service = new FakeService(house);
    const drafts = memoryDrafts(true);
    const [first, lost] = [service.open(), service.open(drafts)];
    await service.settle();
    lost.session.edit(moving, pull("hall", 3, -1));
    first.session.edit(moving, pull("hall", 3, -2));
    await saveAll(service, first);
    assert.deepEqual(chosenTogether(lost), [["hall"]]);
    await lost.session.close();
    service.leave(lost);
    first.session.edit(moving, pull("hall", 1, -1));
    await saveAll(service, first);
    const next = service.open(drafts);
    await service.settle();
    await next.session.flushDraft();
    next.session.acceptDraft();
    assert.deepEqual(sidesOf(next.session.state.plan, "hall", "kitchen"), [
      [-1, 3],
      [3, 8],
    ]);
    assert.deepEqual(chosenTogether(next), [["hall"]]);
    next.session.choose("rooms/hall", "theirs");
    assert.deepEqual(sidesOf(next.session.state.plan, "hall", "kitchen"), [
      [-2, 3],
      [3, 8],
    ]);
    assert.equal(next.session.state.isDirty, false);
  },
);

test(
  "SESS-4: theirs has what is stored of one's own while something is to be chosen",
  bounded,
  async () => {
    const [service, first, second] = await two();
    second.session.edit(moving, pull("hall", 1, 1));
    const saving = second.session.save();
    second.session.edit(moving, pull("hall", 3, -1));
    first.session.edit(moving, pull("hall", 3, -2));
    const faster = first.session.save();
    await first.deliver();
    await service.settle();
    await Promise.all([saving, faster]);
    assert.deepEqual(sidesOf(service.stored, "hall", "kitchen"), [
      [-2, 5],
      [5, 8],
    ]);
    second.session.choose("rooms/hall", "theirs");
    assert(service.has(second.session.state.plan));
  },
);

test(
  "SESS-7, SESS-16: theirs is what is saved where unsaved work that it was would overlap by now",
  bounded,
  async () => {
    const [service, first, second] = await two();
    second.session.edit(moving, pull("shed", 1, 3));
    const gesture = second.session.begin(moving);
    first.session.edit(moving, pull("shed", 3, 1));
    await saveAll(service, first);
    gesture.preview(pull("shed", 3, -1));
    gesture.commit();
    assert.deepEqual(chosenTogether(second), [["shed"]]);
    second.session.edit(moving, pull("shed", 1, -3));
    first.session.edit(moving, (plan) => addElements(plan, "rooms", room("annex", [19, 0, 23, 4])));
    await saveAll(service, first);
    second.session.choose("rooms/shed", "theirs");
    assert(service.has(second.session.state.plan));
  },
);

test(
  "SESS-16: what is drawn with a room that is to be chosen is part of that choice, walls of no room as well",
  bounded,
  async () => {
    const wall = { id: "partition", from: [4, 2], to: [8, 2] };
    const service = new FakeService({ ...house, walls: [wall] });
    const [first, second] = [service.open(), service.open()];
    await service.settle();
    second.session.edit(moving, pull("hall", 3, -1));
    first.session.edit(moving, pull("hall", 3, -2));
    await saveAll(service, first);
    assert.deepEqual(chosenTogether(second), [["hall"]]);
    second.session.edit(moving, pull("hall", 1, 1));
    assert.deepEqual(chosenTogether(second), [["hall", "kitchen", "partition"]]);
    second.session.choose("walls/partition", "theirs");
    assert(service.has(second.session.state.plan));
  },
);

/** A door of the kitchen, by how far it is from its wall's start. */
const withDoor = (offset: number): PlanData =>
  addElements(
    house,
    "openings",
    makeOpening("door", "door", { room_id: "kitchen", edge: 0 }, { offset, width: 0.9 }),
  );

const slide =
  (offset: number) =>
  (plan: PlanData): PlanData =>
    setFields(plan, "openings/door", { offset });

const doorAt = (plan: PlanData): unknown => findEntity(plan, "openings", "door")?.data["offset"];

test(
  "SESS-4: a door that others have slid again to where it is here needs no choice any more",
  bounded,
  async () => {
    const service = new FakeService(withDoor(1));
    const [first, second] = [service.open(), service.open()];
    await service.settle();
    second.session.edit(moving, slide(2));
    first.session.edit(moving, slide(3));
    await saveAll(service, first);
    assert.deepEqual(chosenTogether(second), [["door"]]);
    first.session.edit(moving, slide(2));
    await saveAll(service, first);
    assert.deepEqual([second.session.state.conflicts, doorAt(second.session.state.plan)], [[], 2]);
  },
);

test(
  "SESS-4, MERGE-13: what stays with a room is as others have it when that is chosen",
  bounded,
  async () => {
    const service = new FakeService(withDoor(1));
    const [first, second] = [service.open(), service.open()];
    await service.settle();
    second.session.edit(moving, (plan) => removeWithParts(plan, ["rooms/kitchen"]).plan);
    first.session.edit(moving, (plan) => setFields(plan, "rooms/kitchen", { name: "Galley" }));
    await saveAll(service, first);
    first.session.edit(moving, slide(2));
    await saveAll(service, first);
    second.session.choose("rooms/kitchen", "theirs");
    assert.deepEqual([second.session.state.conflicts, doorAt(second.session.state.plan)], [[], 2]);
  },
);
