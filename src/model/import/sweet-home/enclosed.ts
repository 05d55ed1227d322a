import { slack } from "../plan-building.ts";
import { inset, signedArea } from "../../geometry/polygon.ts";
import {
  cross,
  distance,
  lengthOf,
  minus,
  type Point,
  pointAlong,
  times,
} from "../../geometry/vector.ts";
import { aroundWall, type HomeWall } from "./walls.ts";

/** What of a wall counts for what it encloses. */
type EnclosingWall = Pick<HomeWall, "from" | "to" | "thickness">;

/** Square metres below which what walls enclose is no room, but a shaft or a gap between two walls. */
const leastArea = 0.5;

/** The sine of the least angle at which two walls meet in one place. */
const meeting = 0.02;

/** Where two walls meet, in metres along each; undefined if they do not. */
const meetOf = (
  one: EnclosingWall,
  other: EnclosingWall,
): readonly [number, number] | undefined => {
  const [length, otherLength] = [lengthOf(one), lengthOf(other)];
  const [way, otherWay] = [
    times(minus(one.to, one.from), 1 / length),
    times(minus(other.to, other.from), 1 / otherLength),
  ];
  const sine = cross(way, otherWay);
  const between = minus(other.from, one.from);
  if (Math.abs(sine) < meeting) {
    // A wall that goes on in another one.
    for (const at of [0, length])
      for (const otherAt of [0, otherLength])
        if (distance(pointAlong(one, at), pointAlong(other, otherAt)) < slack) return [at, otherAt];
    return undefined;
  }
  const [at, otherAt] = [cross(between, otherWay) / sine, cross(between, way) / sine];
  // A wall may end at the face of another one.
  const [reach, otherReach] = [other.thickness / 2 + slack, one.thickness / 2 + slack];
  const meets =
    at > -reach &&
    at < length + reach &&
    otherAt > -otherReach &&
    otherAt < otherLength + otherReach;
  return meets ? [at, otherAt] : undefined;
};

/** A place where walls meet, with the walls from there to the next places. */
interface Junction {
  readonly at: Point;
  readonly ways: Map<Junction, EnclosingWall>;
}

/** The junctions of walls, without those from which a single wall leads on, which encloses nothing. */
const junctionsOf = (
  walls: readonly EnclosingWall[],
  check: (edges: number) => void,
): readonly Junction[] => {
  let edges = 0;
  const all: Junction[] = [];
  const junctionAt = (at: Point): Junction => {
    const known = all.find((each) => distance(each.at, at) < slack);
    if (known !== undefined) return known;
    const made: Junction = { at, ways: new Map() };
    all.push(made);
    return made;
  };
  const thickest = Math.max(0, ...walls.map(({ thickness }) => thickness));
  for (const wall of walls) {
    const meets = aroundWall(wall, walls, thickest + slack)
      .flatMap((other) => (other === wall ? [] : (meetOf(wall, other)?.[0] ?? [])))
      .toSorted((one, other) => one - other);
    edges += meets.length;
    check(edges);
    const passed = meets.map((metres) => junctionAt(pointAlong(wall, metres)));
    for (const [index, next] of passed.slice(1).entries()) {
      const last = passed[index];
      if (last === undefined || last === next) continue;
      last.ways.set(next, wall);
      next.ways.set(last, wall);
    }
  }
  const ends = all.filter(({ ways }) => ways.size === 1);
  for (let end = ends.pop(); end !== undefined; end = ends.pop())
    for (const next of end.ways.keys()) {
      end.ways.delete(next);
      next.ways.delete(end);
      if (next.ways.size === 1) ends.push(next);
    }
  return all;
};

const angleTo = ({ at: [x, z] }: Junction, { at: [nextX, nextZ] }: Junction): number =>
  Math.atan2(nextZ - z, nextX - x);

/** The first way to the right of the one that leads back. */
const rightOf = (junction: Junction, back: Junction): Junction => {
  const ways = [...junction.ways.keys()].toSorted(
    (one, other) => angleTo(junction, one) - angleTo(junction, other),
  );
  return ways.at(ways.indexOf(back) - 1) ?? back;
};

/**
 * The places that walls enclose, each by its corners where the walls' faces meet, as people draw rooms in them. Walls that
 * end within such a place leave it as it is. `check` is called with how many edges these places have at most, and may refuse.
 */
export const enclosedBy = (
  walls: readonly EnclosingWall[],
  check: (edges: number) => void,
): readonly (readonly Point[])[] => {
  const seen = new Map<Junction, Set<Junction>>();
  const places: (readonly Point[])[] = [];
  for (const start of junctionsOf(walls, check))
    for (const first of start.ways.keys()) {
      const corners: Point[] = [];
      const halves: number[] = [];
      let [from, to] = [start, first];
      while (!(seen.get(from)?.has(to) ?? false)) {
        seen.set(from, (seen.get(from) ?? new Set()).add(to));
        corners.push(from.at);
        halves.push((from.ways.get(to)?.thickness ?? 0) / 2);
        [from, to] = [to, rightOf(to, from)];
      }
      // Around the whole the way leads in the other direction.
      if (signedArea(corners) < 2 * leastArea) continue;
      const inside = inset(corners, halves);
      if (signedArea(inside) >= 2 * leastArea) places.push(inside);
    }
  return places;
};
