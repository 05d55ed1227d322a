import {
  endsOf,
  fullTurn,
  minus,
  plus,
  type Point,
  roundForStorage,
  tidyPoint,
  times,
  turned,
} from "../geometry/vector.ts";
import {
  cornersIn,
  endsIn,
  isList,
  type Json,
  type JsonObject,
  listIn,
  numberIn,
  objectsIn,
  pointIn,
  textIn,
} from "../json.ts";
import { type Collection, collections, kinds, standingCollections } from "../kinds/kinds.ts";
import type { Place, Size } from "../kinds/kind.ts";
import { entitiesOf, type Entity, findRefs, type PlanData, type Ref, refOf } from "./entities.ts";
import { type Box, boxAround, isInBox, middleOf } from "../geometry/polygon.ts";
import { roomIdOf, spanOf, wallFields } from "../kinds/opening.ts";
import { firstLevel, levelOf, shownLevel } from "./levels.ts";
import { levelOfOpening, wallOf } from "./opening-walls.ts";
import { findRoom, isInRoom, type Room, roomsOf, roomsOn } from "./rooms.ts";

/** An element without its identity. */
export type PlacedElement = Pick<Entity, "collection" | "data">;

/** The centre of an element at a point, if it is valid. */
export const placeOf = (data: JsonObject): Point | undefined => {
  const x = numberIn(data["x"], undefined);
  const z = numberIn(data["z"], undefined);
  return x === undefined || z === undefined ? undefined : [x, z];
};

/** The element with its centre at a point. */
export const withPlace = (data: JsonObject, [x, z]: Point): JsonObject => ({
  ...data,
  x: roundForStorage(x),
  z: roundForStorage(z),
});

/** An element's rotation in degrees, clockwise. */
export const rotationOf = (data: JsonObject): number => numberIn(data["rotation"], 0);

/** Whether an element can be rotated. */
export const isTurnable = ({ collection }: PlacedElement): boolean =>
  kinds[collection].isTurnable === true;

/** The width and depth of an element at a point; icons are about as large as they are drawn. */
export const sizeOf = ({ collection, data }: PlacedElement): Size =>
  kinds[collection].sizeOf?.(data) ?? [0.4, 0.4];

/** The four corners of an element at a point, clockwise from its back left. */
export const outlineOf = (element: PlacedElement): readonly Point[] => {
  const centre = placeOf(element.data);
  if (centre === undefined) return [];
  const [w, d] = times(sizeOf(element), 0.5);
  const rotation = isTurnable(element) ? rotationOf(element.data) : 0;
  const corners: readonly Point[] = [
    [-w, -d],
    [w, -d],
    [w, d],
    [-w, d],
  ];
  return corners.map((corner) => plus(centre, turned(corner, rotation)));
};

/** A transformation: where it takes each point, and by how many degrees it turns everything. */
export interface Move {
  readonly to: (point: Point) => Point;
  readonly degrees: number;
}

/** A room's corners; empty if they are invalid. */
export const cornersOf = (room: JsonObject): readonly Point[] => cornersIn(room["points"]);

/** What each corner holds besides its coordinates, such as a height; empty for most rooms. */
export const extrasOf = ({ points }: JsonObject): readonly (readonly Json[])[] =>
  listIn(points).flatMap((corner: Json) =>
    isList(corner) && pointIn(corner) !== undefined ? [corner.slice(2)] : [],
  );

/**
 * The room with other corners. Values of a corner besides its coordinates stay with it; pass them as `extras` where
 * corners were added, removed or reordered.
 */
export const withCorners = (
  room: JsonObject,
  corners: readonly Point[],
  extras: readonly (readonly Json[])[] = extrasOf(room),
): JsonObject => ({
  ...room,
  points: corners.map((corner, index) => [...tidyPoint(corner), ...(extras[index] ?? [])]),
});

/** How to read and write an element's position. */
interface Rules {
  /** The fields of the position. */
  readonly fields: readonly string[];
  /** The position, size and rotation fields, merged as one unit, since half of a change makes no sense. */
  readonly together: readonly string[];
  readonly points: (plan: PlanData, element: PlacedElement) => readonly Point[];
  readonly moved: (element: PlacedElement, move: Move) => JsonObject;
}

const rules: Readonly<Record<Place, Rules>> = {
  polygon: {
    fields: ["points"],
    together: ["points"],
    points: (_, { data }) => cornersOf(data),
    moved: ({ data }, { to }) => withCorners(data, cornersOf(data).map(to)),
  },
  point: {
    fields: ["x", "z"],
    together: ["x", "z", "rotation", "w", "d"],
    points: (_, element) => outlineOf(element),
    moved: (element, { to, degrees }) => {
      const { data } = element;
      const at = placeOf(data);
      const placed = at === undefined ? data : withPlace(data, to(at));
      return degrees === 0 || !isTurnable(element)
        ? placed
        : { ...placed, rotation: fullTurn(rotationOf(data) + degrees) };
    },
  },
  wall: {
    fields: [...wallFields, "offset"],
    together: [...wallFields, "offset", "width"],
    points: (plan, { data }) => {
      const wall = wallOf(plan, data);
      return wall === undefined ? [] : endsOf(wall, spanOf(data));
    },
    // Its position is relative to its wall, so it moves with the wall.
    moved: ({ data }) => data,
  },
  line: {
    fields: ["from", "to"],
    together: ["from", "to"],
    points: (_, { data }) => endsIn(data),
    moved: ({ data }, { to: move }) => {
      const [from, to] = endsIn(data).map((end) => tidyPoint(move(end)));
      return from && to ? { ...data, from, to } : data;
    },
  },
};

const rulesOf = ({ collection }: Pick<PlacedElement, "collection">): Rules =>
  rules[kinds[collection].place];

/** The fields of an element's position, and all that are meaningful only together. */
export const placeFields = (collection: Collection): Pick<Rules, "fields" | "together"> =>
  rulesOf({ collection });

/** The points of an element's outline: a room's corners, an opening's ends, an item's corners. */
export const pointsAround = (plan: PlanData, element: PlacedElement): readonly Point[] =>
  rulesOf(element).points(plan, element);

/** The middle of an element, if it has a position. */
export const centreOf = (plan: PlanData, element: PlacedElement): Point | undefined => {
  if (kinds[element.collection].place === "point") return placeOf(element.data);
  const box = boxAround(pointsAround(plan, element));
  return box && middleOf(box);
};

/** The room of an opening in its wall; for everything else the first of `rooms` that contains its middle. */
export const roomAround = (
  plan: PlanData,
  element: PlacedElement,
  rooms: readonly Room[] = roomsOf(plan),
): Room | undefined => {
  const own = kinds[element.collection].place === "wall" ? roomIdOf(element.data) : undefined;
  if (own !== undefined) return findRoom(plan, own);
  const at = centreOf(plan, element);
  const level = levelOfEntity(plan, element);
  return at && rooms.find((room) => room.level === level && isInRoom(room, at));
};

/** The element moved; openings stay as they are, since they move with their wall. */
export const moved = (element: PlacedElement, move: Move): JsonObject =>
  rulesOf(element).moved(element, move);

/** The floor of an element; for openings that of their wall. */
export const levelOfEntity = (
  plan: PlanData,
  { collection, data }: PlacedElement,
): string | undefined =>
  kinds[collection].place === "wall" ? levelOfOpening(plan, data) : levelOf(plan, data);

interface OnLevel {
  readonly level: string | undefined;
  readonly first: string | undefined;
  readonly entities: readonly Entity[];
}

const lastOnLevel = new WeakMap<readonly Entity[], OnLevel>();

/** The last result for each list is cached, since a frame of a drag asks for the same several times. */
const listOn = (
  plan: PlanData,
  level: string | undefined,
  collection: Collection,
): readonly Entity[] => {
  const all = entitiesOf(plan, collection);
  // An opening is on the floor of its wall, which is in another list.
  if (kinds[collection].place === "wall")
    return all.filter((entity) => levelOfEntity(plan, entity) === level);
  const first = firstLevel(plan);
  const last = lastOnLevel.get(all);
  if (last !== undefined && last.level === level && last.first === first) return last.entities;
  const entities = all.filter(({ data }) => (textIn(data["level"]) ?? first) === level);
  lastOnLevel.set(all, { level, first, entities });
  return entities;
};

/** The elements of some lists on a floor. */
export const elementsOn = (
  plan: PlanData,
  level: string | undefined,
  among: readonly Collection[] = collections,
): readonly Entity[] => among.flatMap((collection) => listOn(plan, level, collection));

/** The bounding box of some elements, in metres; undefined if none has a position. */
export const boundsOf = (plan: PlanData, refs: Iterable<Ref>): Box | undefined =>
  boxAround(findRefs(plan, refs).flatMap((entity) => pointsAround(plan, entity)));

/** A box larger than any plan. */
const everywhere: Box = { left: -1e6, top: -1e6, width: 2e6, height: 2e6 };

/** Elements on a floor that lie completely within a box; without a box, all that have a position. */
export const refsWithin = (
  plan: PlanData,
  level: string | undefined,
  box: Box = everywhere,
): readonly Ref[] => {
  const isWithin = (entity: Entity): boolean => {
    const points = pointsAround(plan, entity);
    return points.length > 0 && points.every((point) => isInBox(point, box));
  };
  return elementsOn(plan, shownLevel(plan, level)).filter(isWithin).map(refOf);
};

/** The area shown for an empty plan, in metres. */
const blank: Box = { left: 0, top: 0, width: 12, height: 8 };

/** Metres shown on each side of an item's middle, at least. */
const margin: Point = [0.3, 0.3];

/** The bounding box of everything on a floor, in metres; 12 by 8 for an empty plan. */
export const planBounds = (plan: PlanData, wanted: string | undefined): Box => {
  const [level, first] = [shownLevel(plan, wanted), firstLevel(plan)];
  const points = roomsOn(plan, wanted).flatMap(({ corners }) => corners);
  // Runs for every revision with all its items, so it reads them without computing their keys.
  for (const collection of standingCollections) {
    for (const data of objectsIn(plan[collection])) {
      if ((textIn(data["level"]) ?? first) !== level) continue;
      points.push(...pointsAround(plan, { collection, data }));
      const at = placeOf(data);
      if (at) points.push(minus(at, margin), plus(at, margin));
    }
  }
  return boxAround(points) ?? blank;
};
