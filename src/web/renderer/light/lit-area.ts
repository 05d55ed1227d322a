import { closedPath } from "../../../model/geometry/svg-path.ts";
import {
  distance,
  lengthOf,
  minus,
  nearestOn,
  plus,
  type Point,
  times,
  turned,
} from "../../../model/geometry/vector.ts";
import type { WallGrid } from "../../../model/geometry/wall-grid.ts";
import { visibleFrom } from "../../../model/geometry/visibility.ts";
import type { Floor } from "../floor.ts";
import { blockersOn } from "./light-blockers.ts";
import { type LightFrame, reach } from "./light-frame.ts";
import type { LitFloor } from "./lit-floor.ts";

/** A lamp nearer than this to the middle of a wall hangs on it, in metres. */
const atWall = 0.03;

/** How far the light of such a lamp begins from there, within the room. */
const offWall = 0.05;

/** Where the light of a lamp begins: beside the wall that it hangs on. */
const sourceOf = (lamp: Point, blockers: WallGrid, floor: Floor): Point => {
  const wall = blockers
    .near(lamp, atWall)
    .find((each) => nearestOn(each, lamp).away < atWall && lengthOf(each) > 0);
  if (wall === undefined) return lamp;
  const [x, z] = times(minus(wall.to, wall.from), offWall / lengthOf(wall));
  const { point } = nearestOn(wall, lamp);
  const sides: readonly Point[] = [plus(point, [-z, x]), plus(point, [z, -x])];
  const nearest = sides.toSorted((one, other) => distance(one, lamp) - distance(other, lamp));
  return nearest.find((side) => floor.roomAt(side) !== undefined) ?? lamp;
};

/**
 * The SVG path of the area that a lamp lights, in its own coordinates: walls stop its light, and what is open in them lets it
 * through.
 */
export const litPath = (frame: LightFrame, lit: LitFloor): string => {
  const blockers = blockersOn(lit);
  const source = sourceOf(frame.origin, blockers, lit.floor);
  const { origin, degrees, stretch } = frame;
  const far = reach * stretch;
  const offset = minus(source, origin);
  const inFrame = (point: Point): Point => {
    const [along, across] = turned(plus(point, offset), -degrees);
    return [along / stretch, across];
  };
  return closedPath(visibleFrom(source, blockers.near(source, far), far).map(inFrame));
};
