import type { DeviceName } from "../../../model/kinds/catalogue/device-names.ts";
import type { FurnitureName } from "../../../model/kinds/catalogue/furniture.ts";
import { openingEntityFilters } from "../../../model/kinds/opening.ts";
import type { RegistryEntity, RegistrySnapshot } from "../../home-assistant/registry-snapshot.ts";
import { type Entity, newId, type PlanData, type Ref } from "../../../model/elements/entities.ts";
import { elementsOn, placeOf, withPlace } from "../../../model/elements/places.ts";
import { levelFieldFor, shownLevel } from "../../../model/elements/levels.ts";
import { openingsOf } from "../../../model/elements/opening-walls.ts";
import { isInRoom, type Room, roomsOf, roomsOn } from "../../../model/elements/rooms.ts";
import { tidyGrid } from "../../../model/geometry/grid.ts";
import type { Point } from "../../../model/geometry/vector.ts";
import { type JsonObject, textIn } from "../../../model/json.ts";
import { kinds, standingCollections } from "../../../model/kinds/kinds.ts";
import {
  addElements,
  assignIds,
  newIdsFor,
  renamedRef,
  updateElements,
} from "../../../model/editing/change.ts";
import { rectangle } from "../../../model/editing/add-remove.ts";
import { entitiesOfPlan } from "./entity-references.ts";
import { areaOfRoom } from "./area-floors.ts";
import type { Creation } from "./areas.ts";

/** The kind of element that represents an entity. */
type EntityElement =
  | { readonly list: "furniture"; readonly piece: FurnitureName }
  | { readonly list: "devices"; readonly piece: DeviceName; readonly icon?: string }
  | { readonly list: "sensors"; readonly piece: "" };

const device = (piece: DeviceName, icon?: string): EntityElement => ({
  list: "devices",
  piece,
  ...(icon === undefined ? {} : { icon }),
});

const sensor: EntityElement = { list: "sensors", piece: "" };

/** By domain; unlisted ones, such as automations, have no place in a room. */
const byDomain: ReadonlyMap<string, EntityElement> = new Map(
  Object.entries<EntityElement>({
    light: { list: "furniture", piece: "lamp_ceiling" },
    alarm_control_panel: device("alarm"),
    binary_sensor: sensor,
    button: device("generic", "mdi:gesture-tap-button"),
    camera: device("camera"),
    climate: device("thermostat"),
    counter: sensor,
    cover: device("generic", "mdi:window-shutter"),
    device_tracker: sensor,
    fan: device("fan"),
    humidifier: device("generic", "mdi:air-humidifier"),
    input_boolean: device("generic", "mdi:toggle-switch"),
    input_button: device("generic", "mdi:gesture-tap-button"),
    input_number: sensor,
    input_select: sensor,
    lawn_mower: device("generic", "mdi:robot-mower"),
    lock: device("lock"),
    media_player: device("media"),
    number: sensor,
    person: sensor,
    remote: device("generic", "mdi:remote"),
    scene: device("generic", "mdi:palette"),
    script: device("generic", "mdi:script-text"),
    select: sensor,
    sensor,
    siren: device("generic", "mdi:bullhorn"),
    switch: device("plug"),
    vacuum: device("vacuum"),
    valve: device("generic", "mdi:pipe-valve"),
    water_heater: device("generic", "mdi:water-boiler"),
    weather: sensor,
  }),
);

/** By domain and device class, where that is more specific. */
const byClass: ReadonlyMap<string, EntityElement> = new Map([
  ["media_player.speaker", device("speaker")],
  ["event.doorbell", device("doorbell")],
]);

/** The kind of element for an entity; undefined if it has no place in a room. */
const elementForEntity = ({ domain, deviceClass }: RegistryEntity): EntityElement | undefined =>
  byClass.get(`${domain}.${deviceClass ?? ""}`) ?? byDomain.get(domain);

/** A field of a door or window that takes an entity. */
type OpeningField = keyof typeof openingEntityFilters;

/** The field of a door or window that an entity is meant for, if any. */
export const openingFieldFor = ({
  domain,
  deviceClass,
}: RegistryEntity): OpeningField | undefined => {
  if (domain === "lock") return "lock";
  const { contact, blind } = openingEntityFilters;
  const isOneOf = (classes: readonly string[]): boolean => classes.includes(deviceClass ?? "");
  if (domain === "binary_sensor") return isOneOf(contact.first) ? "contact" : undefined;
  return domain === "cover" && (deviceClass === undefined || isOneOf(blind.first))
    ? "blind"
    : undefined;
};

/** The entities of an area that are not on the plan yet. */
export interface Unplaced {
  readonly room: Room;
  readonly entities: readonly RegistryEntity[];
}

/** The placeable entities missing from the plan, by area. */
const strayByArea = (
  plan: PlanData,
  registry: RegistrySnapshot,
): Map<string, readonly RegistryEntity[]> => {
  const named = entitiesOfPlan(plan);
  const byArea = new Map<string, readonly RegistryEntity[]>();
  for (const entity of registry.entities) {
    const { id, area, isAside } = entity;
    if (area === undefined || isAside || named.has(id) || elementForEntity(entity) === undefined)
      continue;
    byArea.set(area, [...(byArea.get(area) ?? []), entity]);
  }
  return byArea;
};

/** The entities of linked areas missing from the plan, each area's with its first room. */
export const unplacedIn = (plan: PlanData, registry: RegistrySnapshot): readonly Unplaced[] => {
  const byArea = strayByArea(plan, registry);
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

/** Places entities in a room, or around a point in it, in a grid. */
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
  // Outside of rooms there is enough space.
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

/** The doors and windows of a room, or of all rooms, that lack the kind of entity given. */
export const openingsFor = (
  plan: PlanData,
  entity: RegistryEntity,
  room?: string,
): readonly Entity[] => {
  const field = openingFieldFor(entity);
  if (field === undefined) return [];
  const openings = openingsOf(plan, room === undefined ? undefined : new Set([`rooms/${room}`]));
  return openings.filter(({ data }) => textIn(data[field]) === undefined);
};

/** An entity to attach to a door or window. */
interface Attachment {
  readonly opening: Ref;
  readonly entity: RegistryEntity;
}

/** Attaches entities to doors and windows as contacts, locks and blinds. */
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
