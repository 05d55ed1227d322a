import {
  entriesOf,
  type Entity,
  findRef,
  type PlanData,
  type Ref,
  refOf,
} from "../elements/entities.ts";
import {
  centreOf,
  elementsOn,
  moved,
  outlineOf,
  pointsAround,
  roomAround,
} from "../elements/places.ts";
import {
  findRoomOf,
  halfWallOf,
  isInRoom,
  type Room,
  type OwnedWall,
  roomsOn,
} from "../elements/rooms.ts";
import { distance, isSame, nearestOn, plus, type Point, tidyPoint } from "../geometry/vector.ts";
import { isOnOrIn } from "../geometry/polygon.ts";
import { pointIn } from "../json.ts";
import { kinds, standingCollections } from "../kinds/kinds.ts";
import { withGroups } from "./arrange.ts";
import { updateElements, withEntries } from "./change.ts";
import { stepsClear } from "./clear-walls.ts";

/** Walls that move, and rooms that move with them. */
export interface WallMove {
  readonly level: string | undefined;
  /** The movement in metres. */
  readonly by: Point;
  /** The moving walls, as they were. */
  readonly walls: readonly OwnedWall[];
  /** Whether a room moves at a point of it; a room whose walls move may stay otherwise. */
  readonly takes: (room: Room, at: Point) => boolean;
}

/** Metres from a wall's face within which something stands at the wall. */
const close = 0.05;

/** A moving wall and the reach in metres within which things stand at it, in rooms and outside. */
interface Reach {
  readonly wall: OwnedWall;
  readonly inside: number;
  readonly outside: number;
}

const reachesOf = (plan: PlanData, walls: readonly OwnedWall[]): readonly Reach[] =>
  walls.flatMap((wall) => {
    const room = findRoomOf(plan, wall.owner);
    if (room === undefined) return [];
    const inside = halfWallOf(room, plan, wall.edge) + close;
    return [{ wall, inside, outside: Math.max(inside, room.reach.outer + close) }];
  });

const standsAt = (reaches: readonly Reach[], outline: readonly Point[], isInside: boolean) =>
  reaches.some(({ wall, inside, outside }) =>
    outline.some((point) => nearestOn(wall, point).away <= (isInside ? inside : outside)),
  );

/** The items that move: those that stand at a moving wall or in a moving room, with their groups. */
const carriedItems = (plan: PlanData, move: WallMove): readonly Ref[] => {
  const rooms = roomsOn(plan, move.level);
  const reaches = reachesOf(plan, move.walls);
  const goes = (item: Entity): boolean => {
    const at = centreOf(plan, item);
    if (at === undefined) return false;
    const room = roomAround(plan, item, rooms);
    if (room !== undefined && move.takes(room, at)) return true;
    const outline = outlineOf(item);
    const [corner = at] = outline;
    // Most things are far from the wall.
    const isNear = reaches.some(
      ({ wall, outside }) => nearestOn(wall, at).away <= outside + distance(at, corner),
    );
    return isNear && standsAt(reaches, outline, room !== undefined);
  };
  const points = standingCollections.filter((list) => kinds[list].place === "point");
  return withGroups(plan, elementsOn(plan, move.level, points).filter(goes).map(refOf));
};

/** The dimensions, with those of their ends moved that are on a moving wall or in a moving room. */
const carriedLines = (plan: PlanData, move: WallMove): ReadonlyMap<Ref, readonly Point[]> => {
  const rooms = roomsOn(plan, move.level);
  const reaches = reachesOf(plan, move.walls);
  const to = (end: Point): Point => {
    const isTaken = rooms.some((room) => move.takes(room, end) && isOnOrIn(end, room.corners));
    return isTaken || standsAt(reaches, [end], true) ? tidyPoint(plus(end, move.by)) : end;
  };
  return new Map(
    elementsOn(plan, move.level, ["dimensions"]).flatMap((line) => {
      const were = pointsAround(plan, line);
      const ends = were.map(to);
      return ends.some((end, at) => end !== were[at]) ? [[refOf(line), ends] as const] : [];
    }),
  );
};

/** The labels that move: those in moving rooms, and those that would no longer be in their room. */
const carriedLabels = (
  next: PlanData,
  plan: PlanData,
  { level, by, takes }: WallMove,
): readonly (readonly [string, Point])[] => {
  const labels = entriesOf(plan["labels"]);
  return roomsOn(plan, level).flatMap((room) => {
    const at = room.id === undefined ? undefined : pointIn(labels[room.id]);
    if (room.id === undefined || at === undefined) return [];
    const after = findRoomOf(next, refOf(room.entity));
    const isLeft = isInRoom(room, at) && after !== undefined && !isInRoom(after, at);
    return takes(room, at) || isLeft ? [[room.id, tidyPoint(plus(at, by))] as const] : [];
  });
};

/**
 * Moves what goes with walls: things that stand at them, before them or in rooms that move, dimensions and labels. `plan` is from
 * before the walls moved, `next` from after it.
 */
export const carryAlong = (next: PlanData, plan: PlanData, move: WallMove): PlanData => {
  if (isSame(move.by, [0, 0])) return next;
  const carried = carriedItems(plan, move);
  const steps = new Map<Ref, Point>([
    ...carried.map((ref) => [ref, move.by] as const),
    ...stepsClear(next, plan, move.level, move.walls, carried),
  ]);
  const edits = new Map<Ref, (data: Entity["data"]) => Entity["data"]>();
  for (const [ref, step] of steps) {
    // As it was before: ends of freestanding walls have moved already.
    const was = findRef(plan, ref);
    if (was !== undefined)
      edits.set(ref, () => moved(was, { to: (at) => plus(at, step), degrees: 0 }));
  }
  for (const [ref, [from, to]] of carriedLines(plan, move))
    if (!edits.has(ref)) edits.set(ref, (data) => (from && to ? { ...data, from, to } : data));
  const labels = Object.fromEntries(carriedLabels(next, plan, move));
  return withEntries(updateElements(next, edits), "labels", labels);
};
