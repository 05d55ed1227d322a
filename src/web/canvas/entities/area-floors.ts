import { newId, type PlanData } from "../../../model/elements/entities.ts";
import { type Level, levelsOf, shownLevel } from "../../../model/elements/levels.ts";
import { type Room, roomsOf } from "../../../model/elements/rooms.ts";
import { firstLevelId, insertLevel } from "../../../model/editing/levels.ts";
import { textIn } from "../../../model/json.ts";
import {
  findArea,
  type RegistryArea,
  type RegistryFloor,
  type RegistrySnapshot,
} from "../../home-assistant/registry-snapshot.ts";

/** Id of the area that a room is linked to. */
export const areaOfRoom = ({ entity }: Room): string | undefined => textIn(entity.data["area_id"]);

/** A level of the plan; undefined if the plan has none, and so one floor. */
interface PlanLevel {
  readonly level: string | undefined;
}

const height = ({ level }: RegistryFloor): number => level ?? Infinity;

const upwards = (one: RegistryFloor, other: RegistryFloor): number =>
  height(one) === height(other) ? 0 : height(one) - height(other);

/**
 * The level of a floor of Home Assistant: the one with its name or id; else that of a room that is linked to an area of
 * it; else the one with the same place from below, if house and plan have the same number of floors. Undefined without.
 */
export const levelOfFloor = (
  plan: PlanData,
  registry: RegistrySnapshot,
  floorId: string | undefined,
): PlanLevel | undefined => {
  const floor = registry.floors.find(({ id }) => id === floorId);
  if (floor === undefined) return undefined;
  const levels = levelsOf(plan);
  const called = floor.name.trim().toLowerCase();
  const named = levels.find(
    ({ id, name }) => name.trim().toLowerCase() === called || id === floor.id,
  );
  if (named !== undefined) return { level: named.id };
  const linked = roomsOf(plan).find(
    (room) => findArea(registry, areaOfRoom(room))?.floor === floor.id,
  );
  if (linked !== undefined) return { level: linked.level };
  const floors = registry.floors.filter(({ level }) => level !== undefined).toSorted(upwards);
  const at = floors.findIndex(({ id }) => id === floor.id);
  const isOne = levels.length === 0 && registry.floors.length === 1;
  const inPlace = floors.length === levels.length ? levels[at] : undefined;
  return isOne ? { level: undefined } : inPlace && { level: inPlace.id };
};

/** What areas and content without a floor get. */
export interface FloorChoice {
  /** The level for areas without a floor. */
  readonly shown: string | undefined;
  /** Names the floor of the content of a plan that has no floors, if others are added. */
  readonly nameOfFirst: string;
}

/** The levels of the floors of areas. */
interface AreaFloors {
  /** Adds the missing ones. */
  readonly withFloors: (plan: PlanData) => PlanData;
  /** The level of an area in that plan; undefined if that has none. */
  readonly levelOf: (area: RegistryArea) => string | undefined;
}

/** Finds the levels of the floors of areas, and makes those that the plan lacks, each below the next higher floor. */
export const floorsOfAreas = (
  before: PlanData,
  registry: RegistrySnapshot,
  areas: readonly RegistryArea[],
  { shown, nameOfFirst }: FloorChoice,
): AreaFloors => {
  const found = new Map<string, PlanLevel>();
  for (const { id } of registry.floors) {
    const known = levelOfFloor(before, registry, id);
    if (known !== undefined) found.set(id, known);
  }
  const added: { readonly level: Level; readonly above: string | undefined }[] = [];
  const withFloors = (plan: PlanData): PlanData =>
    added.reduce((made, { level, above }) => insertLevel(made, level, above, nameOfFirst), plan);
  const floors = registry.floors.toSorted(upwards);
  floors.forEach((floor, at) => {
    if (found.has(floor.id) || !areas.some((area) => area.floor === floor.id)) return;
    const higher = floors.slice(at + 1).flatMap(({ id }) => found.get(id) ?? []);
    const level = { id: newId(withFloors(before), "levels"), name: floor.name };
    added.push({ level, above: higher[0] && (higher[0].level ?? firstLevelId) });
    found.set(floor.id, { level: level.id });
  });
  const levels = levelsOf(withFloors(before)).map(({ id }) => id);
  // What had no floor has this one, unless the plan was blank.
  const sole = levels.includes(firstLevelId) ? firstLevelId : levels[0];
  return {
    withFloors,
    levelOf: ({ floor = "" }) => {
      const { level } = found.get(floor) ?? { level: shownLevel(before, shown) };
      return level ?? sole;
    },
  };
};
