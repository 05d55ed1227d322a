import {
  endsOf,
  fullTurn,
  plus,
  type Point,
  tidy,
  tidyPoint,
  times,
  turned,
} from "../geometry/vector.ts";
import {
  cornersIn,
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
import { spanOf } from "../kinds/opening.ts";
import { firstLevel, levelOf, shownLevel } from "./levels.ts";
import { isInRoom, type Room, roomOf, roomsOf, roomsOn, wallOf } from "./rooms.ts";

/** An element, as far as its place is asked for. */
export type PlacedElement = Pick<Entity, "collection" | "data">;

/** The centre of what stands at a point, if it says so. */
export const placeOf = (data: JsonObject): Point | undefined => {
  const x = numberIn(data["x"], undefined);
  const z = numberIn(data["z"], undefined);
  return x === undefined || z === undefined ? undefined : [x, z];
};

/** The centre of an element, written in metres. */
export const withPlace = (data: JsonObject, [x, z]: Point): JsonObject => ({
  ...data,
  x: tidy(x),
  z: tidy(z),
});

/** Degrees by which an element is turned, clockwise. */
export const rotationOf = (data: JsonObject): number => numberIn(data["rotation"], 0);

/** Whether an element can be turned about itself. */
export const isTurnable = ({ collection }: PlacedElement): boolean =>
  kinds[collection].isTurnable === true;

/** The width and depth of an element that stands at a point; signs are about as large as they are drawn. */
export const sizeOf = ({ collection, data }: PlacedElement): Size =>
  kinds[collection].sizeOf?.(data) ?? [0.4, 0.4];

/** The four corners of what stands at a point, from its back left, clockwise. */
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

/** A way to move points: to where each is taken, and by how many degrees all is turned. */
export interface Move {
  readonly to: (point: Point) => Point;
  readonly degrees: number;
}

/** The corners of a room, empty where it has no sensible ones. */
export const cornersOf = (room: JsonObject): readonly Point[] => cornersIn(room["points"]);

/** What a room's corners hold besides their two coordinates, such as a height; nothing for most. */
export const extrasOf = ({ points }: JsonObject): readonly (readonly Json[])[] =>
  listIn(points).flatMap((corner: Json) =>
    isList(corner) && pointIn(corner) !== undefined ? [corner.slice(2)] : [],
  );

/**
 * Writes the corners of a room. What a corner held besides its two coordinates stays with it;
 * `extras` tells which corner that is where they are not the same ones as before.
 */
export const withCorners = (
  room: JsonObject,
  corners: readonly Point[],
  extras: readonly (readonly Json[])[] = extrasOf(room),
): JsonObject => ({
  ...room,
  points: corners.map((corner, index) => [...tidyPoint(corner), ...(extras[index] ?? [])]),
});

const endsOfLine = ({ from, to }: JsonObject): readonly Point[] => {
  const ends = [pointIn(from), pointIn(to)].filter((end) => end !== undefined);
  return ends.length === 2 ? ends : [];
};

/** How the place of an element is read and written. */
interface Rules {
  /** The fields that say where it is. */
  readonly fields: readonly string[];
  /** Those and the fields of its size and turn: half of them is not what anybody wanted. */
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
    fields: ["room_id", "edge", "offset"],
    together: ["room_id", "edge", "offset", "width"],
    points: (plan, { data }) => {
      const wall = wallOf(plan, data);
      return wall === undefined ? [] : endsOf(wall, spanOf(data));
    },
    // It goes where its wall goes.
    moved: ({ data }) => data,
  },
  line: {
    fields: ["from", "to"],
    together: ["from", "to"],
    points: (_, { data }) => endsOfLine(data),
    moved: ({ data }, { to: move }) => {
      const [from, to] = endsOfLine(data).map((end) => tidyPoint(move(end)));
      return from && to ? { ...data, from, to } : data;
    },
  },
};

const rulesOf = ({ collection }: Pick<PlacedElement, "collection">): Rules =>
  rules[kinds[collection].place];

/** The fields that say where an element is, and all that mean something only together with them. */
export const placeFields = (collection: Collection): Pick<Rules, "fields" | "together"> =>
  rulesOf({ collection });

/** The points around an element: a room's corners, an opening's ends, an item's corners. */
export const pointsAround = (plan: PlanData, element: PlacedElement): readonly Point[] =>
  rulesOf(element).points(plan, element);

/** The middle of an element, where it has a place. */
export const centreOf = (plan: PlanData, element: PlacedElement): Point | undefined => {
  if (kinds[element.collection].place === "point") return placeOf(element.data);
  const box = boxAround(pointsAround(plan, element));
  return box && middleOf(box);
};

/** The room that an opening belongs to; for others the first of `rooms` that their middle lies in. */
export const roomAround = (
  plan: PlanData,
  element: PlacedElement,
  rooms: readonly Room[] = roomsOf(plan),
): Room | undefined => {
  if (kinds[element.collection].place === "wall") return roomOf(plan, element.data);
  const at = centreOf(plan, element);
  const level = levelOf(plan, element.data);
  return at && rooms.find((room) => room.level === level && isInRoom(room, at));
};

/** The element moved; what is in a wall goes where its wall goes. */
export const moved = (element: PlacedElement, move: Move): JsonObject =>
  rulesOf(element).moved(element, move);

/** The level of an element; an opening is on that of its room. */
export const levelOfEntity = (
  plan: PlanData,
  { collection, data }: PlacedElement,
): string | undefined =>
  kinds[collection].place === "wall" ? roomOf(plan, data)?.level : levelOf(plan, data);

/** Everything in some lists that is on a level. */
export const elementsOn = (
  plan: PlanData,
  level: string | undefined,
  among: readonly Collection[] = collections,
): readonly Entity[] =>
  among.flatMap((collection) =>
    entitiesOf(plan, collection).filter((entity) => levelOfEntity(plan, entity) === level),
  );

/** The box around some elements, in metres; undefined if none of them has a place. */
export const boundsOf = (plan: PlanData, refs: Iterable<Ref>): Box | undefined =>
  boxAround(findRefs(plan, refs).flatMap((entity) => pointsAround(plan, entity)));

/** A box around whatever a plan may hold. */
const everywhere: Box = { left: -1e6, top: -1e6, width: 2e6, height: 2e6 };

/** Everything on a level that lies within a box as a whole; without a box, everything with a place. */
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

/** A sheet for a plan that is still empty, in metres. */
const blank: Box = { left: 0, top: 0, width: 12, height: 8 };

/** Metres around the middle of an item that are shown with it. */
const around = 0.3;

/** The box around all that a level shows, in metres; a plan without anything gets a sheet of 12 by 8. */
export const planBounds = (plan: PlanData, wanted: string | undefined): Box => {
  const [level, first] = [shownLevel(plan, wanted), firstLevel(plan)];
  const points = roomsOn(plan, wanted).flatMap(({ corners }) => corners);
  // Every revision comes by here with all its items, whatever they are called.
  for (const collection of standingCollections) {
    for (const data of objectsIn(plan[collection])) {
      if ((textIn(data["level"]) ?? first) !== level) continue;
      const x = numberIn(data["x"], undefined);
      const z = numberIn(data["z"], undefined);
      if (x === undefined || z === undefined)
        points.push(...pointsAround(plan, { collection, data }));
      else points.push([x - around, z - around], [x + around, z + around]);
    }
  }
  return boxAround(points) ?? blank;
};
