import { entitiesOf, type PlanData } from "../../../model/elements/entities.ts";
import { reachOf, type Room } from "../../../model/elements/rooms.ts";
import { type Box, boxAround, inset } from "../../../model/geometry/polygon.ts";
import type { Point, Wall } from "../../../model/geometry/vector.ts";
import { floorOf } from "../../../model/elements/floor.ts";
import { placeOfOpening } from "../../../model/elements/opening-place.ts";

/** Walls nearer to each other than this, in metres, are one. */
const near = 0.05;

/** What is measured along one side of a house: places in metres, in order. */
export interface Facade {
  /** The outer faces of the house. */
  readonly ends: readonly number[];
  /** The ends, where the side steps back or forward, and the middles of the walls that meet it. */
  readonly axes: readonly number[];
  /** The ends, the steps, and both sides of each opening; empty without openings. */
  readonly openings: readonly number[];
}

/** The sides of a house that are measured, and the box around its outer walls. */
export interface Facades {
  readonly box: Box;
  readonly top: Facade;
  readonly left: Facade;
}

/** A stretch of a side, and the wall that is seen there. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly room: Room | undefined;
  readonly edge: number;
  /** How far the wall is from the viewer, at both ends. */
  readonly depths: readonly [number, number];
}

/** Coordinates along a side and away from who looks at it. */
type Seen = (point: Point) => Point;

/** Sorted numbers, without those that are near the one before. */
const apart = (numbers: readonly number[]): readonly number[] =>
  numbers
    .toSorted((one, other) => one - other)
    .filter((each, at, all) => at === 0 || each - (all[at - 1] ?? 0) > near);

const depthAt = ([ax, az]: Point, [bx, bz]: Point, at: number): number =>
  az + ((bz - az) * (at - ax)) / (bx - ax);

/** A wall as it is seen, from its nearer end along the side to the farther one. */
interface SeenWall {
  readonly room: Room;
  readonly edge: number;
  readonly one: Point;
  readonly other: Point;
}

/** What is seen of rooms from one side, from one end to the other. */
const stretchesOf = (rooms: readonly Room[], seen: Seen): readonly Stretch[] => {
  const walls = rooms.flatMap((room) =>
    room.walls.flatMap(({ from, to }: Wall, edge): readonly SeenWall[] => {
      const [one, other] = [seen(from), seen(to)].toSorted((first, last) => first[0] - last[0]);
      return one === undefined || other === undefined || other[0] - one[0] < near
        ? []
        : [{ room, edge, one, other }];
    }),
  );
  const places = apart(walls.flatMap(({ one, other }) => [one[0], other[0]]));
  return places.slice(1).map((to, index): Stretch => {
    const from = places[index] ?? to;
    const at = (from + to) / 2;
    const depthOf = ({ one, other }: SeenWall): number => depthAt(one, other, at);
    const [first] = walls
      .filter(({ one, other }) => one[0] < at && other[0] > at)
      .toSorted((one, other) => depthOf(one) - depthOf(other));
    if (first === undefined) return { from, to, room: undefined, edge: -1, depths: [0, 0] };
    const { room, edge, one, other } = first;
    return { from, to, room, edge, depths: [depthAt(one, other, from), depthAt(one, other, to)] };
  });
};

/** The place between two stretches where something is measured, and whether the outer face steps there. */
const breakBetween = (
  before: Stretch,
  after: Stretch,
): { readonly at: number; readonly isStep: boolean } | undefined => {
  const at = after.from;
  if (before.room === undefined && after.room === undefined) return undefined;
  if (after.room === undefined) return { at: at + (before.room?.reach.outer ?? 0), isStep: true };
  if (before.room === undefined) return { at: at - after.room.reach.outer, isStep: true };
  const step = after.depths[0] - before.depths[1];
  // The part that is nearer has an outer wall at its side, whose face is measured.
  if (step > near) return { at: at + before.room.reach.outer, isStep: true };
  if (step < -near) return { at: at - after.room.reach.outer, isStep: true };
  return before.room === after.room ? undefined : { at, isStep: false };
};

const facadeOf = (
  plan: PlanData,
  level: string | undefined,
  rooms: readonly Room[],
  ends: readonly [number, number],
  seen: Seen,
): Facade => {
  const stretches = stretchesOf(rooms, seen);
  const breaks = stretches
    .slice(1)
    .flatMap((after, index) => breakBetween(stretches[index] ?? after, after) ?? []);
  const floor = floorOf(plan, level);
  const sides = entitiesOf(plan, "openings").flatMap((entity) => {
    const place = placeOfOpening(plan, floor, entity);
    if (place === undefined || !place.isOuter) return [];
    const [at, depth] = seen(place.centre);
    const stretch = stretches.find(({ from, to }) => from < at && to > at);
    const isSeen =
      stretch !== undefined &&
      stretch.room === place.room &&
      Math.abs(stretch.depths[0] - depth) < near &&
      Math.abs(stretch.depths[1] - depth) < near;
    return isSeen ? [at - place.width / 2, at + place.width / 2] : [];
  });
  const steps = breaks.filter(({ isStep }) => isStep).map(({ at }) => at);
  return {
    ends,
    axes: apart([...ends, ...breaks.map(({ at }) => at)]),
    openings: sides.length === 0 ? [] : apart([...ends, ...steps, ...sides]),
  };
};

/** What is measured along the upper and the left side of a floor's house; undefined without indoor rooms. */
export const facadesOf = (plan: PlanData, level: string | undefined): Facades | undefined => {
  const rooms = floorOf(plan, level).rooms.filter(({ isOutdoor }) => !isOutdoor);
  const box = boxAround(
    rooms.flatMap((room) =>
      inset(
        room.corners,
        room.corners.map((_, edge) => -reachOf(room, edge).outer),
      ),
    ),
  );
  if (box === undefined) return undefined;
  const { left, top, width, height } = box;
  return {
    box,
    top: facadeOf(plan, level, rooms, [left, left + width], (point) => point),
    left: facadeOf(plan, level, rooms, [top, top + height], ([x, z]) => [z, x]),
  };
};
