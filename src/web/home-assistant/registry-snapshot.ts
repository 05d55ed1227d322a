import {
  isObject,
  type Json,
  type JsonObject,
  numberIn,
  objectsIn,
  textIn,
} from "../../model/json.ts";
import {
  givenIcon,
  type RegistryEntry,
  type RegistryLookup,
} from "../../model/bindings/entity-display.ts";
import {
  domainOf,
  type EntityState,
  isEntityId,
  type States,
} from "../../model/bindings/entity-state.ts";
import { registeredIn } from "./frontend-resources.ts";

/** An entity, from Home Assistant's registries and states. */
export interface RegistryEntity {
  readonly id: string;
  readonly domain: string;
  readonly name: string;
  /** The id of its own area, else of its device's. */
  readonly area: string | undefined;
  /** The name of its device. */
  readonly device: string | undefined;
  readonly deviceClass: string | undefined;
  /** The icon in Home Assistant, such as `mdi:lightbulb`. */
  readonly icon: string | undefined;
  /** The last read state, with its unit. */
  readonly state: string | undefined;
  /** Whether it is hidden, or a configuration or diagnostic entity. */
  readonly isAside: boolean;
}

/** An area. */
export interface RegistryArea {
  readonly id: string;
  readonly name: string;
  readonly floor: string | undefined;
  readonly icon: string | undefined;
  /** The entities of its temperature and humidity. */
  readonly temperature: string | undefined;
  readonly humidity: string | undefined;
}

/** A floor; `level` is 0 for the ground, negative below it. */
export interface RegistryFloor {
  readonly id: string;
  readonly name: string;
  readonly level: number | undefined;
}

/** A snapshot of Home Assistant's registries and states. */
export interface RegistrySnapshot {
  /** Sorted by name. */
  readonly entities: readonly RegistryEntity[];
  readonly byId: ReadonlyMap<string, RegistryEntity>;
  /** The last read states. */
  readonly states: States;
  /** The icon of an entity, if known. */
  readonly iconOf: (entity: string) => string | undefined;
  /** Home Assistant's word for a state of an entity, if loaded. */
  readonly word: (entity: string, state: EntityState) => string | undefined;
  /** The registry's entry of an entity. */
  readonly registered: RegistryLookup;
  /** In Home Assistant's order. */
  readonly areas: readonly RegistryArea[];
  readonly floors: readonly RegistryFloor[];
}

/** Home Assistant's raw answers; undefined for a refused one. */
export interface RegistryAnswers {
  readonly entities: Json | undefined;
  readonly devices: Json | undefined;
  readonly areas: Json | undefined;
  readonly floors: Json | undefined;
  readonly states: Json | undefined;
}

const entityIn = (value: Json | undefined): string | undefined => {
  const id = textIn(value);
  return id !== undefined && isEntityId(id) ? id : undefined;
};

const byField = (list: Json | undefined, field: string): ReadonlyMap<string, JsonObject> =>
  new Map(
    objectsIn(list).flatMap((each) => {
      const id = textIn(each[field]);
      return id === undefined ? [] : [[id, each] as const];
    }),
  );

const areaOf = (row: JsonObject): readonly RegistryArea[] => {
  const id = textIn(row["area_id"]);
  if (id === undefined) return [];
  const { floor_id, icon, temperature_entity_id, humidity_entity_id } = row;
  return [
    {
      id,
      name: textIn(row["name"]) ?? id,
      floor: textIn(floor_id),
      icon: textIn(icon),
      temperature: entityIn(temperature_entity_id),
      humidity: entityIn(humidity_entity_id),
    },
  ];
};

const floorOf = (row: JsonObject): readonly RegistryFloor[] => {
  const id = textIn(row["floor_id"]);
  if (id === undefined) return [];
  const level = numberIn(row["level"], undefined);
  return [{ id, name: textIn(row["name"]) ?? id, level }];
};

const stateOf = ({ state }: JsonObject, { unit_of_measurement }: JsonObject) => {
  const text = textIn(state);
  const unit = textIn(unit_of_measurement);
  return text === undefined || unit === undefined ? text : `${text} ${unit}`;
};

/** Looks up an icon or a word for an entity in a state. */
type HasFor = (
  entity: string,
  known: EntityState,
  registered: RegistryEntry | undefined,
) => string | undefined;

const entityOf = (
  id: string,
  row: JsonObject,
  state: JsonObject,
  devices: ReadonlyMap<string, JsonObject>,
  iconOf: HasFor,
): RegistryEntity => {
  const attributes = isObject(state["attributes"]) ? state["attributes"] : {};
  // Only this answer has short keys (Home Assistant, `RegistryEntry.as_display_dict`).
  const { ai, di, en, ec, hb } = row;
  const device = devices.get(textIn(di) ?? "") ?? {};
  const deviceName = textIn(device["name_by_user"]) ?? textIn(device["name"]);
  return {
    id,
    domain: domainOf(id),
    name: textIn(attributes["friendly_name"]) ?? textIn(en) ?? deviceName ?? id,
    area: textIn(ai) ?? textIn(device["area_id"]),
    device: deviceName,
    deviceClass: textIn(attributes["device_class"]),
    icon: iconOf(id, { state: textIn(state["state"]) ?? "", attributes }, registeredIn(row)),
    state: stateOf(state, attributes),
    isAside: hb === true || typeof ec === "number",
  };
};

const order = new Intl.Collator(undefined, { numeric: true });

const stateIn = (row: JsonObject | undefined): EntityState | undefined => {
  const { state, attributes } = row ?? {};
  if (typeof state !== "string") return undefined;
  return { state, attributes: isObject(attributes) ? attributes : {} };
};

/** Reads Home Assistant's answers; malformed parts are left out. */
export const readRegistrySnapshot = (
  answers: RegistryAnswers,
  iconOf: HasFor = (_entity, known) => givenIcon(known),
  wordFor: HasFor = () => undefined,
): RegistrySnapshot => {
  const { entities: listed } = answers;
  const rows = byField(isObject(listed) ? listed["entities"] : undefined, "ei");
  const states = byField(answers.states, "entity_id");
  const devices = byField(answers.devices, "id");
  const entities = [...new Set([...rows.keys(), ...states.keys()])]
    .filter(isEntityId)
    .map((id) => entityOf(id, rows.get(id) ?? {}, states.get(id) ?? {}, devices, iconOf))
    .toSorted((one, other) => order.compare(one.name, other.name));
  const byId = new Map(entities.map((entity) => [entity.id, entity]));
  return {
    entities,
    byId,
    states: (id) => stateIn(states.get(id)),
    iconOf: (id) => byId.get(id)?.icon,
    word: (id, known) => wordFor(id, known, registeredIn(rows.get(id))),
    registered: (id) => registeredIn(rows.get(id)),
    areas: objectsIn(answers.areas).flatMap(areaOf),
    floors: objectsIn(answers.floors).flatMap(floorOf),
  };
};

/** Finds an area by id. */
export const findArea = (
  registry: RegistrySnapshot,
  id: string | undefined,
): RegistryArea | undefined => registry.areas.find((area) => area.id === id);
