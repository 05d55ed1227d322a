import {
  cross,
  dot,
  halfWall,
  lengthOf,
  minus,
  nearestOn,
  type Point,
  roundForStorage,
  times,
  touching,
  type Wall,
} from "../geometry/vector.ts";
import { endsIn } from "../json.ts";
import { entitiesOf, type Entity, type PlanData } from "./entities.ts";
import { levelOf, shownLevel } from "./levels.ts";
import { halfWallOf, roomsOn, thicknessIn } from "./rooms.ts";

/** A freestanding wall. */
export interface StandingWall extends Wall {
  readonly entity: Entity;
  /** Half its thickness, in metres. */
  readonly half: number;
}

/** A freestanding wall, as thick as it says, else as the plan says; undefined if its ends are invalid. */
export const standingWall = (plan: PlanData, entity: Entity): StandingWall | undefined => {
  const [from, to] = endsIn(entity.data);
  if (from === undefined || to === undefined) return undefined;
  const thickness = thicknessIn(entity.data, "thickness") ?? thicknessIn(plan, "wall_thickness");
  return {
    entity,
    from,
    to,
    half: thickness === undefined ? halfWall : roundForStorage(thickness / 2),
  };
};

/** The freestanding walls on a floor; undefined means the first floor. */
export const standingWallsOn = (
  plan: PlanData,
  level: string | undefined,
): readonly StandingWall[] => {
  const shown = shownLevel(plan, level);
  return entitiesOf(plan, "walls").flatMap((entity) => {
    return levelOf(plan, entity.data) === shown ? (standingWall(plan, entity) ?? []) : [];
  });
};

/** How one end of a wall joins other walls. */
export interface WallJoint {
  /**
   * Metres by which the left side (in the wall's direction) extends to the far face of the other wall; negative if it
   * stops short.
   */
  readonly left: number;
  /** The same for the right side. */
  readonly right: number;
  /** Radius in metres of the round end that covers a joint without a common face; 0 if there is none. */
  readonly round: number;
}

/** A wall that others may join. */
interface JoinableWall extends Wall {
  readonly half: number;
}

/** The slope for an angle of 30°; at sharper angles the faces would meet in a spike. */
const steepest = 1.74;

const meeting = (wall: StandingWall, end: Point, others: readonly JoinableWall[]): WallJoint => {
  const run = minus(wall.to, wall.from);
  const met = others.filter((other) => other !== wall && nearestOn(other, end).away < touching);
  const slopeOf = ({ from, to }: Wall): number =>
    dot(run, minus(to, from)) / cross(run, minus(to, from));
  let [half, slope, round] = [0, 0, 0];
  for (const other of met) {
    const found = slopeOf(other);
    // Where walls at different angles meet the end, only a square joint has a common face.
    const isOne = met.every((each) => Math.abs(slopeOf(each) - found) < 0.02);
    if (Math.abs(found) < (isOne ? steepest : 0.02))
      [half, slope] = [Math.max(half, other.half), found];
    else round = Math.max(round, other.half);
  }
  const [into, aside] = [half * Math.hypot(1, slope), wall.half * slope];
  return { left: into - aside, right: into + aside, round: Math.min(wall.half, round) };
};

/** The freestanding walls on a floor, each with the joints at its ends, also with walls of rooms. */
export const wallJointsOn = (
  plan: PlanData,
  level: string | undefined,
): readonly { readonly wall: StandingWall; readonly ends: readonly [WallJoint, WallJoint] }[] => {
  const standing = standingWallsOn(plan, level);
  if (standing.length === 0) return [];
  const ofRooms = roomsOn(plan, level).flatMap((room) =>
    room.walls.map(({ from, to }, edge): JoinableWall => ({
      from,
      to,
      half: halfWallOf(room, plan, edge),
    })),
  );
  const all = [...standing, ...ofRooms].filter((wall) => wall.half * lengthOf(wall) > 0);
  return standing
    .filter((wall) => lengthOf(wall) > 0)
    .map((wall) => ({
      wall,
      ends: [meeting(wall, wall.from, all), meeting(wall, wall.to, all)],
    }));
};

/** The four corners of a freestanding wall with its joints, clockwise on the screen. */
export const outlineOfStanding = (
  { from, to, half }: StandingWall,
  [before, after]: readonly [WallJoint, WallJoint],
): readonly Point[] => {
  // A wall without a length, which imported plans may have, becomes a point.
  const [x, z] = times(minus(to, from), 1 / (lengthOf({ from, to }) || 1));
  const at = ([atX, atZ]: Point, along: number, across: number): Point => [
    atX + x * along + z * across,
    atZ + z * along - x * across,
  ];
  return [
    at(from, -before.right, half),
    at(to, after.left, half),
    at(to, after.right, -half),
    at(from, -before.left, -half),
  ];
};
