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
} from "../../../model/geometry/vector.ts";
import { type RoomWall } from "../../../model/elements/rooms.ts";
import { type Snapping, onGrid } from "../../canvas/snapping.ts";

/** A place for an opening. */
export interface OnWall {
  readonly wall: RoomWall;
  readonly span: Span;
}

/** Metres from a wall at which an opening still finds it. */
const finding = 0.6;

const snappedOffset = (
  along: number,
  width: number,
  length: number,
  { isOn, tolerance }: Snapping,
): number => {
  if (!isOn) return along;
  // The middle of a wall is where most windows are wanted.
  if (Math.abs(along - length / 2) <= tolerance) return length / 2;
  return onGrid(along - width / 2) + width / 2;
};

/** Where an opening of this width goes when the pointer is at a point; nowhere far from all walls. */
export const placeOnWall = (
  walls: readonly RoomWall[],
  at: Point,
  width: number,
  snapping: Snapping,
): OnWall | undefined => {
  const found = nearestWall(walls, at, Math.max(finding, snapping.tolerance * 3));
  if (found === undefined) return undefined;
  const { wall, along } = found;
  const length = lengthOf(wall);
  const offset = snappedOffset(along, width, length, snapping);
  return { wall, span: fitSpan({ offset, width }, length) };
};

/** The outline of an opening: as thick as an outer wall is drawn. */
export const outlineOnWall = ({ wall, span }: OnWall): readonly Point[] => {
  const [from, to] = endsOf(wall, span);
  const across = turned([0, 0.17], angleOf(wall));
  return [minus(from, across), minus(to, across), plus(to, across), plus(from, across)];
};
