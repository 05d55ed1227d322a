import {
  halfWall,
  isAlong,
  nearestOn,
  outerWall,
  type Point,
  roundForStorage,
  touching,
  type Wall,
  wallsOf,
} from "../geometry/vector.ts";
import {
  cornersIn,
  isList,
  isObject,
  type Json,
  type JsonObject,
  listIn,
  numberIn,
  pointIn,
  textIn,
} from "../json.ts";
import { entitiesOf, type Entity, idOf, type PlanData, type Ref, refOf } from "./entities.ts";
import { type Box, boxAround, inset, isInBox, isInside } from "../geometry/polygon.ts";
import { levelOf, shownLevel } from "./levels.ts";

/** The thinnest and the thickest walls that are drawn, in metres. */
export const [minThickness, maxThickness] = [0.01, 2];

/** The fields of a plan and of a room with the thickness of walls. */
export const thicknessFields = ["wall_thickness", "outer_wall_thickness"] as const;

/** A field of a plan, a room or a freestanding wall with a thickness. */
export type ThicknessField = (typeof thicknessFields)[number] | "thickness";

/** The thickness in a field, in metres; undefined if there is none or it is out of range. */
export const thicknessIn = (data: JsonObject, field: ThicknessField): number | undefined => {
  const metres = numberIn(data[field], undefined);
  return metres !== undefined && metres >= minThickness && metres <= maxThickness
    ? metres
    : undefined;
};

/** How far walls extend from the line through their corners, in metres. */
interface WallReach {
  /** Into the room, and on both sides of a wall between two rooms. */
  readonly half: number;
  /** To the outside of the building. */
  readonly outer: number;
}

/**
 * How far a room's walls extend. The room's own `wall_thickness` and `outer_wall_thickness` override the plan's;
 * without an outer thickness, outer walls are thicker by the usual difference.
 */
export const wallReachOf = (plan: PlanData, room: JsonObject): WallReach => {
  const thickness = (field: (typeof thicknessFields)[number]): number | undefined =>
    thicknessIn(room, field) ?? thicknessIn(plan, field);
  const [inner, whole] = [thickness("wall_thickness"), thickness("outer_wall_thickness")];
  const half = inner === undefined ? halfWall : roundForStorage(inner / 2);
  const outer = whole === undefined ? half + outerWall - halfWall : Math.max(half, whole - half);
  return { half, outer: roundForStorage(outer) };
};

/** What a corner says of the wall that begins there. */
interface OwnReach extends WallReach {
  /** How far from the wall's line the room ends; negative beyond the line. */
  readonly face: number;
}

/**
 * What the corners say of their walls, in an object after the coordinates: `wall` is the thickness, 0 where the room is
 * open, and `face` how far from the line the room ends, by default at the wall's face.
 */
const ownReachesIn = (points: Json | undefined): readonly (OwnReach | undefined)[] => {
  const own = listIn(points).flatMap((corner: Json) => {
    if (pointIn(corner) === undefined) return [];
    const said = isList(corner) ? corner[2] : undefined;
    const thickness = isObject(said) ? numberIn(said["wall"], -1) : -1;
    if (!isObject(said) || thickness < 0 || thickness > maxThickness) return [undefined];
    const half = roundForStorage(thickness / 2);
    return [{ half, outer: half, face: numberIn(said["face"], half) }];
  });
  return own.some((each) => each !== undefined) ? own : [];
};

/** A room and what is computed from its corners; these are empty if the corners are invalid. */
export interface Room {
  readonly entity: Entity<"rooms">;
  readonly id: string | undefined;
  readonly level: string | undefined;
  readonly corners: readonly Point[];
  readonly walls: readonly Wall[];
  readonly box: Box;
  /** Whether the room is outdoors, by the plan's `outdoor` or a field of its own; its walls are not drawn. */
  readonly isOutdoor: boolean;
  /** How far its walls extend from the lines through its corners. */
  readonly reach: WallReach;
  /** The same for walls of which their corner says it; empty if none does. */
  readonly own: readonly (OwnReach | undefined)[];
}

/** How far a wall of a room extends: as its corner says, else as all walls of the room. */
export const reachOf = ({ own, reach }: Room, edge: number): WallReach => own[edge] ?? reach;

interface Rooms {
  readonly plan: PlanData;
  readonly all: readonly Room[];
  /** The first room with each id. */
  readonly byId: ReadonlyMap<string | undefined, Room>;
  /** Whether all walls are equally thick, as in most plans. */
  readonly isEven: boolean;
}

const nowhere: Box = { left: 0, top: 0, width: 0, height: 0 };

const makeRooms = (plan: PlanData): Rooms => {
  const outdoor = textIn(plan["outdoor"]);
  const all = entitiesOf(plan, "rooms").map((entity): Room => {
    const { data } = entity;
    const [id, corners] = [idOf(data), cornersIn(data["points"])];
    return {
      entity,
      id,
      level: levelOf(plan, data),
      corners,
      walls: wallsOf(corners),
      box: boxAround(corners) ?? nowhere,
      isOutdoor: (outdoor !== undefined && id === outdoor) || data["outdoor"] === true,
      reach: wallReachOf(plan, data),
      own: ownReachesIn(data["points"]),
    };
  });
  return {
    plan,
    all,
    byId: new Map(all.toReversed().map((room) => [room.id, room])),
    isEven: all.every(({ own, reach }) => own.length === 0 && reach.half === all[0]?.reach.half),
  };
};

const byPlan = new WeakMap<PlanData, Rooms>();
const byList = new WeakMap<readonly Json[], Rooms>();

/** The other fields of a plan that its rooms depend on. */
const causes: readonly string[] = ["levels", "outdoor", ...thicknessFields];

const indexOf = (plan: PlanData): Rooms => {
  const made = byPlan.get(plan);
  if (made !== undefined) return made;
  const { rooms } = plan;
  const last = isList(rooms) ? byList.get(rooms) : undefined;
  const isKept = causes.every((field) => last?.plan[field] === plan[field]);
  const index = last !== undefined && isKept ? last : makeRooms(plan);
  byPlan.set(plan, index);
  if (isList(rooms)) byList.set(rooms, index);
  return index;
};

/** All rooms of a plan in order. Cached while the list and the fields that rooms depend on stay the same. */
export const roomsOf = (plan: PlanData): readonly Room[] => indexOf(plan).all;

/** The rooms on a floor; undefined means the first floor. */
export const roomsOn = (plan: PlanData, level: string | undefined): readonly Room[] => {
  const shown = shownLevel(plan, level);
  return roomsOf(plan).filter((room) => room.level === shown);
};

/** Whether a point lies in a room. */
export const isInRoom = ({ box, corners }: Room, point: Point): boolean =>
  isInBox(point, box) && isInside(point, corners);

/**
 * Half the thickness of a room's wall in metres, from the line through its corners to its face. Where rooms share the
 * wall, the thicker one counts: at a point on the wall, or anywhere along it if `at` is undefined. An outdoor room has
 * no walls of its own, so only another room's count.
 */
export const halfWallOf = (room: Room, plan: PlanData, edge: number, at?: Point): number => {
  const own = room.isOutdoor ? 0 : reachOf(room, edge).half;
  const wall = room.walls[edge];
  const { all, isEven } = indexOf(plan);
  if (wall === undefined || (isEven && own > 0)) return own;
  const isThere = (other: Wall): boolean =>
    isAlong(wall, other) && (at === undefined || nearestOn(other, at).away < touching);
  const sharing = all
    .filter(({ level, isOutdoor }) => level === room.level && !isOutdoor)
    .flatMap((other) =>
      other.walls.flatMap((each, index) => {
        const { half } = reachOf(other, index);
        return half > own && isThere(each) ? [half] : [];
      }),
    );
  return Math.max(own, ...sharing);
};

/**
 * The corners of what is within the walls, the outline that furniture stands against. A wall of which a corner says its
 * thickness ends there for this room, whatever the room behind says.
 */
export const insideOf = (room: Room, plan: PlanData): readonly Point[] =>
  room.isOutdoor
    ? room.corners
    : inset(
        room.corners,
        room.corners.map((_, edge) => room.own[edge]?.face ?? halfWallOf(room, plan, edge)),
      );

/** An unused name for a room, such as `Room 2`. */
export const freeRoomName = (taken: ReadonlySet<string>, word: string): string => {
  for (let number = 1; ; number += 1) {
    const name = `${word} ${number}`;
    if (!taken.has(name)) return name;
  }
};

/** The room with an id; the first if two have it. */
export const findRoom = (plan: PlanData, id: string | undefined): Room | undefined =>
  id === undefined ? undefined : indexOf(plan).byId.get(id);

/** The room of a ref. */
export const findRoomOf = (plan: PlanData, ref: Ref): Room | undefined =>
  roomsOf(plan).find(({ entity }) => refOf(entity) === ref);

/**
 * A wall of a room or a freestanding wall. `edge` is its number among the walls of its owner, which is 0 for a freestanding
 * one, as it owns itself alone.
 */
export interface OwnedWall extends Wall {
  readonly owner: Ref;
  readonly edge: number;
}

/** The walls of all rooms on a floor. */
export const wallsOn = (plan: PlanData, level: string | undefined): readonly OwnedWall[] =>
  roomsOn(plan, level).flatMap(({ entity, walls }) =>
    walls.map((wall, edge) => ({ ...wall, owner: refOf(entity), edge })),
  );
