import { findRefs, type PlanData, type Ref, refOf } from "../elements/entities.ts";
import { withPlace } from "../elements/places.ts";
import { levelFieldFor } from "../elements/levels.ts";
import { boxAround, signedArea } from "../geometry/polygon.ts";
import { fullTurn, type Point, tidyPoint } from "../geometry/vector.ts";
import { type Collection, kinds } from "../kinds/kinds.ts";
import { addElements, removeElements } from "./change.ts";
import { referenceNames, references, withoutReferences } from "../elements/references.ts";
import { openingsOf, roomsOf } from "../elements/rooms.ts";

/** The least area of a room that was drawn on purpose, in square metres. */
const leastArea = 0.05;

/** The area within corners, in square metres. */
export const areaOf = (corners: readonly Point[]): number => Math.abs(signedArea(corners)) / 2;

/** The corners of a rectangle between two points, clockwise on the screen. */
export const rectangle = ([ax, az]: Point, [bx, bz]: Point): readonly Point[] => {
  const [left, right] = [Math.min(ax, bx), Math.max(ax, bx)];
  const [top, bottom] = [Math.min(az, bz), Math.max(az, bz)];
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
};

/** Whether corners make a room: three or more around some area. */
export const isRoom = (corners: readonly Point[]): boolean => {
  const box = boxAround(corners);
  return (
    corners.length >= 3 &&
    box !== undefined &&
    Math.min(box.width, box.height) >= 0.2 &&
    areaOf(corners) > leastArea
  );
};

/** Adds a room; its corners are stored clockwise, as drawn on the screen. */
export const addRoom = (
  plan: PlanData,
  level: string | undefined,
  room: { readonly id: string; readonly name: string; readonly corners: readonly Point[] },
): PlanData => {
  const corners = signedArea(room.corners) < 0 ? room.corners.toReversed() : room.corners;
  const { id, name } = room;
  return addElements(plan, "rooms", {
    id,
    name,
    ...levelFieldFor(plan, level),
    points: corners.map(tidyPoint),
  });
};

/** A name that no room has yet: `Room 2`. */
export const freeRoomName = (taken: ReadonlySet<string>, word: string): string => {
  for (let number = 1; ; number += 1) {
    const name = `${word} ${number}`;
    if (!taken.has(name)) return name;
  }
};

/** Something new that stands at a point. */
interface NewItem {
  readonly id: string;
  /** The `type` of furniture, the `kind` of a device; of no account for sensors and texts. */
  readonly piece: string;
  /** What is shown: the name of a device, the words of a text. */
  readonly name: string;
  readonly at: Point;
  /** Degrees, clockwise; of no account for what cannot be turned. */
  readonly rotation: number;
}

/** Adds what stands at a point to a level. */
export const addItem = (
  plan: PlanData,
  level: string | undefined,
  collection: Collection,
  { id, piece, name, at, rotation }: NewItem,
): PlanData => {
  const { make, isTurnable } = kinds[collection];
  const turn = isTurnable === true ? { rotation: fullTurn(rotation) } : {};
  const item = { id, ...make?.(piece, name), ...levelFieldFor(plan, level), ...turn };
  return addElements(plan, collection, withPlace(item, at));
};

/** Adds what lies between two points to a level. */
export const addLine = (
  plan: PlanData,
  level: string | undefined,
  collection: Collection,
  id: string,
  [from, to]: readonly [Point, Point],
): PlanData =>
  addElements(plan, collection, {
    id,
    ...kinds[collection].make?.("", ""),
    ...levelFieldFor(plan, level),
    from: tidyPoint(from),
    to: tidyPoint(to),
  });

/** What a deletion takes with it, besides what was named. */
interface Removal {
  readonly plan: PlanData;
  /** How many of the named elements were there. */
  readonly removed: number;
  /** Openings of deleted rooms, which would hang in the air. */
  readonly openings: number;
}

/** Deletes elements; rooms take their openings, their labels and the mark `outdoor` with them. */
export const removeWithParts = (plan: PlanData, refs: readonly Ref[]): Removal => {
  const named = new Set(findRefs(plan, refs).map(refOf));
  const rooms = new Set<string>();
  for (const { entity, id } of roomsOf(plan))
    if (id !== undefined && named.has(refOf(entity))) rooms.add(id);
  // Of two rooms with one id, the one that stays keeps the openings.
  for (const { entity, id } of roomsOf(plan))
    if (id !== undefined && !named.has(refOf(entity))) rooms.delete(id);
  const openings = openingsOf(plan, rooms)
    .map(refOf)
    .filter((ref) => !named.has(ref));
  const about = referenceNames.filter((name) => references[name] === "rooms");
  const rest = removeElements(plan, [...named, ...openings]);
  return {
    plan: about.reduce((each, name) => withoutReferences(each, name, rooms), rest),
    removed: named.size,
    openings: openings.length,
  };
};
