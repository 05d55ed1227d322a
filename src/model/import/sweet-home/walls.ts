import {
  cross,
  distance,
  dot,
  lengthOf,
  middle,
  minus,
  plus,
  type Point,
  pointAlong,
  times,
  turned,
  type Wall,
} from "../../geometry/vector.ts";
import { minThickness, maxThickness } from "../../elements/rooms.ts";
import {
  type ImportedOpening,
  isNear,
  slack,
  type StandingLine,
  withIds,
} from "../plan-building.ts";
import type { ImportLosses } from "../refusal.ts";
import { heightAt, heightsOfWall, type WallHeights, wallHeightFields } from "./heights.ts";
import type { HomeElement } from "./home-element.ts";
import type { Floors } from "./levels.ts";

/** A wall of a home by its centre line, in metres; a round one is several. */
export interface HomeWall extends Wall {
  readonly level: string;
  readonly thickness: number;
  readonly isRound: boolean;
  readonly heights: WallHeights;
}

/** The sine of 3°: walls closer in direction count as parallel. */
const parallel = 0.05;

/** A leftover wall shorter than this only closes a corner. */
const shortest = 0.15;

/** The largest part of a circle that a wall runs along, in radians, and the most straight parts that it becomes. */
const [wholeCircle, mostParts] = [2 * Math.PI, 100];

/**
 * The points along a round wall's middle, as many as Sweet Home 3D draws: as many parts as the root of its outer face's
 * length in centimetres (`Wall`, where `arcExtent` is the angle of its circle, in radians).
 */
const pointsOfArc = (
  from: Point,
  to: Point,
  angle: number,
  thickness: number,
): readonly Point[] => {
  const chord = minus(to, from);
  // The centre lies beside the chord's middle, by how far the arc is from a half circle.
  const aside = -1 / (2 * Math.tan(angle / 2));
  const centre = plus(middle(from, to), [chord[1] * aside, -chord[0] * aside]);
  const outer = (distance(from, centre) + thickness / 2) * Math.abs(angle) * 100;
  const parts = Math.max(1, Math.min(mostParts, Math.ceil(Math.sqrt(outer))));
  const spoke = minus(from, centre);
  const degrees = (angle * 180) / Math.PI;
  const between = Array.from({ length: parts - 1 }, (_, at) =>
    plus(centre, turned(spoke, (degrees * (at + 1)) / parts)),
  );
  return [from, ...between, to];
};

/** A home's walls. Each may name the walls it joins, usually in a ring; nothing follows these names. */
export const wallsOf = (
  home: HomeElement,
  floors: Floors,
  losses: ImportLosses,
): readonly HomeWall[] =>
  home.children("wall").flatMap((wall): readonly HomeWall[] => {
    const thickness = Math.max(minThickness, Math.min(maxThickness, wall.size("thickness")));
    const [from, to] = [wall.point("xStart", "yStart"), wall.point("xEnd", "yEnd")];
    if (distance(from, to) < minThickness) return [];
    const level = floors.of(wall);
    const angle = wall.number("arcExtent", 0);
    const isRound = Math.abs(angle) > 0.01 && Math.abs(angle) < wholeCircle - 0.01;
    const heights = heightsOfWall(wall, home, losses);
    if (!isRound) return [{ from, to, level, thickness, isRound, heights }];
    losses.add("straightWalls");
    const points = pointsOfArc(from, to, angle, thickness);
    const [low, high] = heights;
    const heightOf = (part: number): number => low + ((high - low) * part) / (points.length - 1);
    return points.slice(1).map((end, at): HomeWall => {
      const ofPart: WallHeights = [heightOf(at), heightOf(at + 1)];
      return { from: points[at] ?? end, to: end, level, thickness, isRound, heights: ofPart };
    });
  });

/** The walls that may run along a wall, at most `reach` metres beside it. */
export const aroundWall = <W extends Wall>(
  wall: Wall,
  others: readonly W[],
  reach: number,
): readonly W[] =>
  others.filter((other) => {
    const [x, z] = [other.to[0] - other.from[0], other.to[1] - other.from[1]];
    // A slightly rotated wall comes nearer than its middle.
    return isNear(wall, other, reach + (Math.abs(x) + Math.abs(z)) * parallel);
  });

/** Where a wall runs along another: how far to its right, and from where to where. */
export interface Stretch {
  readonly aside: number;
  readonly from: number;
  readonly to: number;
}

/** Where a parallel wall runs along a wall, at most `reach` metres beside it. */
export const beside = (wall: Wall, other: Wall, reach: number): Stretch | undefined => {
  const [length, otherLength] = [lengthOf(wall), lengthOf(other)];
  if (length === 0 || otherLength === 0) return undefined;
  const way = times(minus(wall.to, wall.from), 1 / length);
  const [first, last] = [minus(other.from, wall.from), minus(other.to, wall.from)];
  const [firstAside, lastAside] = [cross(way, first), cross(way, last)];
  const slope = lastAside - firstAside;
  if (Math.abs(slope) > parallel * otherLength) return undefined;
  const [start, end] = [dot(way, first), dot(way, last)];
  const from = Math.max(0, Math.min(start, end));
  const to = Math.min(length, Math.max(start, end));
  // How far aside it is in the middle of where both run.
  const part = start === end ? 0.5 : ((from + to) / 2 - start) / (end - start);
  const aside = firstAside + slope * Math.max(0, Math.min(1, part));
  return Math.abs(aside) > reach ? undefined : { aside, from, to };
};

/** The parts of a wall, in metres from its start, along which no room wall runs. */
const freeParts = (
  wall: HomeWall,
  ofRooms: readonly Wall[],
): readonly (readonly [number, number])[] => {
  const reach = wall.thickness / 2 + slack;
  const taken = aroundWall(wall, ofRooms, reach)
    .flatMap((other) => {
      const found = beside(wall, other, reach);
      return found !== undefined && found.to > found.from ? [found] : [];
    })
    .toSorted((one, other) => one.from - other.from);
  const free: (readonly [number, number])[] = [];
  let at = 0;
  for (const { from, to } of taken) {
    free.push([at, from]);
    at = Math.max(at, to);
  }
  free.push([at, lengthOf(wall)]);
  const length = lengthOf(wall);
  // The parts of a round wall are short themselves.
  const least = wall.isRound ? length / 2 : Math.max(shortest, wall.thickness);
  // Between two rooms, another wall that ends there has its root.
  const leastOf = (from: number, to: number): number => (from > 0 && to < length ? slack : least);
  return free.filter(([from, to]) => to - from > leastOf(from, to));
};

/** Walls, or parts of them, that belong to no room. */
export const standingParts = (
  walls: readonly HomeWall[],
  edgesOn: ReadonlyMap<string, readonly Wall[]>,
  ceilingOn: (level: string) => number,
): readonly StandingLine[] =>
  withIds(
    "walls",
    walls.flatMap((wall) =>
      freeParts(wall, edgesOn.get(wall.level) ?? []).map(([start, end]) => {
        const { level, thickness } = wall;
        const [from, to] = [pointAlong(wall, start), pointAlong(wall, end)];
        const ofPart: WallHeights = [heightAt(wall, from), heightAt(wall, to)];
        return { level, thickness, from, to, heights: wallHeightFields(ofPart, ceilingOn(level)) };
      }),
    ),
  );

/** Whether a wall lies within an opening of another wall from end to end, where it would be in the way. */
export const isWithinOpening = (
  part: StandingLine,
  { angle, centre, level, width }: ImportedOpening,
): boolean =>
  part.level === level &&
  [part.from, part.to].every((end) => {
    const [along, aside] = turned(minus(end, centre), -angle);
    return Math.abs(along) < width / 2 + slack && Math.abs(aside) < part.thickness / 2 + slack;
  });
