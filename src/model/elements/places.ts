import { boxAround, middleOf } from "../geometry/polygon.ts";
import { fullTurn, type Point, tidyPoint } from "../geometry/vector.ts";
import { endsOf } from "../../geometry/wall.ts";
import { isList, type Json, type JsonObject, listIn } from "../json.ts";
import { cornersIn, pointIn } from "../../json/read.ts";
import { type Collection, collections, kinds } from "../kinds/kinds.ts";
import type { Place } from "../kinds/kind.ts";
import { spanOf } from "../kinds/opening.ts";
import { entitiesOf, type Entity, type PlanData } from "./entities.ts";
import {
  isTurnable,
  outlineOf,
  type PlacedElement,
  placeOf,
  rotationOf,
  withPlace,
} from "../../elements/items.ts";
import { levelOf } from "./levels.ts";
import { isInRoom, type Room, roomOf, roomsOf, wallOf } from "./rooms.ts";

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
