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
import { keptResults } from "../kept-results.ts";
import { textIn } from "../json.ts";
import { hangsAbove } from "../kinds/catalogue/furniture.ts";
import { measuredCorners, type MeasureMode } from "./measured-lengths.ts";

/** The directions in which distances are measured, on the screen. */
export const ways = ["left", "right", "up", "down"] as const;

export type Direction = (typeof ways)[number];

/** The unit vector of each direction. */
export const stepOf: Readonly<Record<Direction, Point>> = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, -1],
  down: [0, 1],
};

/** Metres by which things may overlap and still count as side by side. */
const slack = 0.005;

const overlapsAcross = (one: Box, other: Box): boolean =>
  one.left + one.width > other.left + slack && other.left + other.width > one.left + slack;

const overlapsAlong = (one: Box, other: Box): boolean =>
  one.top + one.height > other.top + slack && other.top + other.height > one.top + slack;

const areNear = (one: Box, other: Box): boolean =>
  overlapsAcross(one, other) && overlapsAlong(one, other);

/** Whether a box is beside another. Things over or under it, such as a rug or a lamp, are not. */
const isBeside = (one: Box, other: Box): boolean =>
  overlapsAcross(one, other) !== overlapsAlong(one, other);

const isAbove = ({ collection, data }: Entity): boolean =>
  collection === "furniture" && hangsAbove(textIn(data["type"]) ?? "");

/** Those of some pieces of furniture that stand on the floor, with the boxes around them; null for others. */
const standingPieces = keptResults((piece: Entity) => {
  const around = isAbove(piece) ? undefined : boxAround(outlineOf(piece));
  return around === undefined ? null : { piece, around };
});

/** Coordinates with the direction pointing right: first along it, then across it. */
const turnedTo = (way: Direction, [x, z]: Point): Point => {
  const [stepX, stepZ] = stepOf[way];
  return stepX === 0 ? [z * stepZ, x] : [x * stepX, z];
};

/** A box with the direction pointing right. */
const turnedBox = (way: Direction, box: Box): Box => {
  const ends: readonly Point[] = [
    [box.left, box.top],
    [box.left + box.width, box.top + box.height],
  ];
  return boxAround(ends.map((end) => turnedTo(way, end))) ?? box;
};

const turnedBack = (way: Direction, [along, across]: Point): Point => {
  const [stepX, stepZ] = stepOf[way];
  return stepX === 0 ? [across, along * stepZ] : [along * stepX, across];
};

/**
 * Where a line first enters a strip: the distance along it, and the middle of their common part across it. Undefined if
 * it does not.
 */
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

/**
 * What distances are measured to: the walls of the item's room (outside rooms, of all rooms) and the furniture beside
 * it. Ceiling lamps are beside nothing that stands on the floor.
 */
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
  const standing = isAbove(item) ? [] : standingPieces(elementsOn(plan, level, ["furniture"]));
  // Beyond the box of its room there is a wall before anything else.
  const reach = room?.box;
  const things = standing.flatMap((each) => {
    if (each === null || !isBeside(each.around, box)) return [];
    const { piece, around } = each;
    if (reach !== undefined && !areNear(around, reach)) return [];
    const isItself = piece.key === item.key && piece.collection === item.collection;
    return isItself ? [] : wallsOf(outlineOf(piece));
  });
  return [...walls, ...things];
};

type Distances = ReadonlyMap<Direction, Wall>;

const measure = (plan: PlanData, item: Entity, sort: MeasureMode): Distances => {
  const box = boxAround(pointsAround(plan, item));
  if (box === undefined) return new Map();
  const obstacles = obstaclesOf(plan, item, box, sort);
  const found = ways.flatMap((way): readonly (readonly [Direction, Wall])[] => {
    const own = turnedBox(way, box);
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
 * The lines from an item's sides to the nearest wall or piece of furniture, by direction; directions without either are
 * missing. The last result for each plan is cached, since panning and zooming ask for it repeatedly.
 */
export const distancesOf = (plan: PlanData, item: Entity, sort: MeasureMode): Distances => {
  const before = measured.get(plan);
  if (before?.item === item && before.sort === sort) return before.distances;
  const distances = measure(plan, item, sort);
  measured.set(plan, { item, sort, distances });
  return distances;
};

/**
 * Metres from an item's side to the nearest wall of its room in a direction, as measured; negative if the item is in the
 * wall. Undefined if it is in no room.
 */
export const distanceToWall = (
  plan: PlanData,
  item: Entity,
  way: Direction,
  sort: MeasureMode,
): number | undefined => {
  const room = roomAround(plan, item);
  const box = boxAround(pointsAround(plan, item));
  if (room === undefined || box === undefined) return undefined;
  const own = turnedBox(way, box);
  const middle = own.left + own.width / 2;
  const hits = wallsOf(measuredCorners(plan, room, sort)).flatMap(({ from, to }) => {
    const line = { from: turnedTo(way, from), to: turnedTo(way, to) };
    const hit = inStrip(line, own.top, own.top + own.height);
    return hit === undefined || hit.along < middle ? [] : [hit.along];
  });
  return hits.length === 0 ? undefined : Math.min(...hits) - own.left - own.width;
};
