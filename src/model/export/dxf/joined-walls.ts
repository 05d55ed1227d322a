import type { PlanData } from "../../elements/entities.ts";
import { floorOf } from "../../elements/floor.ts";
import { type Box, boxAround, isInBox, isInside } from "../../geometry/polygon.ts";
import {
  cross,
  dot,
  lengthOf,
  minus,
  plus,
  type Point,
  pointAlong,
  tidyPoint,
  times,
  type Wall,
  wallsOf,
} from "../../geometry/vector.ts";
import { wallPlanOf } from "../../solids/walls/wall-outlines.ts";
import { isBetween } from "./shapes.ts";

/** A polygon with its bounding box. */
interface Area {
  readonly corners: readonly Point[];
  readonly box: Box;
}

const areaOf = (corners: readonly Point[]): readonly Area[] => {
  const box = boxAround(corners);
  return box === undefined ? [] : [{ corners, box }];
};

/** What is wall: within a piece of one, and not in a gap. */
interface Walls {
  readonly pieces: readonly Area[];
  readonly gaps: readonly Area[];
}

const isIn = (areas: readonly Area[], point: Point): boolean =>
  areas.some(({ box, corners }) => isInBox(point, box) && isInside(point, corners));

const isWallAt = ({ pieces, gaps }: Walls, point: Point): boolean =>
  isIn(pieces, point) && !isIn(gaps, point);

/** Metres within which a corner lies on another line, and beside a line at which its sides are looked at. */
const [onLine, beside] = [1e-4, 1e-3];

/** Where other lines cut a line, in metres from its start. */
const cutsOf = (line: Wall, other: Wall): readonly number[] => {
  const [length, run] = [lengthOf(line), minus(line.to, line.from)];
  const ends = [other.from, other.to].flatMap((end) => {
    const away = minus(end, line.from);
    return Math.abs(cross(run, away)) / length < onLine ? [dot(run, away) / length] : [];
  });
  const otherRun = minus(other.to, other.from);
  const turn = cross(run, otherRun);
  if (Math.abs(turn) < 1e-9) return ends;
  const between = minus(other.from, line.from);
  const at = cross(between, otherRun) / turn;
  const otherAt = cross(between, run) / turn;
  return otherAt >= 0 && otherAt <= 1 ? [...ends, at * length] : ends;
};

/** Lines cut wherever another one meets them. They are compared from left to right, each with those that begin on it. */
const cutAtEachOther = (lines: readonly Wall[]): readonly Wall[] => {
  const spans = lines
    .filter((line) => lengthOf(line) > onLine)
    .map((line) => {
      const { left, top, width, height } = boxAround([line.from, line.to]) ?? {
        left: 0,
        top: 0,
        width: 0,
        height: 0,
      };
      return { line, left, right: left + width, top, bottom: top + height, cuts: [] as number[] };
    })
    .toSorted((one, other) => one.left - other.left);
  for (const [at, one] of spans.entries())
    for (let next = at + 1; next < spans.length; next += 1) {
      const other = spans[next];
      if (other === undefined || other.left > one.right + onLine) break;
      if (other.top > one.bottom + onLine || other.bottom < one.top - onLine) continue;
      one.cuts.push(...cutsOf(one.line, other.line));
      other.cuts.push(...cutsOf(other.line, one.line));
    }
  return spans.flatMap(({ line, cuts }) => {
    const length = lengthOf(line);
    const within = cuts.filter((metres) => metres > onLine && metres < length - onLine);
    const stops = [0, ...within.toSorted((one, other) => one - other), length];
    return stops.slice(1).flatMap((to, at) => {
      const from = stops[at] ?? 0;
      return to - from < onLine ? [] : [{ from: pointAlong(line, from), to: pointAlong(line, to) }];
    });
  });
};

const keyOf = (point: Point): string => tidyPoint(point).join(" ");

/** The lines with wall at one side, each once, with the wall at their right on the screen. */
const facesOf = (walls: Walls, lines: readonly Wall[]): readonly Wall[] => {
  const faces = new Map<string, Wall>();
  for (const { from, to } of cutAtEachOther(lines)) {
    const [x, z] = times(minus(to, from), beside / lengthOf({ from, to }));
    const middle = times(plus(from, to), 0.5);
    const [right, left] = [
      isWallAt(walls, plus(middle, [-z, x])),
      isWallAt(walls, plus(middle, [z, -x])),
    ];
    if (right === left) continue;
    const face = right ? { from, to } : { from: to, to: from };
    faces.set(`${keyOf(face.from)} ${keyOf(face.to)}`, face);
  }
  return [...faces.values()];
};

/** An outline of walls. */
export interface WallOutline {
  readonly points: readonly Point[];
  readonly isClosed: boolean;
}

/** Joins faces to outlines, without corners on straight lines. */
const joined = (faces: readonly Wall[]): readonly WallOutline[] => {
  const starting = new Map<string, Wall[]>();
  for (const face of faces) {
    const there = starting.get(keyOf(face.from)) ?? [];
    starting.set(keyOf(face.from), there);
    there.push(face);
  }
  const outlines: WallOutline[] = [];
  for (const first of faces) {
    const points: Point[] = [];
    const start = keyOf(first.from);
    const taken = starting.get(start) ?? [];
    if (!taken.includes(first)) continue;
    let face: Wall | undefined = first;
    let end = start;
    while (face !== undefined) {
      const there: Wall[] = starting.get(keyOf(face.from)) ?? [];
      there.splice(there.indexOf(face), 1);
      points.push(face.from);
      end = keyOf(face.to);
      if (end === start) break;
      const [next]: readonly Wall[] = starting.get(end) ?? [];
      if (next === undefined) points.push(face.to);
      face = next;
    }
    outlines.push(straightened(points, end === start));
  }
  return outlines;
};

const straightened = (points: readonly Point[], isClosed: boolean): WallOutline => ({
  points: points
    .filter((point, at) => {
      const [before, after] = [points.at(at - 1), points[(at + 1) % points.length]];
      const isEnd = !isClosed && (at === 0 || at === points.length - 1);
      return isEnd || !before || !after || !isBetween(before, point, after);
    })
    .map(tidyPoint),
  isClosed,
});

/**
 * The outlines of all walls of a floor, of rooms and freestanding ones, as they stand: joined where they meet, and with a gap
 * at each of `gaps`, the corners of openings.
 */
export const joinedWalls = (
  plan: PlanData,
  level: string | undefined,
  gaps: readonly (readonly Point[])[],
): readonly WallOutline[] => {
  const { outlines } = wallPlanOf(plan, floorOf(plan, level));
  const walls: Walls = { pieces: outlines.flatMap(areaOf), gaps: gaps.flatMap(areaOf) };
  const lines = [...walls.pieces, ...walls.gaps].flatMap(({ corners }) => wallsOf(corners));
  return joined(facesOf(walls, lines));
};
