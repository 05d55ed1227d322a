import { findEntity, type PlanData, refOf } from "../../../src/model/elements/entities.ts";
import { roomsOf } from "../../../src/model/elements/rooms.ts";
import { lengthOf, minus, plus, tidyPoint, times } from "../../../src/model/geometry/vector.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import { makeOpening } from "../../../src/model/kinds/opening.ts";
import { choicesIn, type Conflict, type Side } from "../../../src/model/merge/conflict.ts";
import { takeTheirs } from "../../../src/model/merge/take-theirs.ts";
import { addElements } from "../../../src/model/editing/change.ts";
import { moveCorner, moveWall } from "../../../src/model/editing/reshape-rooms.ts";
import { removeWithParts } from "../../../src/model/editing/add-remove.ts";
import type { Random } from "../../support/random.ts";

/** The sides of a rectangle, in metres. */
export type Box = readonly [left: number, top: number, right: number, bottom: number];

/** A room that is a rectangle, in metres. */
export const room = (id: string, [left, top, right, bottom]: Box): JsonObject => ({
  id,
  name: id,
  points: [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ],
});

/** A box cut into so many, wall to wall. */
const cut = (random: Random, box: Box, count: number): readonly Box[] => {
  const [left, top, right, bottom] = box;
  if (count < 2) return [box];
  const first = 1 + random.below(count - 1);
  const share = (30 + random.below(41)) / 100;
  const [wide, high] = [right - left, bottom - top];
  const [x, z] = tidyPoint([left + wide * share, top + high * share]);
  const [one, other]: readonly [Box, Box] =
    wide > high
      ? [
          [left, top, x, bottom],
          [x, top, right, bottom],
        ]
      : [
          [left, top, right, z],
          [left, z, right, bottom],
        ];
  return [...cut(random, one, first), ...cut(random, other, count - first)];
};

/** A house of adjoining rooms, with a door in each. */
export const someHouse = (random: Random): PlanData => {
  const boxes = cut(random, [0, 0, 12, 9], 2 + random.below(6));
  const rooms = boxes.map((box, at) => room(`room-${at}`, box));
  const openings = rooms.map((_, at) =>
    makeOpening(
      `door-${at}`,
      "door",
      { room_id: `room-${at}`, edge: random.below(4) },
      { offset: 0.6, width: 0.8 },
    ),
  );
  return { rooms, openings };
};

/** Pulls a wall of some room, by as much as two metres. */
export const pullWall = (random: Random, plan: PlanData): PlanData => {
  const found = roomsOf(plan)[random.below(roomsOf(plan).length)];
  const edge = random.below(found?.walls.length ?? 1);
  const wall = found?.walls[edge];
  const length = wall === undefined ? 0 : lengthOf(wall);
  if (found === undefined || wall === undefined || length === 0) return plan;
  const [x, z] = minus(wall.to, wall.from);
  const far = random.below(41) / 10 - 2;
  return moveWall(plan, refOf(found.entity), edge, times([z, -x], far / length));
};

/** What somebody does to the rooms: mostly pulls a wall. */
export const drag = (random: Random, plan: PlanData): PlanData => {
  const found = roomsOf(plan)[random.below(roomsOf(plan).length)];
  if (found === undefined) return plan;
  const ref = refOf(found.entity);
  switch (random.below(7)) {
    case 0: {
      const at = random.below(found.corners.length);
      const by = [random.below(41) / 10 - 2, 0.3] as const;
      return moveCorner(plan, ref, at, tidyPoint(plus(found.corners[at] ?? [0, 0], by)));
    }
    case 1:
      return removeWithParts(plan, [ref]).plan;
    case 2: {
      const [left, top] = [13 + random.below(30) / 10, random.below(60) / 10];
      const id = `new-${random.below(2 ** 32)}`;
      const door = makeOpening(
        `door-${id}`,
        "door",
        { room_id: id, edge: 0 },
        { offset: 1, width: 0.8 },
      );
      const added = addElements(plan, "rooms", room(id, [left, top, left + 3, top + 3]));
      return {
        ...addElements(added, "openings", door),
        labels: { ...Object(plan["labels"]), [id]: [left, top] },
      };
    }
    default:
      return pullWall(random, plan);
  }
};

/** The plan with a side for each choice, in their order; mine where none is given. */
export const answered = (
  plan: PlanData,
  conflicts: readonly Conflict[],
  theirs: PlanData,
  sides: readonly Side[],
): PlanData =>
  choicesIn(conflicts)
    .filter((_, at) => sides[at] === "theirs")
    .flat()
    .reduce((chosen, conflict) => takeTheirs(chosen, conflict, theirs), plan);

/** All ways to answer so many choices. */
export const allAnswers = (count: number): readonly (readonly Side[])[] =>
  Array.from({ length: 2 ** count }, (_, bits) =>
    Array.from({ length: count }, (_none, at) => ((bits >> at) % 2 === 0 ? "mine" : "theirs")),
  );

/** The corners of a room. */
export const cornersAt = (plan: PlanData, id: string): unknown =>
  findEntity(plan, "rooms", id)?.data["points"];
