import { type Entity, newId, type PlanData, type Ref } from "../../../model/elements/entities.ts";
import { elementsOn, placeOf, withPlace } from "../../../model/elements/places.ts";
import { levelFieldFor, shownLevel } from "../../../model/elements/levels.ts";
import {
  isInRoom,
  openingsOf,
  type Room,
  roomsOf,
  roomsOn,
} from "../../../model/elements/rooms.ts";
import { tidyGrid } from "../../../model/geometry/grid.ts";
import type { Point } from "../../../model/geometry/vector.ts";
import { type JsonObject, textIn } from "../../../model/json.ts";
import { kinds, standingCollections } from "../../../model/kinds/kinds.ts";
import type { RegistryEntity, RegistrySnapshot } from "../../home-assistant/registry-snapshot.ts";
import {
  addElements,
  assignIds,
  newIdsFor,
  renamedRef,
  updateElements,
} from "../../../model/editing/change.ts";
import { rectangle } from "../../../model/editing/add-remove.ts";
import { entitiesOfPlan } from "./entity-references.ts";
import {
  elementForEntity,
  type EntityElement,
  openingFieldFor,
} from "../../model/entity-things.ts";
import { areaOfRoom, type Creation } from "./areas.ts";

/** What of an area is not on the plan yet. */
export interface Unplaced {
  readonly room: Room;
  readonly entities: readonly RegistryEntity[];
}

/** The entities that have a place in a room and that the plan names nowhere, by their areas. */
const strayByArea = (
  plan: PlanData,
  house: RegistrySnapshot,
): Map<string, readonly RegistryEntity[]> => {
  const named = entitiesOfPlan(plan);
  const byArea = new Map<string, readonly RegistryEntity[]>();
  for (const entity of house.entities) {
    const { id, area, isAside } = entity;
    if (area === undefined || isAside || named.has(id) || elementForEntity(entity) === undefined)
      continue;
    byArea.set(area, [...(byArea.get(area) ?? []), entity]);
  }
  return byArea;
};

/** The entities of linked areas that the plan names nowhere, each area's with the first of its rooms. */
export const unplacedIn = (plan: PlanData, house: RegistrySnapshot): readonly Unplaced[] => {
  const byArea = strayByArea(plan, house);
  return roomsOf(plan).flatMap((room): readonly Unplaced[] => {
    const area = areaOfRoom(room) ?? "";
    const entities = byArea.get(area);
    byArea.delete(area);
    return entities === undefined ? [] : [{ room, entities }];
  });
};

const elementOf = (
  plan: PlanData,
  level: string | undefined,
  { id, name }: RegistryEntity,
  thing: EntityElement,
  at: Point,
): JsonObject & { readonly id: string } => {
  const { make, isTurnable } = kinds[thing.list];
  const own = newId(plan, thing.list);
  const element = {
    ...make?.(thing.piece, name),
    ...levelFieldFor(plan, level),
    ...(isTurnable === true ? { rotation: 0 } : {}),
    entity: id,
    ...("icon" in thing ? { icon: thing.icon } : {}),
  };
  return { ...withPlace(element, at), id: own };
};

/** Places entities in a room, or around a point of it, in a tidy grid: each as what it is. */
export const placeEntities = (
  plan: PlanData,
  level: string | undefined,
  entities: readonly RegistryEntity[],
  where: { readonly room?: Room | undefined; readonly about?: Point | undefined },
): Creation => {
  const things = entities.flatMap((entity) => {
    const thing = elementForEntity(entity);
    return thing === undefined ? [] : [{ entity, thing }];
  });
  const { room, about = [0, 0] } = where;
  const [x, z] = about;
  // In the open there is room enough.
  const corners = room?.corners ?? rectangle([x - 5, z - 5], [x + 5, z + 5]);
  const shown = shownLevel(plan, room === undefined ? level : room.level);
  const taken = elementsOn(plan, shown, standingCollections).flatMap(({ data }) => {
    const at = placeOf(data);
    return at === undefined ? [] : [at];
  });
  const places = tidyGrid(corners, things.length, taken, where.about);
  const made = things.map(({ entity, thing }, at) => ({
    list: thing.list,
    element: elementOf(plan, shown, entity, thing, places[at] ?? about),
  }));
  return {
    change: (now) =>
      made.reduce((next, { list, element }) => addElements(next, list, element), now),
    refs: made.map(({ list, element }) => `${list}/${element.id}`),
  };
};

/** The doors and windows of a room, or of all, that lack what an entity is made to be for them. */
export const openingsFor = (
  plan: PlanData,
  entity: RegistryEntity,
  room?: string,
): readonly Entity[] => {
  const field = openingFieldFor(entity);
  if (field === undefined) return [];
  const openings = openingsOf(plan, room === undefined ? undefined : new Set([room]));
  return openings.filter(({ data }) => textIn(data[field]) === undefined);
};

/** An entity that becomes the contact, lock or blind of a door or window. */
export interface Attachment {
  readonly opening: Ref;
  readonly entity: RegistryEntity;
}

/** Makes entities the contacts, locks and blinds of doors and windows. */
export const attachEntities = (plan: PlanData, attachments: readonly Attachment[]): Creation => {
  const ids = newIdsFor(plan, new Set(attachments.map(({ opening }) => opening)));
  const fields = new Map<Ref, JsonObject>();
  for (const { opening, entity } of attachments) {
    const [ref, field] = [renamedRef(opening, ids), openingFieldFor(entity)];
    if (field !== undefined) fields.set(ref, { ...fields.get(ref), [field]: entity.id });
  }
  const changes = new Map(
    [...fields].map(([ref, set]) => [ref, (data: JsonObject) => ({ ...data, ...set })]),
  );
  return {
    change: (now) => updateElements(assignIds(now, ids), changes),
    refs: [...fields.keys()],
  };
};

/** The room at a point of a level. */
export const roomAt = (plan: PlanData, level: string | undefined, at: Point): Room | undefined =>
  roomsOn(plan, level).find((room) => isInRoom(room, at));
