import type { PlanData } from "../../model/elements/entities.ts";
import { type Room, roomsOf } from "../../model/elements/rooms.ts";
import { isNested, noArea, sharedArea } from "../../model/geometry/overlap.ts";
import { areApart } from "../../model/geometry/polygon.ts";

/** Two rooms of which neither lies wholly in the other, and the square metres that they share. */
export interface RoomOverlap {
  readonly rooms: readonly [Room, Room];
  readonly area: number;
}

const overlapOf = (one: Room, other: Room): number => {
  if (one.level !== other.level || areApart(one.box, other.box)) return 0;
  const shared = sharedArea(one.corners, other.corners) ?? 0;
  return shared <= noArea || isNested(shared, one.corners, other.corners) ? 0 : shared;
};

/** The rooms of a plan that overlap, as far as that can be told of their corners. */
export const roomOverlaps = (plan: PlanData): readonly RoomOverlap[] =>
  roomsOf(plan).flatMap((one, at, all) =>
    all.slice(at + 1).flatMap((other) => {
      const area = overlapOf(one, other);
      return area > 0 ? [{ rooms: [one, other], area }] : [];
    }),
  );
