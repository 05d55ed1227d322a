import { closedPath } from "../../../model/geometry/svg-path.ts";
import {
  distance,
  dot,
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
import type { Floor } from "../../../model/elements/floor.ts";
import { blockersOn } from "./light-blockers.ts";
import { beam, type LightFrame, reach } from "./light-frame.ts";
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

/** What is left of an area around the origin on the side of a line through it to which `towards` points. */
const halfOf = (area: readonly Point[], towards: Point): readonly Point[] =>
  area.flatMap((point, at): readonly Point[] => {
    const next = area[(at + 1) % area.length] ?? point;
    const [here, there] = [dot(point, towards), dot(next, towards)];
    const kept = here >= 0 ? [point] : [];
    if (here >= 0 === there >= 0) return kept;
    return [...kept, plus(point, times(minus(next, point), here / (here - there)))];
  });

/** The part of an area around the origin that is in the beam of a spot, along `z`. */
const inBeam = (area: readonly Point[]): readonly Point[] =>
  [-1, 1].reduce((left, side) => halfOf(left, turned([side, 0], (side * beam) / 2)), area);

/**
 * The SVG path of the area that a lamp lights, in its own coordinates: walls stop its light, and what is open in them lets it
 * through.
 */
export const litPath = (frame: LightFrame, lit: LitFloor): string => {
  const blockers = blockersOn(lit);
  const source = sourceOf(frame.origin, blockers, lit.floor);
  const { origin, degrees, stretch, isBeam } = frame;
  const far = reach * stretch;
  const turnedBack = (point: Point): Point => turned(point, -degrees);
  const offset = turnedBack(minus(source, origin));
  const seen = visibleFrom(source, blockers.near(source, far), far).map(turnedBack);
  const inFrame = (point: Point): Point => {
    const [along, across] = plus(point, offset);
    return [along / stretch, across];
  };
  return closedPath((isBeam ? inBeam(seen) : seen).map(inFrame));
};
