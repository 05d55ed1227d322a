import type { OwnedWall } from "../../model/elements/rooms.ts";
import {
  angleOf,
  endsOf,
  fitSpan,
  lengthOf,
  minus,
  nearestWall,
  plus,
  type Point,
  type Span,
  turned,
} from "../../model/geometry/vector.ts";
import { roundingOf, type Snapping } from "./snapping.ts";

/** A place of an opening in a wall. */
export interface WallPosition {
  readonly wall: OwnedWall;
  readonly span: Span;
}

/** Reach around a wall for placing openings in metres. */
const finding = 0.6;

const snappedOffset = (
  along: number,
  width: number,
  length: number,
  snapping: Snapping,
): number => {
  const { isOn, tolerance } = snapping;
  if (!isOn) return along;
  // Most windows belong in the middle of a wall.
  if (Math.abs(along - length / 2) <= tolerance) return length / 2;
  return roundingOf(snapping)(along - width / 2) + width / 2;
};

/** The place for an opening of this width at a point; undefined if no wall is near. */
export const placeOnWall = (
  walls: readonly OwnedWall[],
  at: Point,
  width: number,
  snapping: Snapping,
): WallPosition | undefined => {
  const found = nearestWall(walls, at, Math.max(finding, snapping.tolerance * 3));
  if (found === undefined) return undefined;
  const { wall, along } = found;
  const length = lengthOf(wall);
  const offset = snappedOffset(along, width, length, snapping);
  return { wall, span: fitSpan({ offset, width }, length) };
};

/** The outline of an opening, as thick as an outer wall. */
export const outlineOnWall = ({ wall, span }: WallPosition): readonly Point[] => {
  const [from, to] = endsOf(wall, span);
  const across = turned([0, 0.17], angleOf(wall));
  return [minus(from, across), minus(to, across), plus(to, across), plus(from, across)];
};
