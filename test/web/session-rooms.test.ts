import assert from "node:assert/strict";
import { test } from "node:test";
import type { PlanData } from "../../src/elements/entities.ts";
import { choicesIn } from "../../src/merge/conflict.ts";
import { moveWall } from "../../src/web/model/corners.ts";
import { bounded } from "../support/bounded.ts";
import { cornersAt, room } from "../merge/house-plans.ts";
import { FakeService, type Line } from "./fake-service.ts";
import { moving, saveAll } from "./sofa-and-bed.ts";

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
    const { conflicts } = second.session.state;
    const names = choicesIn(conflicts).map((each) => each.map(({ key }) => key).toSorted());
    assert.deepEqual(names, [["hall", "kitchen", "shed"]]);
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
