import {
  difference,
  emptyMesh,
  type Mesh,
  MeshBuilder,
  moved,
  reshaped,
  stretched,
  unit,
  type Vector,
} from "./mesh.ts";
import { thinnest } from "./prism.ts";

/** The four corners of each side of a cube, by which of two ends they have along each axis, counter-clockwise from outside. */
const cubeSides: readonly (readonly [Vector, Vector, Vector, Vector])[] = [
  [
    [0, 0, 0],
    [0, 0, 1],
    [0, 1, 1],
    [0, 1, 0],
  ],
  [
    [1, 0, 1],
    [1, 0, 0],
    [1, 1, 0],
    [1, 1, 1],
  ],
  [
    [0, 0, 0],
    [1, 0, 0],
    [1, 0, 1],
    [0, 0, 1],
  ],
  [
    [0, 1, 1],
    [1, 1, 1],
    [1, 1, 0],
    [0, 1, 0],
  ],
  [
    [1, 0, 0],
    [0, 0, 0],
    [0, 1, 0],
    [1, 1, 0],
  ],
  [
    [0, 0, 1],
    [1, 0, 1],
    [1, 1, 1],
    [0, 1, 1],
  ],
];

const isTooThin = (from: Vector, to: Vector): boolean =>
  difference(from, to).some((extent) => extent < thinnest);

/** A box between two opposite corners, from the lowest to the highest values; without triangles if it is thinner than `thinnest`. */
export const box = (from: Vector, to: Vector): Mesh => {
  if (isTooThin(from, to)) return emptyMesh;
  const builder = new MeshBuilder();
  const at = ([x, y, z]: Vector): Vector => [
    x === 0 ? from[0] : to[0],
    y === 0 ? from[1] : to[1],
    z === 0 ? from[2] : to[2],
  ];
  for (const side of cubeSides) builder.face(...side.map(at));
  return builder.mesh();
};

/** Eight corners and twelve edges of a cube, as the ends along each axis; 0.5 along an edge. */
const cubeCorners: readonly Vector[] = [0, 1].flatMap((x) =>
  [0, 1].flatMap((y) => [0, 1].map((z): Vector => [x, y, z])),
);

/**
 * A box whose edges are cut off by a width in metres, as of a cushion; by at most a third of its shortest side. Without
 * triangles if it is thinner than `thinnest`.
 */
export const softBox = (from: Vector, to: Vector, bevel: number): Mesh => {
  const size = difference(from, to);
  const cut = Math.min(bevel, Math.min(...size) / 3);
  if (cut < thinnest) return box(from, to);
  const builder = new MeshBuilder();
  /** The point of a cube's corner on the side across an axis. */
  const at = (corner: Vector, axis: number): Vector => {
    const along = (index: 0 | 1 | 2): number => {
      const inwards = index === axis ? 0 : cut;
      return corner[index] === 0 ? from[index] + inwards : to[index] - inwards;
    };
    return [along(0), along(1), along(2)];
  };
  cubeSides.forEach((side, number) => {
    const axis = Math.floor(number / 2);
    builder.face(...side.map((corner) => at(corner, axis)));
    // The edges between this side and those of later axes.
    side.forEach((corner, index) => {
      const next = side[(index + 1) % 4] ?? corner;
      const other = [0, 1, 2].find((each) => each !== axis && corner[each] === next[each]) ?? axis;
      if (other > axis)
        builder.face(at(next, axis), at(corner, axis), at(corner, other), at(next, other));
    });
  });
  for (const corner of cubeCorners) {
    const isMirrored = (corner[0] + corner[1] + corner[2]) % 2 === 0;
    const [a, b, c] = [at(corner, 0), at(corner, 1), at(corner, 2)];
    builder.face(a, isMirrored ? c : b, isMirrored ? b : c);
  }
  return builder.mesh();
};

/** How a body of rotation is made. */
export interface LatheOptions {
  /** The number of sides around the axis; 16 if nothing is said. */
  readonly sides?: number;
  /** Whether the profile is a curve, as of a sphere; if not, it has an edge at each of its points. */
  readonly isCurved?: boolean;
}

/** A point of a profile: the distance from the axis, and the height on it, in metres. */
export type ProfilePoint = readonly [r: number, y: number];

/** The direction to the right of the way between two points of a profile, which is out of the body. */
const outOf = ([r, y]: ProfilePoint, [toR, toY]: ProfilePoint): ProfilePoint => {
  const length = Math.hypot(toR - r, toY - y) || 1;
  return [(toY - y) / length, (r - toR) / length];
};

/**
 * A body of rotation about the `y` axis. Its profile runs from the axis at the bottom around the outside to the axis at the
 * top; one that ends where it starts makes a ring. Points that coincide with the one before count once.
 */
export const lathe = (
  given: readonly ProfilePoint[],
  { sides = 16, isCurved = false }: LatheOptions = {},
): Mesh => {
  const profile = given.filter(([r, y], at) => {
    const [beforeR, beforeY] = given[at - 1] ?? [-1, 0];
    return Math.hypot(r - beforeR, y - beforeY) >= thinnest;
  });
  const builder = new MeshBuilder();
  const around = Array.from({ length: sides + 1 }, (_, side) => {
    const angle = ((side % sides) * 2 * Math.PI) / sides;
    return [Math.cos(angle), Math.sin(angle)] as const;
  });
  /** Corners around the axis, with one normal along the profile. */
  const ringAt = ([r, y]: ProfilePoint, [out, up]: ProfilePoint): readonly number[] =>
    around.map(([cos, sin]) => builder.corner([r * cos, y, r * sin], [out * cos, up, out * sin]));
  const normals = profile.slice(1).map((point, at) => outOf(profile[at] ?? point, point));
  /** The normal between two parts of a profile that is a curve. */
  const between = (at: number): ProfilePoint => {
    const [[r, y], [nextR, nextY]] = [normals[at] ?? [0, 0], normals[at + 1] ?? [0, 0]];
    const [out, up] = unit([r + nextR, y + nextY, 0]);
    return [out, up];
  };
  normals.forEach((normal, at) => {
    const [from = [0, 0], to = [0, 0]] = profile.slice(at, at + 2);
    const low = ringAt(from, isCurved && at > 0 ? between(at - 1) : normal);
    const high = ringAt(to, isCurved && at < normals.length - 1 ? between(at) : normal);
    for (let side = 0; side < sides; side += 1) {
      const [a = 0, b = 0] = low.slice(side, side + 2);
      const [d = 0, c = 0] = high.slice(side, side + 2);
      if (to[0] > 0) builder.triangle(a, d, c);
      if (from[0] > 0) builder.triangle(a, c, b);
    }
  });
  return builder.mesh();
};

/** Turns a mesh that extends along `y` from the origin so that it extends in a direction, without a roll of its own. */
const directed = (mesh: Mesh, along: Vector): Mesh => {
  const [x, y, z] = unit(along);
  // The rotation that takes `y` there about the axis perpendicular to both; upside down, one about `x`.
  const turn = ([px, py, pz]: Vector): Vector => {
    if (y < -0.999999) return [px, -py, -pz];
    const [a, b, c] = [1 - (x * x) / (1 + y), (-x * z) / (1 + y), 1 - (z * z) / (1 + y)];
    return [px * a + py * x + pz * b, -px * x + py * y - pz * z, px * b + py * z + pz * c];
  };
  return reshaped(mesh, turn, turn);
};

/** How thick a cylinder is at its two ends, and how round. */
export interface CylinderOptions {
  /** The radius at its start, in metres. */
  readonly r: number;
  /** The radius at its end, as at its start if nothing is said; 0 makes a cone. */
  readonly rTo?: number;
  /** The number of sides; 12 if nothing is said. */
  readonly sides?: number;
}

/** A cylinder, or a cone, between the centres of its two ends; without triangles if it is thinner than `thinnest`. */
export const cylinder = (
  from: Vector,
  to: Vector,
  { r, rTo = r, sides = 12 }: CylinderOptions,
): Mesh => {
  const along = difference(from, to);
  const length = Math.hypot(...along);
  if (length < thinnest || Math.max(r, rTo) < thinnest / 2) return emptyMesh;
  const profile: readonly ProfilePoint[] = [
    [0, 0],
    [r, 0],
    [rTo, length],
    [0, length],
  ];
  return moved(directed(lathe(profile, { sides }), along), from);
};

/** A sphere about a centre, or an ellipsoid with a radius along each axis, in metres; `sides` around and half as many up. */
export const sphere = (centre: Vector, r: number | Vector, sides = 12): Mesh => {
  const radii: Vector = typeof r === "number" ? [r, r, r] : r;
  if (Math.min(...radii) < thinnest / 2) return emptyMesh;
  const steps = Math.max(2, Math.round(sides / 2));
  const profile = Array.from({ length: steps + 1 }, (_, step): ProfilePoint => {
    const angle = (step * Math.PI) / steps;
    return [step % steps === 0 ? 0 : Math.sin(angle), -Math.cos(angle)];
  });
  return moved(stretched(lathe(profile, { sides, isCurved: true }), radii), centre);
};
