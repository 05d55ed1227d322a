import { halfWallOf, isInRoom, reachOf, type Room, roomsOf } from "./rooms.ts";
import type { PlanData } from "./entities.ts";
import { inset } from "../geometry/polygon.ts";
import { closedPath } from "../geometry/svg-path.ts";
import { halfWall, isAlong, outerWall, type Point } from "../geometry/vector.ts";
import { shownLevel } from "./levels.ts";

/** Walls of one thickness, or the outlines of walls of several. */
export interface WallPaths {
  readonly path: string;
  /** Thickness in metres, from face to face; 0 for outlines. */
  readonly width: number;
}

/** The walls of indoor rooms as SVG paths. */
export interface Walls {
  /** The walls of usual thickness. */
  readonly usual: string;
  /** The others, by their thickness. */
  readonly own: readonly WallPaths[];
  /** The area within the outer faces, if the outer walls do not all have the usual thickness. */
  readonly around?: string;
}

/** The lines of walls around rooms. */
export const along = (rooms: readonly Room[]): string =>
  rooms.map(({ corners }) => closedPath(corners)).join("");

const isEven = ({ own }: Room): boolean => own.length === 0;

const isUsual = (room: Room): boolean => isEven(room) && room.reach.half === halfWall;

/** A room with its walls. Walls to other rooms end at their faces, so that no corner sticks out. */
const withWalls = (room: Room, rooms: readonly Room[], plan: PlanData): string => {
  const depths = room.walls.map((wall, edge) => {
    const isInner = rooms.some(
      (other) => other !== room && other.walls.some((each) => isAlong(each, wall)),
    );
    return -(isInner ? halfWallOf(room, plan, edge) : reachOf(room, edge).outer);
  });
  return closedPath(inset(room.corners, depths));
};

/** The walls of a room whose corners say how thick they are, between their outer and their inner faces. */
const outlineOfWalls = (room: Room, rooms: readonly Room[], plan: PlanData): string => {
  const halves = room.walls.map((_, edge) => halfWallOf(room, plan, edge));
  // The other way around, so that the room is left out.
  return withWalls(room, rooms, plan) + closedPath(inset(room.corners, halves).toReversed());
};

/** The wall paths of a floor. */
const wallsOfFloor = (plan: PlanData, rooms: readonly Room[]): Walls => {
  const usual = along(rooms.filter(isUsual));
  if (rooms.every((room) => isUsual(room) && room.reach.outer === outerWall))
    return { usual, own: [] };
  const even = rooms.filter((room) => isEven(room) && !isUsual(room));
  const halves = new Set(even.map(({ reach }) => reach.half));
  return {
    usual,
    own: [
      ...[...halves].map((half) => ({
        path: along(even.filter(({ reach }) => reach.half === half)),
        width: half * 2,
      })),
      ...rooms
        .filter((room) => !isEven(room))
        .map((room) => ({ path: outlineOfWalls(room, rooms, plan), width: 0 })),
    ],
    around: rooms.map((room) => withWalls(room, rooms, plan)).join(""),
  };
};

/** The rooms of one level, and what is derived from them. */
export interface Floor {
  /** Its id, undefined in a plan without levels. */
  readonly level: string | undefined;
  /** Outdoor rooms come first, as they are drawn undermost. */
  readonly rooms: readonly Room[];
  /** The rooms by id, for openings; the first of duplicates. */
  readonly byId: ReadonlyMap<string | undefined, Room>;
  /** The walls of the indoor rooms. */
  readonly walls: Walls;
  /** Half the thickness of a room's wall at a point on it, in metres. */
  readonly halfAt: (room: Room, edge: number, at: Point) => number;
  /** The indoor room at a place. */
  readonly roomAt: (place: Point) => Room | undefined;
}

const makeFloor = (plan: PlanData, level: string | undefined, rooms: readonly Room[]): Floor => {
  const inner = rooms.filter((room) => !room.isOutdoor);
  return {
    level,
    rooms: [...rooms.filter((room) => room.isOutdoor), ...inner],
    byId: new Map(rooms.toReversed().map((room) => [room.id, room])),
    walls: wallsOfFloor(plan, inner),
    halfAt: (room, edge, at) => halfWallOf(room, plan, edge, at),
    roomAt: (place) => inner.find((room) => isInRoom(room, place)),
  };
};

const known = new WeakMap<readonly Room[], Map<string | undefined, Floor>>();

/**
 * The floor of a level, or of the first one if the level does not exist. Cached while rooms and levels stay the same.
 */
export const floorOf = (plan: PlanData, wanted: string | undefined): Floor => {
  const level = shownLevel(plan, wanted);
  const all = roomsOf(plan);
  const floors = known.get(all) ?? new Map<string | undefined, Floor>();
  known.set(all, floors);
  const floor =
    floors.get(level) ??
    makeFloor(
      plan,
      level,
      all.filter((room) => room.level === level && room.corners.length > 0),
    );
  floors.set(level, floor);
  return floor;
};

interface Kept<Result> {
  readonly causes: readonly unknown[];
  readonly result: Result;
}

/** A function of a floor that keeps its last result as long as the floor and these fields of the plan stay the same. */
export const keptByFloor = <Result>(
  fields: readonly string[],
  make: (plan: PlanData, floor: Floor) => Result,
): ((plan: PlanData, floor: Floor) => Result) => {
  const results = new WeakMap<Floor, Kept<Result>>();
  return (plan, floor) => {
    const causes = fields.map((field) => plan[field]);
    const last = results.get(floor);
    if (last?.causes.every((cause, at) => cause === causes[at]) === true) return last.result;
    const result = make(plan, floor);
    results.set(floor, { causes, result });
    return result;
  };
};
