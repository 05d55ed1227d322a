/** A position in metres: `x` to the right, `z` down. */
export type Point = readonly [x: number, z: number];

/** Rounds metres or degrees for storage to four decimal places. */
export const roundForStorage = (value: number): number => Math.round(value * 1e4) / 1e4 || 0;

/** A position rounded for storage. */
export const tidyPoint = ([x, z]: Point): Point => [roundForStorage(x), roundForStorage(z)];

export const plus = ([ax, az]: Point, [bx, bz]: Point): Point => [ax + bx, az + bz];
export const minus = ([ax, az]: Point, [bx, bz]: Point): Point => [ax - bx, az - bz];
export const times = ([x, z]: Point, factor: number): Point => [x * factor, z * factor];
export const dot = ([ax, az]: Point, [bx, bz]: Point): number => ax * bx + az * bz;

/** The cross product; positive if the second vector is clockwise of the first on the screen. */
export const cross = ([ax, az]: Point, [bx, bz]: Point): number => ax * bz - az * bx;

/** The distance between two positions, in metres. */
export const distance = ([ax, az]: Point, [bx, bz]: Point): number => Math.hypot(ax - bx, az - bz);

/** The midpoint. */
export const middle = ([ax, az]: Point, [bx, bz]: Point): Point => [(ax + bx) / 2, (az + bz) / 2];

/** Metres within which points and lines count as touching. */
export const touching = 0.005;

/** Whether two points coincide. */
export const isSame = (one: Point, other: Point): boolean => distance(one, other) < touching;

/** A position turned about the origin by degrees, clockwise on the screen. */
export const turned = ([x, z]: Point, degrees: number): Point => {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [x * cos - z * sin, x * sin + z * cos];
};

/** The angle normalized to 0 up to, not including, 360 degrees. */
export const fullTurn = (degrees: number): number => roundForStorage(((degrees % 360) + 360) % 360);

/** A wall between two consecutive corners, in metres. */
export interface Wall {
  readonly from: Point;
  readonly to: Point;
}

/** Metres from the line through a wall's corners to each of its faces. */
export const halfWall = 0.06;

/** Metres from that line to the outer face of an outer wall. */
export const outerWall = 0.17;

/** The shortest line that can be seen and grabbed, in metres. */
export const minLine = 0.05;

/** The walls between corners; wall 0 runs from the first corner to the second. */
export const wallsOf = (corners: readonly Point[]): readonly Wall[] =>
  corners.map((from, edge) => ({ from, to: corners[(edge + 1) % corners.length] ?? from }));

export const lengthOf = ({ from, to }: Wall): number => distance(from, to);

/** A wall's direction in degrees: 0 is right, 90 down. */
export const angleOf = ({ from, to }: Wall): number =>
  (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI;

/** The point at a distance in metres from a wall's start. */
export const pointAlong = (wall: Wall, metres: number): Point => {
  const length = lengthOf(wall);
  return length === 0
    ? wall.from
    : plus(wall.from, times(minus(wall.to, wall.from), metres / length));
};

/** The nearest point of a wall, its distance along the wall and its distance from the given point, in metres. */
export const nearestOn = (
  wall: Wall,
  point: Point,
): { readonly point: Point; readonly along: number; readonly away: number } => {
  const run = minus(wall.to, wall.from);
  const length = lengthOf(wall);
  const along =
    length === 0 ? 0 : Math.max(0, Math.min(length, dot(minus(point, wall.from), run) / length));
  const nearest = pointAlong(wall, along);
  return { point: nearest, along, away: distance(nearest, point) };
};

/** The wall nearest to a point, with the nearest point on it; undefined if none is within `within` metres. */
export const nearestWall = <W extends Wall>(
  walls: readonly W[],
  point: Point,
  within: number,
): { readonly wall: W; readonly along: number } | undefined => {
  let best: { readonly wall: W; readonly along: number } | undefined;
  let least = within;
  for (const wall of walls) {
    const { along, away } = nearestOn(wall, point);
    // A shared wall is found twice; the first room keeps it, so that the result does not flicker.
    if (away < least - 1e-9) {
      least = away;
      best = { wall, along };
    }
  }
  return best;
};

/** A part of a wall in metres: `offset` from the wall's start to the part's centre, and its width. */
export interface Span {
  readonly offset: number;
  readonly width: number;
}

/** Both ends of a part of a wall. */
export const endsOf = (wall: Wall, { offset, width }: Span): readonly [Point, Point] => [
  pointAlong(wall, offset - width / 2),
  pointAlong(wall, offset + width / 2),
];

/** The span moved, and narrowed if necessary, to fit between two distances along a wall. */
export const fitSpan = ({ offset, width }: Span, to: number, from = 0): Span => {
  const fitting = Math.min(width, to - from);
  return {
    offset: roundForStorage(Math.max(from + fitting / 2, Math.min(to - fitting / 2, offset))),
    width: roundForStorage(fitting),
  };
};

/**
 * The part of another wall that is nearest to a part of a wall, or to where that goes (`to`); narrowed if necessary.
 */
export const spanOn = (
  was: Wall,
  is: Wall,
  span: Span,
  to: (at: Point) => Point = (at) => at,
): Span => {
  const { along } = nearestOn(is, to(pointAlong(was, span.offset)));
  return fitSpan({ ...span, offset: along }, lengthOf(is));
};

/** Whether a wall became another by a move as a whole, so that its openings move with it. */
export const isMovedWhole = (was: Wall, is: Wall): boolean =>
  isSame(minus(is.from, was.from), minus(is.to, was.to));

/** Whether two walls overlap along a part of their length, and do not only touch. */
export const isAlong = (one: Wall, other: Wall): boolean => {
  const [run, length] = [minus(one.to, one.from), lengthOf(one)];
  if (length === 0) return false;
  const offLine = (point: Point): number => Math.abs(cross(run, minus(point, one.from))) / length;
  if (Math.max(offLine(other.from), offLine(other.to)) >= touching) return false;
  const along = (point: Point): number => dot(run, minus(point, one.from)) / length;
  const [start, end] = [along(other.from), along(other.to)].toSorted((a, b) => a - b);
  return Math.min(end ?? 0, length) - Math.max(start ?? 0, 0) >= touching;
};

/** The sine of 15°: walls that bend by less still run the same way. */
export const nearlyStraight = 0.26;

/** Whether a wall runs the same way as another, or nearly so. */
const runsOn = (wall: Wall, next: Wall): boolean => {
  const [one, other] = [minus(wall.to, wall.from), minus(next.to, next.from)];
  const size = lengthOf(wall) * lengthOf(next);
  return dot(one, other) >= 0 && Math.abs(cross(one, other)) <= nearlyStraight * size;
};

/** Metres by which a wall runs on straight, or nearly so, in walls that each have an end where the one before ends. */
export const runBehind = (wall: Wall, others: readonly Wall[]): number => {
  const rest = new Set(others);
  const after = (end: Point): Wall | undefined => {
    for (const other of rest) {
      const isTurned = isSame(other.to, end);
      const next = isTurned ? { from: other.to, to: other.from } : other;
      if (!isSame(next.from, end) || !runsOn(wall, next)) continue;
      rest.delete(other);
      return next;
    }
    return undefined;
  };
  let metres = 0;
  for (let next = after(wall.to); next !== undefined; next = after(next.to))
    metres += lengthOf(next);
  return metres;
};

/**
 * Metres by which an outline runs on straight before and after one of its walls, or nearly so, as where it has a corner on
 * a straight line or follows an arc.
 */
export const runAround = (
  walls: readonly Wall[],
  edge: number,
): { readonly before: number; readonly after: number } => {
  const wall = walls[edge];
  const towards = (step: 1 | -1): number => {
    let metres = 0;
    for (let away = 1; away < walls.length; away += 1) {
      const next = walls[(edge + step * away + walls.length) % walls.length];
      if (wall === undefined || next === undefined || !runsOn(wall, next)) break;
      metres += lengthOf(next);
    }
    return metres;
  };
  return { before: towards(-1), after: towards(1) };
};
