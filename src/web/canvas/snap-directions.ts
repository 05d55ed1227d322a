import {
  cross,
  distance,
  dot,
  lengthOf,
  minus,
  plus,
  type Point,
  tidyPoint,
  times,
  type Wall,
} from "../../model/geometry/vector.ts";

/** Metres from its start within which a line has no direction yet. */
const tooNear = 0.05;

const diagonals: readonly Point[] = [
  [Math.SQRT1_2, Math.SQRT1_2],
  [Math.SQRT1_2, -Math.SQRT1_2],
];

const isSame = (one: Point, other: Point): boolean => Math.abs(cross(one, other)) < 0.005;

/** Unit vectors of oblique directions: diagonals, and along and perpendicular to oblique walls. */
export const directionsOf = (walls: readonly Wall[]): readonly Point[] => {
  const found = [...diagonals];
  const upright: readonly Point[] = [
    [1, 0],
    [0, 1],
  ];
  for (const wall of walls) {
    if (lengthOf(wall) < tooNear) continue;
    const [x, z] = times(minus(wall.to, wall.from), 1 / lengthOf(wall));
    for (const way of [[x, z] as const, [-z, x] as const])
      if (![...upright, ...found].some((each) => isSame(each, way))) found.push(way);
  }
  return found;
};

/** A point on a line in one of the directions from an origin. */
interface OnLine {
  readonly origin: Point;
  readonly point: Point;
}

/**
 * The nearest point on a line from an origin in one of the directions: where it crosses the alignment on an axis
 * (`level`: its coordinate), else at a grid step along the line.
 */
export const onDirection = (
  point: Point,
  origins: readonly Point[],
  directions: readonly Point[],
  tolerance: number,
  onGrid: (metres: number) => number,
  level: readonly [number | undefined, number | undefined] = [undefined, undefined],
): OnLine | undefined => {
  let best: OnLine | undefined;
  let least = tolerance;
  const axis = level[0] === undefined ? 1 : 0;
  const wanted = level[axis];
  for (const origin of origins)
    for (const way of directions) {
      const along = dot(minus(point, origin), way);
      const away = distance(plus(origin, times(way, along)), point);
      if (Math.abs(along) < tooNear || away > least) continue;
      // Diagonals pass grid points; other lines have their own steps.
      const unit = isSame(way, diagonals[0] ?? way) || isSame(way, diagonals[1] ?? way);
      const step = unit ? onGrid(along * Math.SQRT1_2) / Math.SQRT1_2 : onGrid(along);
      const far = wanted === undefined ? step : (wanted - origin[axis]) / way[axis];
      const on = plus(origin, times(way, far));
      const isNear = wanted === undefined || distance(on, point) <= tolerance * 1.5;
      if (!isNear || Math.abs(far) < tooNear) continue;
      best = { origin, point: tidyPoint(on) };
      least = away;
    }
  return best;
};
