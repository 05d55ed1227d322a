import { halfWallOf, type Room } from "../../model/elements/rooms.ts";
import type { PlanData } from "../../model/elements/entities.ts";
import { inset } from "../../model/geometry/polygon.ts";
import { closedPath } from "../../model/geometry/svg-path.ts";
import { halfWall, isAlong, outerWall } from "../../model/geometry/vector.ts";

/** Walls of one thickness. */
export interface Strokes {
  readonly path: string;
  /** In metres, from face to face. */
  readonly width: number;
}

/** The walls of the rooms within the building, as SVG paths. */
export interface Walls {
  /** Along the walls that are as thick as usual. */
  readonly usual: string;
  /** The others, by their thickness. */
  readonly own: readonly Strokes[];
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
export const wallsOfFloor = (plan: PlanData, rooms: readonly Room[]): Walls => {
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
