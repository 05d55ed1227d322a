import earcut from "earcut";
import { signedArea } from "../geometry/polygon.ts";
import { cross, dot, minus, nearestOn, type Point } from "../geometry/vector.ts";
import { type Axis, emptyMesh, type Mesh, MeshBuilder, type Vector } from "./mesh.ts";

/** The smallest extent of a body, in metres: what would be thinner is left out. */
export const thinnest = 1e-4;

/** Twice the area, in square metres, below which three corners in a row count as lying on one line. */
const inLine = 1e-9;

/** An outline without corners that coincide with the one before or lie on a line with their neighbours, clockwise in the plan. */
const tidyOutline = (corners: readonly Point[]): readonly Point[] => {
  let tidy = signedArea(corners) < 0 ? corners.toReversed() : corners;
  for (;;) {
    // The first of them alone, as its neighbours may be corners again without it.
    const flat = tidy.findIndex((corner, at) => {
      const [before, after] = [tidy.at(at - 1) ?? corner, tidy[(at + 1) % tidy.length] ?? corner];
      return Math.abs(cross(minus(corner, before), minus(after, corner))) < inLine;
    });
    if (flat < 0) return tidy;
    tidy = tidy.toSpliced(flat, 1);
  }
};

/** Metres within which a corner lies on an edge. */
const onEdge = 1e-6;

/**
 * Triangles over rings of corners, so that each edge has a triangle on its other side or is one of a ring. Earcut leaves out
 * corners that lie on a line with others within the outline, such as those of two windows at the same height; the triangles
 * whose edges pass such corners are divided there.
 */
const withoutGaps = (
  given: readonly number[],
  corners: readonly Point[],
  holes: number,
  ringEdges: ReadonlySet<string>,
): readonly number[] => {
  // An outline of so many corners has a triangle more for each after the second, and two more for each hole.
  if (given.length / 3 === corners.length + holes * 2 - 2) return given;
  let triangles = given;
  for (;;) {
    const edges = triangles.map((from, at) => {
      const to = triangles[at % 3 === 2 ? at - 2 : at + 1] ?? from;
      return { from, to, at };
    });
    const known = new Set(edges.map(({ from, to }) => `${from} ${to}`));
    const divided = edges
      .filter(({ from, to }) => !known.has(`${to} ${from}`) && !ringEdges.has(`${from} ${to}`))
      .flatMap(({ from, to, at }) => {
        const [start = [0, 0], end = [0, 0]] = [corners[from], corners[to]];
        const wall = { from: start, to: end };
        const between = corners.findIndex(
          (corner, index) =>
            index !== from &&
            index !== to &&
            nearestOn(wall, corner).away < onEdge &&
            dot(minus(start, corner), minus(end, corner)) < 0,
        );
        return between < 0 ? [] : [{ from, to, at, between }];
      });
    const [first] = divided;
    if (first === undefined) return triangles;
    const { from, to, at, between } = first;
    const third = triangles[at % 3 === 0 ? at + 2 : at - 1] ?? from;
    triangles = triangles.toSpliced(at - (at % 3), 3, from, between, third, between, to, third);
  }
};

/** Puts a point of an outline at a distance along the axis; each is a right-handed turn of the one for `z`. */
const placing: Readonly<Record<Axis, (point: Point, along: number) => Vector>> = {
  x: ([z, y], along) => [along, y, -z],
  y: ([x, z], along) => [x, along, -z],
  z: ([x, y], along) => [x, y, along],
};

/** What a prism may have besides its outline. */
export interface PrismOptions {
  /** The axis along which it extends: the outline's points are `[x, z]` for `y`, `[x, y]` for `z` and `[z, y]` for `x`. */
  readonly along?: Axis;
  /** Outlines of what is cut out of it; each inside the outline and outside the others. */
  readonly holes?: readonly (readonly Point[])[];
}

/**
 * A body with the same outline all along an axis, from one position to another in metres. The outline crosses nowhere and
 * may run either way. One without an area, or thinner than `thinnest`, gives no triangles.
 */
export const prism = (
  outline: readonly Point[],
  [from, to]: readonly [from: number, to: number],
  { along = "y", holes = [] }: PrismOptions = {},
): Mesh => {
  // In the plan `z` runs against the second direction of a right-handed outline.
  const turn = ([u, v]: Point): Point =>
    along === "y" ? [u, -v] : along === "x" ? [-u, v] : [u, v];
  const [outer = [], ...inner] = [outline, ...holes]
    .map((corners) => tidyOutline(corners.map(turn)))
    .filter((corners, at) => at === 0 || corners.length > 2);
  if (outer.length < 3 || to - from < thinnest) return emptyMesh;
  const place = placing[along];
  const builder = new MeshBuilder();
  // Holes run the other way around, so that their sides face into them.
  const rings = [outer, ...inner.map((corners) => corners.toReversed())];
  for (const ring of rings)
    ring.forEach((corner, at) => {
      const next = ring[(at + 1) % ring.length] ?? corner;
      builder.face(place(corner, from), place(next, from), place(next, to), place(corner, to));
    });
  const corners = rings.flat();
  const starts = rings.slice(1).map((_, at) => rings.slice(0, at + 1).flat().length);
  const ringEdges = new Set(
    rings.flatMap((ring, number) => {
      const start = [0, ...starts][number] ?? 0;
      return ring.map((_, at) => `${start + at} ${start + ((at + 1) % ring.length)}`);
    }),
  );
  const triangles = withoutGaps(earcut(corners.flat(), starts), corners, inner.length, ringEdges);
  const axis = place([0, 0], 1);
  const cap = (distance: number, side: 1 | -1): void => {
    const normal: Vector = [axis[0] * side, axis[1] * side, axis[2] * side];
    const [first = 0] = corners.map((corner) => builder.corner(place(corner, distance), normal));
    for (let at = 0; at < triangles.length; at += 3) {
      const [a = 0, b = 0, c = 0] = triangles.slice(at, at + 3).map((corner) => first + corner);
      if (side > 0) builder.triangle(a, b, c);
      else builder.triangle(a, c, b);
    }
  };
  cap(to, 1);
  cap(from, -1);
  return builder.mesh();
};
