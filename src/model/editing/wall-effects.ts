import { type Entity, findRef, type PlanData, type Ref, refOf } from "../elements/entities.ts";
import { elementsOn, outlineOf, roomAround } from "../elements/places.ts";
import { type Room, roomsOf } from "../elements/rooms.ts";
import { isOnOrIn } from "../geometry/polygon.ts";
import { distance, isSame, minus, type Point } from "../geometry/vector.ts";
import { kinds, standingCollections } from "../kinds/kinds.ts";

/** What moving a wall does to everything besides its room. */
export interface WallEffects {
  /** The other rooms that kept their shape and moved. */
  readonly moved: readonly Room[];
  /** Metres by which they moved. */
  readonly by: number;
  /** The other rooms that have another shape. */
  readonly resized: readonly Room[];
  /** The furniture and devices that moved with a wall or before it, as they are afterwards. */
  readonly carried: readonly Entity[];
  /** Those that no longer fit into their room, and now stand in a wall. */
  readonly stuck: readonly Entity[];
}

interface RoomChange {
  readonly was: Room;
  readonly is: Room;
}

/** The rooms that an edit changed; both plans have the same rooms in the same order. */
const changesOf = (before: PlanData, after: PlanData): readonly RoomChange[] => {
  const now = roomsOf(after);
  return roomsOf(before).flatMap((was, at) => {
    const is = now[at];
    return is !== undefined && is.entity.data !== was.entity.data ? [{ was, is }] : [];
  });
};

/** By how much a room moved; undefined if its shape changed. */
const stepOf = ({ was, is }: RoomChange): Point | undefined => {
  const steps = was.corners.map((corner, at) => minus(is.corners[at] ?? corner, corner));
  const [first] = steps;
  return first !== undefined && steps.every((step) => isSame(step, first)) ? first : undefined;
};

const items = standingCollections.filter((list) => kinds[list].place === "point");

const fitsInto = (room: Room, item: Entity): boolean =>
  outlineOf(item).every((point) => isOnOrIn(point, room.corners));

/** What an edit of a room's walls does besides changing that room. */
export const effectsOn = (before: PlanData, after: PlanData, except: Ref): WallEffects => {
  const changes = changesOf(before, after);
  // An edit gives a room an id that had none.
  const isItself = ({ was, is }: RoomChange): boolean =>
    refOf(was.entity) === except || refOf(is.entity) === except;
  const others = changes.filter((each) => !isItself(each));
  const moved = others.filter((each) => stepOf(each) !== undefined);
  const [step] = moved.map(stepOf);
  const levels = new Set(changes.map(({ was }) => was.level));
  const rooms = changes.map(({ was }) => was);
  const carried: Entity[] = [];
  const stuck: Entity[] = [];
  for (const item of [...levels].flatMap((level) => elementsOn(before, level, items))) {
    const room = roomAround(before, item, rooms);
    const change = changes.find(({ was }) => was === room);
    const now = findRef(after, refOf(item));
    if (now === undefined || (change !== undefined && moved.includes(change))) continue;
    const isStuck = change !== undefined && fitsInto(change.was, item) && !fitsInto(change.is, now);
    if (isStuck) stuck.push(now);
    else if (now.data !== item.data) carried.push(now);
  }
  return {
    moved: moved.map(({ is }) => is),
    by: step === undefined ? 0 : distance(step, [0, 0]),
    resized: others.flatMap((each) => (moved.includes(each) ? [] : [each.is])),
    carried,
    stuck,
  };
};

/** The new outlines of the rooms and the furniture that an edit of a room's walls changes. */
export const changedOutlines = (
  before: PlanData,
  after: PlanData,
  { carried, stuck }: WallEffects,
): readonly (readonly Point[])[] => [
  ...changesOf(before, after).map(({ is }) => is.corners),
  ...[...carried, ...stuck].map(outlineOf),
];
