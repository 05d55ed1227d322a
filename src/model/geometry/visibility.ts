import {
  cross,
  distance,
  minus,
  nearestOn,
  plus,
  type Point,
  times,
  touching,
  type Wall,
} from "./vector.ts";

/** Radians on either side of the end of a blocker: one ray meets it, the other passes it. */
const aside = 1e-5;

/** The part of a wall within the square of this half side around the origin; undefined if there is none (Liang and Barsky). */
const clipped = ({ from, to }: Wall, half: number): Wall | undefined => {
  const run = minus(to, from);
  let [enter, leave] = [0, 1];
  for (const axis of [0, 1] as const)
    for (const side of [-1, 1] as const) {
      const [speed, room] = [side * run[axis], half - side * from[axis]];
      if (speed === 0 && room < 0) return undefined;
      if (speed > 0) leave = Math.min(leave, room / speed);
      if (speed < 0) enter = Math.max(enter, room / speed);
    }
  return enter < leave
    ? { from: plus(from, times(run, enter)), to: plus(from, times(run, leave)) }
    : undefined;
};

/** A wall that is longer by so much at both ends that no light passes between it and one that it touches. */
const closed = ({ from, to }: Wall): Wall => {
  const more = times(minus(to, from), touching / (distance(from, to) || 1));
  return { from: minus(from, more), to: plus(to, more) };
};

/** Where two walls cross, if they do. */
const crossingOf = (one: Wall, other: Wall): Point | undefined => {
  const [run, otherRun] = [minus(one.to, one.from), minus(other.to, other.from)];
  const across = cross(run, otherRun);
  if (across === 0) return undefined;
  const way = minus(other.from, one.from);
  const [along, otherAlong] = [cross(way, otherRun) / across, cross(way, run) / across];
  return along >= 0 && along <= 1 && otherAlong >= 0 && otherAlong <= 1
    ? plus(one.from, times(run, along))
    : undefined;
};

/**
 * How often a direction fits between the origin and the nearest of some walls that it meets. Written without points of its own:
 * one lamp has ten thousands of these meetings.
 */
const reachTo = ([x, z]: Point, walls: readonly Wall[]): number => {
  let least = Infinity;
  for (const { from, to } of walls) {
    const [atX, atZ] = from;
    const [runX, runZ] = [to[0] - atX, to[1] - atZ];
    const across = x * runZ - z * runX;
    if (across === 0) continue;
    const far = (atX * runZ - atZ * runX) / across;
    if (far <= 0 || far >= least) continue;
    const along = (atX * z - atZ * x) / across;
    if (along >= 0 && along <= 1) least = far;
  }
  return least;
};

/**
 * The area that is seen from a point: a polygon relative to it, clockwise on the screen. Blockers end it, and the square whose
 * sides are `reach` metres away. It has no corners if the point lies on a blocker. Takes some k² steps for k blockers within reach.
 */
export const visibleFrom = (
  eye: Point,
  blockers: readonly Wall[],
  reach: number,
): readonly Point[] => {
  const near = blockers.flatMap((wall) => {
    const { from, to } = closed(wall);
    return clipped({ from: minus(from, eye), to: minus(to, eye) }, reach) ?? [];
  });
  if (near.some((wall) => nearestOn(wall, [0, 0]).away < touching)) return [];
  const corners: readonly Point[] = [
    [-reach, -reach],
    [reach, -reach],
    [reach, reach],
    [-reach, reach],
  ];
  const sides = corners.map((from, at) => ({ from, to: corners[(at + 1) % 4] ?? from }));
  const walls = [...near, ...sides];
  const turns = [
    ...walls.flatMap(({ from, to }) => [from, to]),
    ...near.flatMap((one, at) =>
      near.slice(at + 1).flatMap((other) => {
        const crossing = crossingOf(one, other);
        return crossing === undefined ? [] : [crossing];
      }),
    ),
  ];
  const angles = turns
    .map(([x, z]) => Math.atan2(z, x))
    .flatMap((angle) => [angle - aside, angle + aside])
    .toSorted((one, other) => one - other);
  const seen: Point[] = [];
  let last: number | undefined;
  for (const angle of angles) {
    if (last !== undefined && angle - last < aside / 10) continue;
    last = angle;
    const direction: Point = [Math.cos(angle), Math.sin(angle)];
    const far = reachTo(direction, walls);
    if (far < Infinity) seen.push(times(direction, far));
  }
  return seen;
};
