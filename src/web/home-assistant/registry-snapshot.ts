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

/** An entity as Home Assistant's registries and states tell of it. */
export interface RegistryEntity {
  readonly id: string;
  readonly domain: string;
  readonly name: string;
  /** The id of its own area, else of its device's. */
  readonly area: string | undefined;
  /** The name of its device. */
  readonly device: string | undefined;
  readonly deviceClass: string | undefined;
  /** What Home Assistant shows it by, such as `mdi:lightbulb`. */
  readonly icon: string | undefined;
  /** The state when it was last read, with its unit. */
  readonly state: string | undefined;
  /** Whether it is hidden, or only there to configure or examine a device. */
  readonly isAside: boolean;
}

/** An area: what people call a room there. */
export interface RegistryArea {
  readonly id: string;
  readonly name: string;
  readonly floor: string | undefined;
  readonly icon: string | undefined;
  /** The entities that tell its temperature and humidity. */
  readonly temperature: string | undefined;
  readonly humidity: string | undefined;
}

/** A floor; `level` is 0 for the ground, negative below it. */
export interface RegistryFloor {
  readonly id: string;
  readonly name: string;
  readonly level: number | undefined;
}

/** What Home Assistant's registries hold at a moment, and the states of then. */
export interface RegistrySnapshot {
  /** In the order of their names. */
  readonly entities: readonly RegistryEntity[];
  readonly byId: ReadonlyMap<string, RegistryEntity>;
  /** The states when they were last read. */
  readonly states: States;
  /** The icon of an entity, where it is known. */
  readonly iconOf: (entity: string) => string | undefined;
  /** The word that Home Assistant has for a state of an entity, as far as its words are here. */
  readonly word: (entity: string, state: EntityState) => string | undefined;
  /** What the registry says of an entity that it lists. */
  readonly registered: RegistryLookup;
  /** In the order in which Home Assistant lists them. */
  readonly areas: readonly RegistryArea[];
  readonly floors: readonly RegistryFloor[];
}

/** The answers of Home Assistant that this is read from, whatever they hold; undefined for one that it refused. */
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

/** What Home Assistant has for an entity in a state: its icon, or its word. */
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
  // The keys are short in this answer alone (Home Assistant, `RegistryEntry.as_display_dict`).
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

/** Reads what Home Assistant has answered; what is odd in it is left out. */
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

/** The area with an id. */
export const findArea = (
  registry: RegistrySnapshot,
  id: string | undefined,
): RegistryArea | undefined => registry.areas.find((area) => area.id === id);
