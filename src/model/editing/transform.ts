import {
  entitiesOf,
  type Entity,
  entriesOf,
  findRefs,
  type PlanData,
  type Ref,
  refOf,
} from "../elements/entities.ts";
import {
  moved,
  type PlacedElement,
  placeOf,
  roomAround,
  rotationOf,
  sizeOf,
  withPlace,
} from "../elements/places.ts";
import { wallOf } from "../elements/opening-walls.ts";
import { roomsOf } from "../elements/rooms.ts";
import { minus, plus, type Point, roundForStorage, tidyPoint, turned } from "../geometry/vector.ts";
import { type JsonObject, pointIn } from "../json.ts";
import { collectionsInRooms, kinds } from "../kinds/kinds.ts";
import { updateElements, withEntries } from "./change.ts";
import { slideBy } from "./openings.ts";

/** The elements plus the items and zones in the rooms among them, which move along. */
export const withContents = (plan: PlanData, refs: readonly Ref[]): readonly Ref[] => {
  const named = new Set(refs);
  const rooms = roomsOf(plan).filter(({ entity }) => named.has(refOf(entity)));
  if (rooms.length === 0) return refs;
  const inside = collectionsInRooms
    .flatMap((collection) => entitiesOf(plan, collection))
    .filter((item) => roomAround(plan, item, rooms) !== undefined);
  return [...new Set([...refs, ...inside.map(refOf)])];
};

/** Moves the labels of the rooms among `refs`, starting from where the rooms were in `plan`. */
const withLabels = (
  next: PlanData,
  plan: PlanData,
  refs: readonly Ref[],
  to: (at: Point) => Point,
): PlanData => {
  const named = new Set(refs);
  const labels = entriesOf(plan["labels"]);
  const carried = roomsOf(plan).flatMap(({ entity, id }) => {
    const at = id !== undefined && named.has(refOf(entity)) ? pointIn(labels[id]) : undefined;
    return id === undefined || at === undefined ? [] : [[id, tidyPoint(to(at))] as const];
  });
  return withEntries(next, "labels", Object.fromEntries(carried));
};

/**
 * Moves elements by metres. The labels of rooms move along; openings slide along their walls past other openings
 * (`slideBy`). Items in a room move only if they are in `refs` too (`withContents`).
 */
export const moveBy = (plan: PlanData, refs: readonly Ref[], by: Point): PlanData => {
  const named = new Set(refs);
  const entities = findRefs(plan, refs);
  const move = { to: (at: Point) => plus(at, by), degrees: 0 };
  const slides = ({ collection, data }: Entity): boolean =>
    kinds[collection].place === "wall" && !named.has(wallOf(plan, data)?.owner ?? "");
  const sliding = new Set(entities.filter(slides));
  const changes = entities
    .filter((entity) => !sliding.has(entity))
    .map((entity) => [refOf(entity), () => moved(entity, move)] as const);
  const rest = updateElements(plan, new Map(changes));
  return withLabels(slideBy(rest, [...sliding], by), plan, refs, move.to);
};

/**
 * Rotates elements clockwise by degrees about a point. Furniture also turns about itself; everything else, including
 * the labels of rooms, only moves.
 */
export const rotateBy = (
  plan: PlanData,
  refs: readonly Ref[],
  degrees: number,
  about: Point,
): PlanData => {
  const move = { to: (at: Point) => plus(about, turned(minus(at, about), degrees)), degrees };
  const changes = findRefs(plan, refs).map(
    (entity) => [refOf(entity), () => moved(entity, move)] as const,
  );
  return withLabels(updateElements(plan, new Map(changes)), plan, refs, move.to);
};

/** The smallest size of a piece of furniture, in metres. */
const minSize = 0.05;

/** The sides of a piece of furniture that a handle moves: -1 left or back, 1 right or front, 0 neither. */
export type ResizeGrip = readonly [right: -1 | 0 | 1, front: -1 | 0 | 1];

/** Drags a handle of a piece of furniture to a point; the other sides stay where they are. */
export const resizeItem = (
  piece: PlacedElement,
  [right, front]: ResizeGrip,
  to: Point,
  round: (metres: number) => number,
): JsonObject => {
  const item = piece.data;
  const centre = placeOf(item);
  if (centre === undefined) return item;
  const [w, d] = sizeOf(piece);
  const [x, z] = turned(minus(to, centre), -rotationOf(item));
  const size = (grip: number, half: number, at: number): number =>
    grip === 0 ? half * 2 : Math.max(minSize, round(grip * at + half));
  const [nextW, nextD] = [size(right, w / 2, x), size(front, d / 2, z)];
  const shift: Point = [(right * (nextW - w)) / 2, (front * (nextD - d)) / 2];
  const movedCorner = plus(centre, turned(shift, rotationOf(item)));
  return withPlace({ ...item, w: roundForStorage(nextW), d: roundForStorage(nextD) }, movedCorner);
};
