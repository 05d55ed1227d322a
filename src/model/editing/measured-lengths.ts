import { insideOf, type Room, wallReachOf } from "../elements/rooms.ts";
import { inset } from "../geometry/polygon.ts";
import { cross, distance, dot, minus, plus, type Point, times } from "../geometry/vector.ts";
import type { PlanData } from "../elements/entities.ts";

/**
 * Lengths are measured between the faces of walls, as with a tape in the room (`inner`), or between the stored lines
 * (`centre`).
 */
export type MeasureMode = "inner" | "centre";

const nearest = (corner: Point, places: readonly Point[]): Point =>
  places.reduce((best, each) => (distance(each, corner) < distance(best, corner) ? each : best));

/** One point on the faces for each corner; where a face has a step, the nearer end of it. */
const kept = (corners: readonly Point[], inside: readonly Point[]): readonly Point[] => {
  if (inside.length <= corners.length) return inside.length === corners.length ? inside : corners;
  return corners.map((corner) => nearest(corner, inside));
};

/** The points between which a room's lengths are measured, one for each corner in order. */
export const measuredCorners = (plan: PlanData, room: Room, sort: MeasureMode): readonly Point[] =>
  sort === "centre" ? room.corners : kept(room.corners, insideOf(room, plan));

/** The same for a room that is being drawn. */
export const measuredOutline = (
  plan: PlanData,
  corners: readonly Point[],
  sort: MeasureMode,
): readonly Point[] =>
  sort === "centre" ? corners : kept(corners, inset(corners, marginOf(plan, sort)));

/** Metres from the stored corners of a new room to the measured faces, on each side. */
export const marginOf = (plan: PlanData, sort: MeasureMode): number =>
  sort === "centre" ? 0 : wallReachOf(plan, {}).half;

/** An outline while it is drawn corner by corner; its lengths are measured at a margin inside it. */
export interface Outline {
  readonly corners: readonly Point[];
  /** For each corner, whether the length of the wall that starts there was typed. */
  readonly typed: readonly boolean[];
}

const unit = (from: Point, to: Point): Point =>
  times(minus(to, from), 1 / Math.max(1e-9, distance(from, to)));

/** The direction of an outline by its first bend: 1 clockwise, -1 counterclockwise; 1 if there is no bend yet. */
const sideOf = (corners: readonly Point[]): 1 | -1 => {
  for (let at = 2; at < corners.length; at += 1) {
    const [a, b, c] = corners.slice(at - 2, at + 1);
    if (a === undefined || b === undefined || c === undefined) continue;
    const bend = cross(unit(a, b), unit(b, c));
    if (Math.abs(bend) > 0.01) return bend > 0 ? 1 : -1;
  }
  return 1;
};

/** Metres by which a wall's line is longer than its face `margin` inside, at the corner between two directions. */
const longerAt = (before: Point, after: Point, side: 1 | -1, margin: number): number => {
  const bend = Math.atan2(cross(before, after), dot(before, after)) * side;
  return margin * Math.tan(Math.max(-2.8, Math.min(2.8, bend)) / 2);
};

/**
 * Metres by which the line of a wall to a point is longer than its face, at its start and at its end. The next bend is
 * assumed to be a right angle.
 */
export const extraTo = (
  { corners }: Outline,
  to: Point,
  margin: number,
): readonly [number, number] => {
  const [before, last] = [corners.at(-2), corners.at(-1)];
  if (before === undefined || last === undefined || distance(last, to) < 1e-6)
    return [margin, margin];
  const side = sideOf([...corners, to]);
  return [longerAt(unit(before, last), unit(last, to), side, margin), margin];
};

/**
 * The point where a wall of a measured length ends, in the direction of another point. If that is the last corner, the
 * wall makes a right angle.
 */
export const placeAtLength = (
  outline: Outline,
  towards: Point,
  metres: number,
  margin: number,
): Point => {
  const { corners } = outline;
  const [before, last = towards] = [corners.at(-2), corners.at(-1)];
  const ahead: Point = before === undefined ? [0, -1] : unit(before, last);
  const side = sideOf(corners);
  const way: Point =
    distance(last, towards) < 1e-6 ? [-ahead[1] * side, ahead[0] * side] : unit(last, towards);
  const [start, end] = extraTo(outline, plus(last, way), margin);
  return plus(last, times(way, metres + start + end));
};

/**
 * Adds a corner. If the wall before the last corner has a typed length, the last corner and the new one move to correct
 * for a bend that is not a right angle.
 */
export const withCorner = (
  { corners, typed }: Outline,
  to: Point,
  isTyped: boolean,
  margin: number,
): Outline => {
  const [before, last] = [corners.at(-2), corners.at(-1)];
  const next = [...typed.slice(0, Math.max(0, corners.length - 1)), isTyped];
  if (before === undefined || last === undefined || typed[corners.length - 2] !== true)
    return { corners: [...corners, to], typed: last === undefined ? [] : next };
  const way = unit(before, last);
  const off = longerAt(way, unit(last, to), sideOf([...corners, to]), margin) - margin;
  const by = times(way, off);
  return { corners: [...corners.slice(0, -1), plus(last, by), plus(to, by)], typed: next };
};

/** The corners of the closed outline. Walls with a typed length are corrected as in `withCorner`. */
export const closed = (outline: Outline, margin: number): readonly Point[] => {
  const [first, second] = outline.corners;
  if (first === undefined || second === undefined) return outline.corners;
  const { corners } = withCorner(outline, first, false, margin);
  const whole = corners.slice(0, -1);
  const last = whole.at(-1);
  if (last === undefined || outline.typed[0] !== true) return whole;
  const way = unit(first, second);
  const off = longerAt(unit(last, first), way, sideOf(corners), margin) - margin;
  const by = times(way, -off);
  return [plus(first, by), ...whole.slice(1, -1), plus(last, by)];
};
