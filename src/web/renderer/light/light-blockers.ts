import { outlineOfStanding, wallJointsOn } from "../../../model/elements/standing-walls.ts";
import { reachOf } from "../../../model/elements/rooms.ts";
import {
  isAlong,
  lengthOf,
  middle,
  nearestOn,
  plus,
  type Point,
  pointAlong,
  tidyPoint,
  touching,
  turned,
  type Wall,
  wallsOf,
} from "../../../model/geometry/vector.ts";
import { WallGrid } from "../../../model/geometry/wall-grid.ts";
import type { OpeningPlace } from "../../../model/elements/opening-place.ts";
import { clearFrom } from "../../../model/bindings/opening-state.ts";
import type { LitFloor } from "./lit-floor.ts";
import { openingsOn } from "./placed-openings.ts";

/** A gap that light passes: what it takes of the lines for its wall, and the faces of the wall at both of its ends. */
interface Gap {
  readonly walls: readonly Wall[];
  readonly jambs: readonly Wall[];
}

const gapOf = (
  { centre, angle, width, reach: [inside, beyond], isStanding }: OpeningPlace,
  from: number,
): Gap => {
  const at = (part: number, away: number) =>
    plus(centre, turned([(part - 0.5) * width, away], angle));
  const jamb = (part: number): Wall => ({ from: at(part, -beyond), to: at(part, inside) });
  // Of a freestanding wall the faces stop light, of any other its middle.
  const lines = isStanding ? [-beyond, inside] : [0];
  return {
    walls: lines.map((away) => ({ from: at(from, away), to: at(1, away) })),
    jambs: [jamb(from), jamb(1)],
  };
};

/** Whether a point is in the box around a wall. */
const isBeside = ({ from, to }: Wall, [x, z]: Point): boolean =>
  x >= Math.min(from[0], to[0]) - touching &&
  x <= Math.max(from[0], to[0]) + touching &&
  z >= Math.min(from[1], to[1]) - touching &&
  z <= Math.max(from[1], to[1]) + touching;

/** What is left of a wall between gaps. */
const between = (wall: Wall, gaps: readonly Gap[]): readonly Wall[] => {
  const spans = gaps
    .flatMap(({ walls }) => walls)
    .filter((gap) => isBeside(wall, middle(gap.from, gap.to)) && isAlong(wall, gap))
    .map((gap) => {
      const ends = [gap.from, gap.to].map((end) => nearestOn(wall, end).along);
      return [Math.min(...ends), Math.max(...ends)] as const;
    })
    .toSorted(([one], [other]) => one - other);
  let done = 0;
  const left: Wall[] = [];
  for (const [start, end] of [...spans, [lengthOf(wall), Infinity] as const]) {
    if (start > done) left.push({ from: pointAlong(wall, done), to: pointAlong(wall, start) });
    done = Math.max(done, end);
  }
  return left;
};

/** The walls without those that two rooms have in common. */
const onceEach = (walls: readonly Wall[]): readonly Wall[] => [
  ...new Map(
    walls.map((wall) => [[wall.from, wall.to].map(tidyPoint).map(String).toSorted().join(), wall]),
  ).values(),
];

/**
 * The lines that stop light on a floor: the middles of its walls but for what is open between rooms, the jambs of that, and
 * the faces of freestanding walls. What falls out of the house is drawn by its windows.
 */
const lightBlockers = (lit: LitFloor): readonly Wall[] => {
  const { plan, level, floor, states } = lit;
  const gaps = openingsOn(lit).flatMap(({ data, place }) => {
    const from = clearFrom(data, states);
    return place.isOuter || from >= 1 ? [] : [gapOf(place, from)];
  });
  const walls = floor.rooms
    .filter(({ isOutdoor }) => !isOutdoor)
    .flatMap((room) => room.walls.filter((_, edge) => reachOf(room, edge).half > 0));
  const standing = wallJointsOn(plan, level).flatMap(({ wall, ends }) =>
    wallsOf(outlineOfStanding(wall, ends)),
  );
  return [
    ...[...onceEach(walls), ...standing].flatMap((wall) => between(wall, gaps)),
    ...gaps.flatMap(({ jambs }) => jambs),
  ];
};

const known = new WeakMap<object, WallGrid>();

/** What stops light on a floor; computed once as long as that stays where it is. */
export const blockersOn = (lit: LitFloor): WallGrid => {
  const grid = known.get(lit.causes) ?? new WallGrid(lightBlockers(lit));
  known.set(lit.causes, grid);
  return grid;
};
