import { findRef, idOf, type PlanData } from "../../model/elements/entities.ts";
import { roomIdOf, type RoomWall, wallsOn } from "../../model/elements/rooms.ts";
import { nearestWall, type Point, type Span } from "../../model/geometry/vector.ts";
import type { JsonObject } from "../../model/json.ts";
import { spanOf, withSpan } from "../../model/kinds/opening.ts";
import { addElements } from "../../model/editing/change.ts";
import { freeSpan, takenOn } from "../../model/editing/openings.ts";

/** Metres from a wall at which an opening still finds it: a copy is put half a metre aside. */
const finding = 0.8;

const idOfRoom = (plan: PlanData, { room }: RoomWall): string | undefined =>
  idOf(findRef(plan, room)?.data);

/** Where in a wall an opening goes: there, or beside the one that is there. */
const spanAt = (
  plan: PlanData,
  level: string | undefined,
  { wall, along }: { readonly wall: RoomWall; readonly along: number },
  width: number,
): Span | undefined => {
  const taken = takenOn(plan, level, wall);
  const under = taken.find(({ from, to }) => from < along && along < to);
  const places = under === undefined ? [along] : [under.to, under.from];
  return places
    .map((place) => freeSpan({ offset: place, width }, place, wall, taken))
    .find((span) => span !== undefined);
};

/**
 * Adds an opening, made already, to the wall on a level that is nearest to a point: of its own room first. The plan
 * stays as it is where no wall is near, or none has a place left.
 */
export const putOpening = (
  plan: PlanData,
  level: string | undefined,
  opening: JsonObject,
  at: Point,
): PlanData => {
  const walls = wallsOn(plan, level).filter((wall) => idOfRoom(plan, wall) !== undefined);
  const own = walls.filter((wall) => idOfRoom(plan, wall) === roomIdOf(opening));
  for (const some of [own, walls]) {
    const found = nearestWall(some, at, finding);
    const span = found && spanAt(plan, level, found, spanOf(opening).width);
    const room = found && idOfRoom(plan, found.wall);
    if (found === undefined || span === undefined || room === undefined) continue;
    const placed = { ...withSpan(opening, span), room_id: room, edge: found.wall.edge };
    return addElements(plan, "openings", placed);
  }
  return plan;
};
