import { planBounds, refsWithin } from "../../../model/elements/places.ts";
import { newId, type PlanData, type Ref, refOf } from "../../../model/elements/entities.ts";
import { levelFieldFor, shownLevel } from "../../../model/elements/levels.ts";
import { type Room, roomsOf } from "../../../model/elements/rooms.ts";
import { plus, type Point, tidyPoint } from "../../../model/geometry/vector.ts";
import { type Json, type JsonObject, textIn, withField } from "../../../model/json.ts";
import {
  findArea,
  type RegistryArea,
  type RegistrySnapshot,
} from "../../home-assistant/registry-snapshot.ts";
import {
  addElements,
  assignIds,
  type FieldEdit,
  newIdsFor,
  renamedRef,
  setField,
  updateElements,
} from "../../../model/editing/change.ts";
import { rectangle } from "../../../model/editing/add-remove.ts";
import { foldForSearch } from "../search.ts";
import { areaOfRoom, type FloorChoice, floorsOfAreas, levelOfFloor } from "./area-floors.ts";

/** Width and depth of a room of unknown size, and the gap between two, in metres. */
const [wide, deep, gap] = [4, 3, 1];

/** Number of rooms in a row. */
const perRow = 5;

/** The areas without a linked room. */
export const unlinkedAreas = (
  plan: PlanData,
  { areas }: RegistrySnapshot,
): readonly RegistryArea[] => {
  const taken = new Set(roomsOf(plan).map(areaOfRoom));
  return areas.filter(({ id }) => !taken.has(id));
};

const withMissing = (data: JsonObject, fields: Readonly<Record<string, string | undefined>>) => {
  let next = data;
  for (const [field, value] of Object.entries(fields))
    if (value !== undefined && textIn(data[field]) === undefined)
      next = withField(next, field, value);
  return next;
};

/** The room with sensors of its area where it has none. */
const filled = (data: JsonObject, { temperature, humidity }: RegistryArea): JsonObject =>
  withMissing(data, { temperature, humidity });

/** The room linked to an area, with the area's sensors where it has none. */
const linked = (data: JsonObject, area: RegistryArea): JsonObject =>
  filled(withField(data, "area_id", area.id), area);

/** Where new rooms on a level start: to the right of existing ones. */
const startOn = (plan: PlanData, level: string | undefined): Point => {
  if (refsWithin(plan, level).length === 0) return [0, 0];
  const { left, top, width } = planBounds(plan, level);
  return tidyPoint([Math.ceil(left + width + gap), Math.round(top)]);
};

/** A change that creates elements, and their refs. */
export interface Creation {
  readonly change: (plan: PlanData) => PlanData;
  readonly refs: readonly Ref[];
}

/**
 * Creates a room of 4 by 3 metres for each area, linked to it, with its name, icon and sensors: in rows beside the
 * existing rooms, each on its floor's level, which is made if there is none.
 */
export const roomsFromAreas = (
  before: PlanData,
  registry: RegistrySnapshot,
  areas: readonly RegistryArea[],
  choice: FloorChoice,
): Creation => {
  const floors = floorsOfAreas(before, registry, areas, choice);
  const plan = floors.withFloors(before);
  const perLevel = new Map<string | undefined, number>();
  const rooms = areas.map((area): JsonObject & { readonly id: string } => {
    const level = shownLevel(plan, floors.levelOf(area));
    const at = perLevel.get(level) ?? 0;
    perLevel.set(level, at + 1);
    const by: Point = [(at % perRow) * (wide + gap), Math.floor(at / perRow) * (deep + gap)];
    const from = plus(startOn(plan, level), by);
    return {
      id: newId(plan, "rooms"),
      name: area.name,
      ...levelFieldFor(plan, level),
      points: rectangle(from, plus(from, [wide, deep])),
      area_id: area.id,
      ...withMissing({}, { icon: area.icon }),
      ...filled({}, area),
    };
  });
  return {
    change: (now) =>
      rooms.length === 0 ? now : addElements(floors.withFloors(now), "rooms", ...rooms),
    refs: rooms.map(({ id }) => `rooms/${id}`),
  };
};

/** Adds missing sensors of linked rooms from their areas; existing ones stay. */
export const filledFromAreas = (plan: PlanData, registry: RegistrySnapshot): PlanData =>
  updateElements(
    plan,
    new Map(
      roomsOf(plan).flatMap((room) => {
        const area = findArea(registry, areaOfRoom(room));
        return area === undefined
          ? []
          : [[refOf(room.entity), (data: JsonObject) => filled(data, area)] as const];
      }),
    ),
  );

/** Links rooms to an area, or to none, and adds missing sensors. */
export const linkToArea = (
  plan: PlanData,
  refs: readonly Ref[],
  id: Json | undefined,
  registry: RegistrySnapshot,
  ids?: ReadonlyMap<Ref, string>,
): FieldEdit => {
  const edit = setField(plan, refs, "area_id", id, ids);
  const area = findArea(registry, textIn(id));
  if (area === undefined) return edit;
  const fill = (data: JsonObject): JsonObject => filled(data, area);
  return {
    change: (now) => updateElements(edit.change(now), new Map(edit.refs.map((ref) => [ref, fill]))),
    refs: edit.refs,
  };
};

/** An unlinked area and an unlinked room with the same name. */
export interface AreaRoomPair {
  readonly area: RegistryArea;
  readonly room: Room;
}

const called = (name: string): string => foldForSearch(name).trim();

/**
 * Finds unlinked areas with an unlinked room of the same name, ignoring case and accents; of several such rooms, the
 * one on the area's floor, else the first. Each room is matched once.
 */
export const areasNamedLikeRooms = (
  plan: PlanData,
  registry: RegistrySnapshot,
): readonly AreaRoomPair[] => {
  const free = new Set(roomsOf(plan).filter((room) => areaOfRoom(room) === undefined));
  return unlinkedAreas(plan, registry).flatMap((area) => {
    const name = called(area.name);
    const rooms = [...free].filter(
      ({ entity }) => name !== "" && called(textIn(entity.data["name"]) ?? "") === name,
    );
    const level = levelOfFloor(plan, registry, area.floor)?.level;
    const room = rooms.find((each) => each.level === level) ?? rooms[0];
    if (room === undefined) return [];
    free.delete(room);
    return [{ area, room }];
  });
};

/** Links rooms to the areas of their names, and adds missing sensors, in one change. */
export const linkRoomsByName = (plan: PlanData, pairs: readonly AreaRoomPair[]): FieldEdit => {
  const before = pairs.map(({ room }) => refOf(room.entity));
  // Refs without an id use the index, which may change when another element gets an id.
  const ids = newIdsFor(plan, before);
  const refs = before.map((ref) => renamedRef(ref, ids));
  const changes = pairs.map(
    ({ area }) =>
      (data: JsonObject) =>
        linked(data, area),
  );
  const byRef = new Map(
    refs.flatMap((ref, at) => {
      const change = changes[at];
      return change === undefined ? [] : [[ref, change] as const];
    }),
  );
  return {
    change: (now) => (pairs.length === 0 ? now : updateElements(assignIds(now, ids), byRef)),
    refs,
  };
};
