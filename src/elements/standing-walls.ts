import { halfWall, lengthOf, nearestOn, type Wall } from "../geometry/wall.ts";
import { dot, minus, type Point, tidy } from "../geometry/vector.ts";
import { entitiesOf, type Entity, type PlanData } from "./entities.ts";
import { levelOf, shownLevel } from "./levels.ts";
import { pointsAround } from "./places.ts";
import { halfWallOf, roomsOn } from "./rooms.ts";
import { thicknessIn } from "./wall-thickness.ts";

/** A wall that is of no room. */
export interface StandingWall extends Wall {
  readonly entity: Entity;
  /** Half its thickness, in metres. */
  readonly half: number;
}

/** The walls of no room on a level; undefined is the first. Without a thickness they have the plan's. */
export const standingWallsOn = (
  plan: PlanData,
  level: string | undefined,
): readonly StandingWall[] => {
  const shown = shownLevel(plan, level);
  return entitiesOf(plan, "walls").flatMap((entity) => {
    const [from, to] = pointsAround(plan, entity);
    if (from === undefined || to === undefined || levelOf(plan, entity.data) !== shown) return [];
    const thickness = thicknessIn(entity.data, "thickness") ?? thicknessIn(plan, "wall_thickness");
    const half = thickness === undefined ? halfWall : tidy(thickness / 2);
    return [{ entity, from, to, half }];
  });
};

/** How one end of a wall meets others. */
export interface Meeting {
  /** Metres by which it goes on into a wall that it meets at about a right angle. */
  readonly into: number;
  /** The radius of the round end with which it meets one at another angle, in metres. */
  readonly round: number;
}

/** A wall that ends may meet. */
interface Met extends Wall {
  readonly half: number;
}

const meeting = (wall: StandingWall, end: Point, others: readonly Met[]): Meeting => {
  const run = minus(wall.to, wall.from);
  let [into, round] = [0, 0];
  for (const other of others) {
    if (other === wall || nearestOn(other, end).away >= 0.005 || lengthOf(other) === 0) continue;
    const slant = dot(run, minus(other.to, other.from)) / (lengthOf(wall) * lengthOf(other));
    if (Math.abs(slant) < 0.02) into = Math.max(into, other.half);
    else round = Math.max(round, Math.min(wall.half, other.half));
  }
  return { into, round };
};

/** How the walls of no room on a level meet others at both of their ends, those of rooms included. */
export const meetingsOn = (
  plan: PlanData,
  level: string | undefined,
): readonly { readonly wall: StandingWall; readonly ends: readonly [Meeting, Meeting] }[] => {
  const standing = standingWallsOn(plan, level);
  if (standing.length === 0) return [];
  const ofRooms = roomsOn(plan, level).flatMap((room) =>
    room.walls.map(({ from, to }, edge): Met => ({ from, to, half: halfWallOf(room, plan, edge) })),
  );
  const all = [...standing, ...ofRooms.filter(({ half }) => half > 0)];
  return standing
    .filter((wall) => lengthOf(wall) > 0)
    .map((wall) => ({
      wall,
      ends: [meeting(wall, wall.from, all), meeting(wall, wall.to, all)],
    }));
};

/** The four corners of a wall of no room, clockwise on the screen; `into` lengthens its ends, in metres. */
export const outlineOfStanding = (
  { from, to, half }: StandingWall,
  [before, after]: readonly [number, number] = [0, 0],
): readonly Point[] => {
  const length = lengthOf({ from, to });
  const [x, z] = length === 0 ? [1, 0] : minus(to, from).map((metres) => metres / length);
  const at = (end: Point, along: number, across: number): Point => [
    end[0] + (x ?? 0) * along + (z ?? 0) * across,
    end[1] + (z ?? 0) * along - (x ?? 0) * across,
  ];
  return [
    at(from, -before, half),
    at(to, after, half),
    at(to, after, -half),
    at(from, -before, -half),
  ];
};
