import { halfWallOf, isInRoom, type Room, roomsOf } from "../../model/elements/rooms.ts";
import type { PlanData } from "../../model/elements/entities.ts";
import { inset } from "../../model/geometry/polygon.ts";
import { closedPath } from "../../model/geometry/svg-path.ts";
import { halfWall, isAlong, outerWall, type Point } from "../../model/geometry/vector.ts";
import { shownLevel } from "../../model/elements/levels.ts";

/** Walls of one thickness. */
export interface WallPaths {
  readonly path: string;
  /** In metres, from face to face. */
  readonly width: number;
}

/** The walls of the rooms within the building, as SVG paths. */
export interface Walls {
  /** Along the walls that are as thick as usual. */
  readonly usual: string;
  /** The others, by their thickness. */
  readonly own: readonly WallPaths[];
  /** Around the rooms up to the outer faces, where those are not all as far away as usual. */
  readonly around?: string;
}

const along = (rooms: readonly Room[]): string =>
  rooms.map(({ corners }) => closedPath(corners)).join("");

const isUsual = ({ reach }: Room): boolean => reach.half === halfWall;

/** A room with its walls. Those to other rooms end at their faces, so that no corner juts out there. */
const withWalls = (room: Room, rooms: readonly Room[], plan: PlanData): string => {
  const depths = room.walls.map((wall, edge) => {
    const isInner = rooms.some(
      (other) => other !== room && other.walls.some((each) => isAlong(each, wall)),
    );
    return -(isInner ? halfWallOf(room, plan, edge) : room.reach.outer);
  });
  return closedPath(inset(room.corners, depths));
};

/** How the walls of the rooms of a floor are drawn. */
const wallsOfFloor = (plan: PlanData, rooms: readonly Room[]): Walls => {
  const usual = along(rooms.filter(isUsual));
  if (rooms.every((room) => isUsual(room) && room.reach.outer === outerWall))
    return { usual, own: [] };
  const halves = new Set(rooms.filter((room) => !isUsual(room)).map(({ reach }) => reach.half));
  return {
    usual,
    own: [...halves].map((half) => ({
      path: along(rooms.filter(({ reach }) => reach.half === half)),
      width: half * 2,
    })),
    around: rooms.map((room) => withWalls(room, rooms, plan)).join(""),
  };
};

/** The rooms of one level that are drawn, and what follows from them. */
export interface Floor {
  /** Those in the open air first, as they lie undermost. */
  readonly rooms: readonly Room[];
  /** The rooms by id, for openings; of two with the same id, the first. */
  readonly byId: ReadonlyMap<string | undefined, Room>;
  /** The walls of the rooms inside the building. */
  readonly walls: Walls;
  /** Half the thickness of a room's wall at a place on it, in metres. */
  readonly halfAt: (room: Room, edge: number, at: Point) => number;
  /** The room inside the building that a place lies in. */
  readonly roomAt: (place: Point) => Room | undefined;
}

const makeFloor = (plan: PlanData, rooms: readonly Room[]): Floor => {
  const inner = rooms.filter((room) => !room.isOutdoor);
  return {
    rooms: [...rooms.filter((room) => room.isOutdoor), ...inner],
    byId: new Map(rooms.toReversed().map((room) => [room.id, room])),
    walls: wallsOfFloor(plan, inner),
    halfAt: (room, edge, at) => halfWallOf(room, plan, edge, at),
    roomAt: (place) => inner.find((room) => isInRoom(room, place)),
  };
};

const known = new WeakMap<readonly Room[], Map<string | undefined, Floor>>();

/** The floor of a level that a plan has, or of the first. Remembered while rooms and levels stay. */
export const floorOf = (plan: PlanData, wanted: string | undefined): Floor => {
  const level = shownLevel(plan, wanted);
  const all = roomsOf(plan);
  const floors = known.get(all) ?? new Map<string | undefined, Floor>();
  known.set(all, floors);
  const floor =
    floors.get(level) ??
    makeFloor(
      plan,
      all.filter((room) => room.level === level && room.corners.length > 0),
    );
  floors.set(level, floor);
  return floor;
};
