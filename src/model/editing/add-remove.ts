import {
  entitiesOf,
  findRefs,
  idOf,
  type PlanData,
  type Ref,
  refOf,
} from "../elements/entities.ts";
import { withPlace } from "../elements/places.ts";
import { levelFieldFor } from "../elements/levels.ts";
import { boxAround, signedArea } from "../geometry/polygon.ts";
import { fullTurn, type Point, tidyPoint } from "../geometry/vector.ts";
import { type Collection, kinds } from "../kinds/kinds.ts";
import { addElements, removeElements } from "./change.ts";
import { referenceNames, references, withoutReferences } from "../elements/references.ts";
import { openingsOf } from "../elements/opening-walls.ts";
import { roomsOf } from "../elements/rooms.ts";

/** The least area of a new room in square metres; a smaller one was drawn by accident. */
const minArea = 0.05;

/** The area of a polygon, in square metres. */
export const areaOf = (corners: readonly Point[]): number => Math.abs(signedArea(corners)) / 2;

/** The corners of a rectangle between two opposite corners, clockwise on the screen. */
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

/** Whether corners make a valid room: at least three, and a minimum area. */
export const isRoom = (corners: readonly Point[]): boolean => {
  const box = boxAround(corners);
  return (
    corners.length >= 3 &&
    box !== undefined &&
    Math.min(box.width, box.height) >= 0.2 &&
    areaOf(corners) > minArea
  );
};

/** Adds a room; its corners are stored clockwise as seen on the screen. */
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

/** A new element at a point. */
interface NewItem {
  readonly id: string;
  /** The `type` of furniture or the `kind` of a device; ignored for sensors and texts. */
  readonly piece: string;
  /** The name of a device or the content of a text. */
  readonly name: string;
  readonly at: Point;
  /** Degrees, clockwise; ignored for elements that cannot be rotated. */
  readonly rotation: number;
}

/** Adds an element at a point on a floor. */
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

/** Adds a line between two points on a floor. */
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

/** The result of a deletion. */
interface Removal {
  readonly plan: PlanData;
  /** The number of given elements that the plan had. */
  readonly removed: number;
  /** The number of openings deleted because their wall was. */
  readonly openings: number;
}

/** The rooms and freestanding walls that go with some elements, as openings name them. */
const goneOwners = (plan: PlanData, named: ReadonlySet<Ref>): ReadonlySet<Ref> => {
  const owners = (["rooms", "walls"] as const).flatMap((list) =>
    entitiesOf(plan, list).map((entity) => ({
      name: `${list}/${idOf(entity.data) ?? ""}`,
      isNamed: named.has(refOf(entity)),
    })),
  );
  // If another one with the same id remains, it keeps the openings.
  const left = new Set(owners.flatMap(({ name, isNamed }) => (isNamed ? [] : [name])));
  return new Set(owners.flatMap(({ name }) => (left.has(name) ? [] : [name])));
};

/** Deletes elements; for rooms and freestanding walls also their openings, for rooms their labels and `outdoor`. */
export const removeWithParts = (plan: PlanData, refs: readonly Ref[]): Removal => {
  const named = new Set(findRefs(plan, refs).map(refOf));
  const gone = goneOwners(plan, named);
  const rooms = new Set(
    roomsOf(plan).flatMap(({ id }) => (id !== undefined && gone.has(`rooms/${id}`) ? [id] : [])),
  );
  const openings = openingsOf(plan, gone)
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
