import { distance, tidy, tidyPoint } from "../../model/geometry/vector.ts";
import { lengthOf, pointAlong, type Wall } from "../../geometry/wall.ts";
import { leastThickness, mostThickness } from "../../elements/wall-thickness.ts";
import type { JsonObject } from "../../model/json.ts";
import { isNear } from "../is-near.ts";
import type { Losses } from "../losses.ts";
import type { HomeElement } from "../../model/import/sweet-home/home-element.ts";
import type { Floors } from "../../model/import/sweet-home/levels.ts";

/** A wall of a home by the line through its middle, in metres. */
export interface HomeWall extends Wall {
  readonly level: string;
  readonly thickness: number;
}

/** Metres by which people draw beside a wall and mean it. */
export const slack = 0.03;

/** The sine of the angle below which two walls run the same way: 3°. */
const parallel = 0.05;

/** A wall that is left over may be so short where it only closes a corner. */
const shortest = 0.15;

/** The walls of a home. Each may name those that it joins, in a ring as a rule; nothing follows them. */
export const wallsOf = (home: HomeElement, floors: Floors, losses: Losses): readonly HomeWall[] =>
  home.children("wall").flatMap((wall): readonly HomeWall[] => {
    if (wall.number("arcExtent", 0) !== 0) losses.add("straightWalls");
    const thickness = Math.max(leastThickness, Math.min(mostThickness, wall.size("thickness")));
    const [from, to] = [wall.point("xStart", "yStart"), wall.point("xEnd", "yEnd")];
    return distance(from, to) < leastThickness
      ? []
      : [{ from, to, level: floors.of(wall), thickness }];
  });

/** Those of some walls that may run along a wall, at most `reach` metres beside it. */
export const aroundWall = <W extends Wall>(
  wall: Wall,
  others: readonly W[],
  reach: number,
): readonly W[] =>
  others.filter((other) => {
    const [x, z] = [other.to[0] - other.from[0], other.to[1] - other.from[1]];
    // A wall that is turned a little comes nearer than its middle does.
    return isNear(wall, other, reach + (Math.abs(x) + Math.abs(z)) * parallel);
  });

/** Where another wall that runs the same way lies along a wall, at most `reach` metres beside it: how far to its right, and from where to where. */
export const beside = (
  wall: Wall,
  other: Wall,
  reach: number,
): { readonly aside: number; readonly from: number; readonly to: number } | undefined => {
  const [length, otherLength] = [lengthOf(wall), lengthOf(other)];
  if (length === 0 || otherLength === 0) return undefined;
  // In plain numbers, as it is asked of each edge of a room with each wall around it.
  const x = (wall.to[0] - wall.from[0]) / length;
  const z = (wall.to[1] - wall.from[1]) / length;
  const [fromX, fromZ] = [other.from[0] - wall.from[0], other.from[1] - wall.from[1]];
  const [toX, toZ] = [other.to[0] - wall.from[0], other.to[1] - wall.from[1]];
  const [fromAside, toAside] = [x * fromZ - z * fromX, x * toZ - z * toX];
  const aside = (fromAside + toAside) / 2;
  if (Math.abs(aside) > reach) return undefined;
  if (Math.abs(toAside - fromAside) > parallel * otherLength) return undefined;
  const [start, end] = [x * fromX + z * fromZ, x * toX + z * toZ];
  return {
    aside,
    from: Math.max(0, Math.min(start, end)),
    to: Math.min(length, Math.max(start, end)),
  };
};

/** The parts of a wall, in metres from its start, that none of some walls of rooms lies along. */
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
  const least = Math.max(shortest, wall.thickness);
  return free.filter(([from, to]) => to - from > least);
};

/** Walls of a home, or parts of them, that are no room's; as walls of ours. */
export const standingWalls = (
  walls: readonly HomeWall[],
  edgesOn: ReadonlyMap<string, readonly Wall[]>,
): readonly JsonObject[] =>
  walls.flatMap((wall) =>
    freeParts(wall, edgesOn.get(wall.level) ?? []).map(([from, to]) => ({
      level: wall.level,
      from: tidyPoint(pointAlong(wall, from)),
      to: tidyPoint(pointAlong(wall, to)),
      thickness: tidy(wall.thickness),
    })),
  );
