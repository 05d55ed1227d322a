import {
  cross,
  distance,
  dot,
  minus,
  plus,
  type Point,
  times,
} from "../../model/geometry/vector.ts";

/** An outline that is drawn corner by corner, with lengths that are measured at some distance within it. */
export interface Outline {
  readonly corners: readonly Point[];
  /** Whether the length of the wall from each corner on was typed. */
  readonly typed: readonly boolean[];
}

const unit = (from: Point, to: Point): Point =>
  times(minus(to, from), 1 / Math.max(1e-9, distance(from, to)));

/** Which way round an outline runs: 1 clockwise, as the first bend tells; so it is drawn where there is none. */
const sideOf = (corners: readonly Point[]): 1 | -1 => {
  for (let at = 2; at < corners.length; at += 1) {
    const [a, b, c] = corners.slice(at - 2, at + 1);
    if (a === undefined || b === undefined || c === undefined) continue;
    const bend = cross(unit(a, b), unit(b, c));
    if (Math.abs(bend) > 0.01) return bend > 0 ? 1 : -1;
  }
  return 1;
};

/** Metres by which a wall is longer at its line than `margin` within, at the corner between two ways. */
const longerAt = (before: Point, after: Point, side: 1 | -1, margin: number): number => {
  const bend = Math.atan2(cross(before, after), dot(before, after)) * side;
  return margin * Math.tan(Math.max(-2.8, Math.min(2.8, bend)) / 2);
};

/** By how much a wall to a place is longer than its length within, at both of its ends; the next bend is taken to be a right angle. */
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

/** The place at a length from the last corner, towards another one: the next bend to the right where that is the same. */
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

/** Adds a corner. The one before it moves, if the length of its wall was typed, by what the bend there is no right angle. */
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

/** The corners once the outline is closed: the first one moves, if the length of its wall was typed, as the others did. */
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
