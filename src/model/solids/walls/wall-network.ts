import type { Ref } from "../../elements/entities.ts";
import type { Floor } from "../../elements/floor.ts";
import { PointIndex, visitPairs } from "../../geometry/spatial-index.ts";
import {
  cross,
  distance,
  lengthOf,
  middle,
  minus,
  nearestOn,
  plus,
  type Point,
  pointAlong,
  times,
  touching,
} from "../../geometry/vector.ts";
import type { WallLine } from "./wall-lines.ts";

/**
 * A straight piece of wall between two joints, which walls of several rooms may share. Its right is that of its direction on
 * the screen.
 */
export interface WallPiece {
  /** The numbers of the joints at its ends. */
  readonly ends: readonly [start: number, end: number];
  readonly from: Point;
  readonly to: Point;
  /** How far its faces are from the line through its joints, in metres. */
  readonly left: number;
  readonly right: number;
  /** Whether each side of it is outside the building. */
  readonly isOuter: { readonly left: boolean; readonly right: boolean };
  /** How high it is at its start and at its end, in metres. */
  readonly heights: readonly [from: number, to: number];
  /** The elements whose wall it is, in the order of the plan. */
  readonly owners: readonly Ref[];
}

/** The walls of a floor as pieces that meet only at joints. */
export interface WallNetwork {
  readonly joints: readonly Point[];
  readonly pieces: readonly WallPiece[];
}

/** How far beside a wall it is looked for a room, in metres: as for the openings in it. */
const beside = 0.2;

/** Metres below which two cuts of a line are the same one, which each of the walls there makes. */
const sameCut = 1e-6;

/** How far along two lines the point is where they cross, from 0 to 1; undefined if they do not cross. */
const crossing = (
  one: WallLine,
  other: WallLine,
): readonly [along: number, otherAlong: number] | undefined => {
  const [run, otherRun] = [minus(one.to, one.from), minus(other.to, other.from)];
  const turn = cross(run, otherRun);
  if (Math.abs(turn) < 1e-6 * lengthOf(one) * lengthOf(other)) return undefined;
  const offset = minus(other.from, one.from);
  const [along, otherAlong] = [cross(offset, otherRun) / turn, cross(offset, run) / turn];
  const isOnBoth = Math.min(along, otherAlong) >= 0 && Math.max(along, otherAlong) <= 1;
  return isOnBoth ? [along, otherAlong] : undefined;
};

/** A line with the box around it, in which others may touch it. */
interface Boxed {
  readonly at: number;
  readonly line: WallLine;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const boxed = (line: WallLine, at: number): Boxed => {
  const [[x, z], [endX, endZ]] = [line.from, line.to];
  return {
    at,
    line,
    left: Math.min(x, endX) - touching,
    right: Math.max(x, endX) + touching,
    top: Math.min(z, endZ) - touching,
    bottom: Math.max(z, endZ) + touching,
  };
};

/** Where each line meets others, in metres from its start, in order; its own ends are among them. */
const cutsOf = (lines: readonly WallLine[]): readonly (readonly number[])[] => {
  const cuts = lines.map((line) => [0, lengthOf(line)]);
  const boxes = lines.map(boxed);
  visitPairs(boxes, boxes, (one, other) => {
    if (one.at >= other.at || one.top > other.bottom || other.top > one.bottom) return;
    for (const [line, cut, by] of [
      [one.line, cuts[one.at], other.line],
      [other.line, cuts[other.at], one.line],
    ] as const)
      for (const end of [by.from, by.to]) {
        const { along, away } = nearestOn(line, end);
        if (away < touching) cut?.push(along);
      }
    const [along, otherAlong] = crossing(one.line, other.line) ?? [];
    if (along === undefined || otherAlong === undefined) return;
    cuts[one.at]?.push(along * lengthOf(one.line));
    cuts[other.at]?.push(otherAlong * lengthOf(other.line));
  });
  return cuts.map((cut) =>
    cut
      .toSorted((one, other) => one - other)
      .filter((each, at, all) => at === 0 || each - (all[at - 1] ?? each) > sameCut),
  );
};

/** The number of the first point at each point's place. */
const jointsOf = (points: readonly Point[]): readonly number[] => {
  const index = new PointIndex(points);
  const joints: number[] = [];
  points.forEach((point, at) => {
    joints.push(index.at(point).find((other) => other < at && joints[other] === other) ?? at);
  });
  return joints;
};

/** A part of a line between two joints, in the direction from the lower number to the higher. */
interface LinePart {
  readonly ends: readonly [start: number, end: number];
  readonly line: WallLine;
  readonly heights: readonly [from: number, to: number];
}

const partsOf = (
  lines: readonly WallLine[],
): { readonly joints: readonly Point[]; readonly parts: readonly LinePart[] } => {
  const cuts = cutsOf(lines);
  const joints = lines.flatMap((line, at) => (cuts[at] ?? []).map((cut) => pointAlong(line, cut)));
  const numbers = jointsOf(joints);
  const parts: LinePart[] = [];
  let first = 0;
  lines.forEach((line, at) => {
    const own = cuts[at] ?? [];
    const heightAt = (cut: number): number =>
      line.heights[0] + ((line.heights[1] - line.heights[0]) * cut) / lengthOf(line);
    own.slice(1).forEach((cut, step) => {
      const before = own[step] ?? cut;
      const [start, end] = [numbers[first + step] ?? 0, numbers[first + step + 1] ?? 0];
      if (start === end) return;
      const [low, high] = [heightAt(before), heightAt(cut)];
      parts.push(
        start < end
          ? { ends: [start, end], line, heights: [low, high] }
          : { ends: [end, start], line, heights: [high, low] },
      );
    });
    first += own.length;
  });
  return { joints, parts };
};

const pointAt = (joints: readonly Point[], number: number): Point => joints[number] ?? [0, 0];

/** One piece for all parts of lines between the same two joints. */
const pieceOf = (
  floor: Floor,
  joints: readonly Point[],
  parts: readonly [LinePart, ...LinePart[]],
): WallPiece => {
  const [{ ends }] = parts;
  const [from, to] = [pointAt(joints, ends[0]), pointAt(joints, ends[1])];
  const half = Math.max(...parts.map(({ line }) => line.half));
  const outer = Math.max(half, ...parts.map(({ line }) => line.outer ?? 0));
  const isOfRoom = parts.some(({ line }) => line.outer !== undefined);
  const [x, z] = times(minus(to, from), beside / distance(from, to));
  const isOutside = (side: Point): boolean =>
    isOfRoom && floor.roomAt(plus(middle(from, to), side)) === undefined;
  const isOuter = { left: isOutside([z, -x]), right: isOutside([-z, x]) };
  return {
    ends,
    from,
    to,
    left: isOuter.left ? outer : half,
    right: isOuter.right ? outer : half,
    isOuter,
    heights: [
      Math.max(...parts.map(({ heights }) => heights[0])),
      Math.max(...parts.map(({ heights }) => heights[1])),
    ],
    owners: [...new Set(parts.map(({ line }) => line.owner))],
  };
};

/**
 * The network of a floor's walls. Lines are cut where they cross or touch; parts of them that coincide become one piece, as
 * thick and as high as the thickest and the highest.
 */
export const wallNetwork = (lines: readonly WallLine[], floor: Floor): WallNetwork => {
  const { joints, parts } = partsOf(lines);
  const shared = new Map<string, [LinePart, ...LinePart[]]>();
  for (const part of parts) {
    const key = part.ends.join();
    const same = shared.get(key);
    if (same === undefined) shared.set(key, [part]);
    else same.push(part);
  }
  return { joints, pieces: [...shared.values()].map((same) => pieceOf(floor, joints, same)) };
};
