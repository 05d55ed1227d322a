import type { Entity, PlanData } from "../elements/entities.ts";
import {
  elementsOn,
  levelOfEntity,
  outlineOf,
  pointsAround,
  roomAround,
} from "../elements/places.ts";
import { roomsOn } from "../elements/rooms.ts";
import { type Box, boxAround } from "../geometry/polygon.ts";
import { type Point, type Wall, wallsOf } from "../geometry/vector.ts";
import { measuredCorners, type MeasureMode } from "./measured-lengths.ts";

/** The ways in which distances are measured, on the screen. */
export const ways = ["left", "right", "up", "down"] as const;

export type Way = (typeof ways)[number];

/** The way as metres to the right and down. */
export const stepOf: Readonly<Record<Way, Point>> = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, -1],
  down: [0, 1],
};

/** Metres by which things may lie over each other and still be beside each other. */
const slack = 0.005;

const overlapsAcross = (one: Box, other: Box): boolean =>
  one.left + one.width > other.left + slack && other.left + other.width > one.left + slack;

const overlapsAlong = (one: Box, other: Box): boolean =>
  one.top + one.height > other.top + slack && other.top + other.height > one.top + slack;

/** Whether a box is beside another: what lies under or over it, such as a rug or a lamp, is not. */
const isBeside = (one: Box, other: Box): boolean =>
  overlapsAcross(one, other) !== overlapsAlong(one, other);

interface Outlined {
  readonly outline: readonly Point[];
  readonly around: Box | undefined;
}

const known = new WeakMap<Entity["data"], Outlined>();

/** Remembered, as a drag asks for thousands that stay where they are at every frame. */
const outlinedPiece = (thing: Entity): Outlined => {
  const before = known.get(thing.data);
  if (before !== undefined) return before;
  const outline = outlineOf(thing);
  const made = { outline, around: boxAround(outline) };
  known.set(thing.data, made);
  return made;
};

/** Turned so that the way goes right: along it first, then across it. */
const turnedTo = (way: Way, [x, z]: Point): Point => {
  const [stepX, stepZ] = stepOf[way];
  return stepX === 0 ? [z * stepZ, x] : [x * stepX, z];
};

const turnedBack = (way: Way, [along, across]: Point): Point => {
  const [stepX, stepZ] = stepOf[way];
  return stepX === 0 ? [across, along * stepZ] : [along * stepX, across];
};

/** Where a line first lies in a strip: how far along and in the middle of what part across; undefined if it does not. */
const inStrip = (
  { from, to }: Wall,
  least: number,
  most: number,
): { readonly along: number; readonly across: number } | undefined => {
  const [[ax, ay], [bx, by]] = from[1] <= to[1] ? [from, to] : [to, from];
  const [low, high] = [Math.max(ay, least), Math.min(by, most)];
  if (high - low < slack) return undefined;
  const at = (across: number): number => ax + ((bx - ax) * (across - ay)) / (by - ay);
  return { along: Math.min(at(low), at(high)), across: (low + high) / 2 };
};

/** What an item may be kept away from: the walls of its room, or of all rooms in the open, and the furniture beside it. */
const obstaclesOf = (
  plan: PlanData,
  item: Entity,
  box: Box,
  sort: MeasureMode,
): readonly Wall[] => {
  const level = levelOfEntity(plan, item);
  const room = roomAround(plan, item);
  const rooms = room === undefined ? roomsOn(plan, level) : [room];
  const walls = rooms.flatMap((each) =>
    wallsOf(room === undefined ? each.corners : measuredCorners(plan, each, sort)),
  );
  const things = elementsOn(plan, level, ["furniture"]).flatMap((each) => {
    if (each.key === item.key && each.collection === item.collection) return [];
    const { outline, around } = outlinedPiece(each);
    return around === undefined || !isBeside(around, box) ? [] : wallsOf(outline);
  });
  return [...walls, ...things];
};

type Distances = ReadonlyMap<Way, Wall>;

const measure = (plan: PlanData, item: Entity, sort: MeasureMode): Distances => {
  const box = boxAround(pointsAround(plan, item));
  if (box === undefined) return new Map();
  const obstacles = obstaclesOf(plan, item, box, sort);
  const found = ways.flatMap((way): readonly (readonly [Way, Wall])[] => {
    const ends: readonly Point[] = [
      [box.left, box.top],
      [box.left + box.width, box.top + box.height],
    ];
    const own = boxAround(ends.map((end) => turnedTo(way, end))) ?? box;
    const side = own.left + own.width;
    const [nearest] = obstacles
      .flatMap(({ from, to }) => {
        const line = { from: turnedTo(way, from), to: turnedTo(way, to) };
        const hit = inStrip(line, own.top, own.top + own.height);
        return hit === undefined || hit.along < side - slack ? [] : [hit];
      })
      .toSorted((one, other) => one.along - other.along);
    if (nearest === undefined) return [];
    const { across } = nearest;
    const from = turnedBack(way, [side, across]);
    return [[way, { from, to: turnedBack(way, [Math.max(side, nearest.along), across]) }]];
  });
  return new Map(found);
};

interface Measured {
  readonly item: Entity;
  readonly sort: MeasureMode;
  readonly distances: Distances;
}

const measured = new WeakMap<PlanData, Measured>();

/**
 * From the side of an item to the nearest wall or piece of furniture in each way in which there is one. The last
 * ones of a plan are remembered: moving the view asks again and again.
 */
export const distancesOf = (plan: PlanData, item: Entity, sort: MeasureMode): Distances => {
  const before = measured.get(plan);
  if (before?.item === item && before.sort === sort) return before.distances;
  const distances = measure(plan, item, sort);
  measured.set(plan, { item, sort, distances });
  return distances;
};
