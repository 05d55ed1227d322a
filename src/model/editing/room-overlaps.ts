import { type PlanData, type Ref, refOf } from "../elements/entities.ts";
import { type Room, roomsOf, roomsOn } from "../elements/rooms.ts";
import { isNested, noArea, overlapDepth, sharedArea } from "../geometry/overlap.ts";
import { areApart } from "../geometry/polygon.ts";
import { isAlong, type Point, roundForStorage } from "../geometry/vector.ts";
import type { JsonObject } from "../json.ts";
import { areaOf } from "./add-remove.ts";

/** Two rooms that overlap by more than a wall's thickness. */
export interface RoomOverlap {
  readonly rooms: readonly [Room, Room];
  /** How far one reaches into the other, in metres. */
  readonly depth: number;
}

/** The most walls of two rooms to compare; rooms of real plans have a few each. */
const maxWalls = 2000;

/**
 * A room drawn within another does not overlap it, unless it has about the same area, as one that was pasted twice.
 * Zero if the rooms have too many corners to be measured in a frame.
 */
const measuredDepth = (one: readonly Point[], other: readonly Point[]): number => {
  if (one.length + other.length > maxWalls) return 0;
  const shared = sharedArea(one, other) ?? 0;
  if (shared <= noArea) return 0;
  const [smaller = 0, larger = 0] = [areaOf(one), areaOf(other)].toSorted((a, b) => a - b);
  if (isNested(shared, one, other) && smaller < 0.9 * larger) return 0;
  return overlapDepth(one, other);
};

const known = new WeakMap<JsonObject, WeakMap<JsonObject, number>>();

/** Kept for each pair of rooms, since every frame of a drag asks for all that do not move. */
const depthOf = (one: Room, other: Room): number => {
  const [data, otherData] = [one.entity.data, other.entity.data];
  const depths = known.get(data) ?? new WeakMap<JsonObject, number>();
  known.set(data, depths);
  const depth = depths.get(otherData) ?? measuredDepth(one.corners, other.corners);
  depths.set(otherData, depth);
  return depth;
};

/** Outdoor rooms have no walls that may lie over one another. */
const wallBetween = (rooms: readonly Room[]): number =>
  Math.min(...rooms.map(({ isOutdoor, reach }) => (isOutdoor ? 0 : reach.half * 2)));

const overlapOf = (one: Room, other: Room): RoomOverlap | undefined => {
  if (one.level !== other.level || areApart(one.box, other.box, -noArea)) return undefined;
  const depth = roundForStorage(depthOf(one, other));
  return depth > Math.max(noArea, wallBetween([one, other]))
    ? { rooms: [one, other], depth }
    : undefined;
};

const among = (rooms: readonly Room[]): readonly RoomOverlap[] =>
  rooms.flatMap((one, at) => rooms.slice(at + 1).flatMap((other) => overlapOf(one, other) ?? []));

/** The pairs of rooms that overlap, on all floors. */
export const roomOverlaps = (plan: PlanData): readonly RoomOverlap[] => among(roomsOf(plan));

const onLevel = new WeakMap<object, Map<string | undefined, readonly RoomOverlap[]>>();

/** The pairs of rooms that overlap on a floor; kept as long as the plan has the same rooms. */
export const roomOverlapsOn = (
  plan: PlanData,
  level: string | undefined,
): readonly RoomOverlap[] => {
  const all = roomsOf(plan);
  const levels = onLevel.get(all) ?? new Map<string | undefined, readonly RoomOverlap[]>();
  onLevel.set(all, levels);
  const found = levels.get(level) ?? among(roomsOn(plan, level));
  levels.set(level, found);
  return found;
};

/** Whether rooms among these share walls with rooms that are not among them. */
export const adjoinsOthers = (plan: PlanData, refs: readonly Ref[]): boolean => {
  const named = new Set(refs);
  const isNamed = ({ entity }: Room): boolean => named.has(refOf(entity));
  const all = roomsOf(plan);
  return all.filter(isNamed).some((room) =>
    all
      .filter((other) => !isNamed(other) && other.level === room.level)
      // Boxes that touch are not apart.
      .filter((other) => !areApart(room.box, other.box, noArea))
      .some((other) => room.walls.some((wall) => other.walls.some((each) => isAlong(wall, each)))),
  );
};
