import { distance, dot, minus, plus, type Point, times } from "../../geometry/vector.ts";
import { merged, type Mesh, unit } from "../mesh.ts";
import { prism, thinnest } from "../prism.ts";
import type { WallPiece } from "./wall-network.ts";

/** A hole in a piece of wall, in metres: from and to along it, and its lower and upper edge. */
export interface WallHole {
  readonly from: number;
  readonly to: number;
  readonly sill: number;
  readonly lintel: number;
}

/** A part of a piece along it that is solid between the same heights everywhere; the top may be as high as the wall. */
interface Column {
  readonly from: number;
  readonly to: number;
  readonly solid: readonly (readonly [bottom: number, top: number | "wall"])[];
}

/** Metres below which two cuts through a wall count as one. */
const sameCut = 1e-3;

/** The part of an outline where a distance is positive. */
const cutAt = (corners: readonly Point[], depthOf: (point: Point) => number): readonly Point[] =>
  corners.flatMap((corner, at) => {
    const next = corners[(at + 1) % corners.length] ?? corner;
    const [depth, nextDepth] = [depthOf(corner), depthOf(next)];
    const kept = depth >= 0 ? [corner] : [];
    if (depth >= 0 === nextDepth >= 0) return kept;
    const part = depth / (depth - nextDepth);
    return [...kept, plus(corner, times(minus(next, corner), part))];
  });

/** The part of an outline between two distances along a wall. */
const clipped = (
  outline: readonly Point[],
  along: (point: Point) => number,
  from: number,
  to: number,
): readonly Point[] => {
  const started = from === -Infinity ? outline : cutAt(outline, (point) => along(point) - from);
  return to === Infinity ? started : cutAt(started, (point) => to - along(point));
};

/** What is solid between two cuts, from the floor to the wall's top, which is nowhere between the edges of a hole there. */
const solidBetween = (
  [from, to]: readonly [number, number],
  top: number,
  holes: readonly WallHole[],
): Column["solid"] => {
  const solid: (readonly [number, number | "wall"])[] = [];
  let bottom = 0;
  for (const hole of holes) {
    if (hole.from > from + sameCut || hole.to < to - sameCut) continue;
    if (hole.sill >= top) break;
    if (hole.sill - bottom >= thinnest) solid.push([bottom, hole.sill]);
    bottom = Math.max(bottom, hole.lintel);
  }
  if (top - bottom >= thinnest) solid.push([bottom, "wall"]);
  return solid;
};

const columnsOf = (
  topAt: (along: number) => number,
  length: number,
  given: readonly WallHole[],
): readonly Column[] => {
  const holes = given.toSorted((one, other) => one.sill - other.sill);
  const slope = (topAt(length) - topAt(0)) / length;
  // Where the top of a sloping wall passes the edge of a hole.
  const passes =
    slope === 0
      ? []
      : holes.flatMap(({ sill, lintel }) =>
          [sill, lintel].map((edge) => (edge - topAt(0)) / slope),
        );
  const cuts = [...holes.flatMap(({ from, to }) => [from, to]), ...passes]
    .filter((cut) => cut > sameCut && cut < length - sameCut)
    .toSorted((one, other) => one - other)
    .filter((cut, at, all) => cut - (all[at - 1] ?? -1) > sameCut);
  const ends = [0, ...cuts, length];
  const columns: Column[] = [];
  ends.slice(1).forEach((to, at) => {
    const from = ends[at] ?? to;
    const solid = solidBetween([from, to], topAt((from + to) / 2), holes);
    const last = columns.at(-1);
    if (last !== undefined && String(last.solid) === String(solid))
      columns[columns.length - 1] = { ...last, to };
    else columns.push({ from, to, solid });
  });
  return columns;
};

/** The triangles without those that have two corners in one place, as where a slope reaches down to its bottom. */
const withoutFlat = (positions: Float32Array, indices: Uint32Array): Uint32Array => {
  const nameOf = (corner = 0): string => positions.subarray(corner * 3, corner * 3 + 3).join();
  return indices.filter((_, at) => {
    const first = at - (at % 3);
    return new Set([...indices.subarray(first, first + 3)].map(nameOf)).size === 3;
  });
};

/** A prism of height 1 stretched between a flat bottom and a top that slopes along a direction. */
const sloped = (
  body: Mesh,
  bottom: number,
  topAt: (point: Point) => number,
  [slopeX, slopeZ]: Point,
): Mesh => {
  const [positions, normals] = [new Float32Array(body.positions), new Float32Array(body.normals)];
  const upwards = unit([-slopeX, 1, -slopeZ]);
  for (let at = 0; at < positions.length; at += 3) {
    const [x = 0, y = 0, z = 0] = positions.subarray(at, at + 3);
    positions[at + 1] = y === 0 ? bottom : Math.max(bottom, topAt([x, z]));
    if ((normals[at + 1] ?? 0) > 0.5) normals.set(upwards, at);
  }
  return { normals, positions, indices: withoutFlat(positions, body.indices) };
};

/**
 * The body of a piece of wall from the floor to its height, without its holes: closed bodies of piers, and of what is below and
 * above each hole, side by side.
 */
export const wallBody = (
  { from, to, heights }: WallPiece,
  outline: readonly Point[],
  holes: readonly WallHole[],
): Mesh => {
  const length = distance(from, to);
  const way = times(minus(to, from), 1 / length);
  const along = (point: Point): number => dot(minus(point, from), way);
  const slope = (heights[1] - heights[0]) / length;
  // A mitred corner beyond the joint is as high as the joint, so that it meets the neighbour's.
  const topAt = (metres: number): number =>
    heights[0] + slope * Math.max(0, Math.min(length, metres));
  const columns = columnsOf(topAt, length, holes);
  return merged(
    columns.flatMap(({ from: start, to: end, solid }, at) => {
      const isFirst = at === 0;
      const isLast = at === columns.length - 1;
      const part = clipped(outline, along, isFirst ? -Infinity : start, isLast ? Infinity : end);
      return solid.map(([bottom, top]) => {
        if (top !== "wall") return prism(part, [bottom, top]);
        if (slope === 0) return prism(part, [bottom, heights[0]]);
        return sloped(
          prism(part, [0, 1]),
          bottom,
          (point) => topAt(along(point)),
          times(way, slope),
        );
      });
    }),
  );
};
