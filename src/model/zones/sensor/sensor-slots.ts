import type { JsonObject } from "../../json.ts";
import { textIn } from "../../json.ts";
import { rectangleFields } from "./zone-sensor.ts";

/** A zone that a sensor offers, by the names of its entities. */
export interface SensorSlot {
  /** Unique among those of a device, such as `zone 1 polygon`. */
  readonly id: string;
  readonly of: "zone" | "exclusion";
  readonly number: number;
  readonly shape: "rectangle" | "polygon";
  /** The fields of a zone's `sensor`, without the tracker. */
  readonly fields: Readonly<Record<string, string>>;
}

/** How the ids of a sensor's entities end; what comes before is the device's name. */
const endings: readonly {
  readonly rule: RegExp;
  readonly of: SensorSlot["of"];
}[] = [
  // ESPHome's `ld2450`: "Zone-1 X1" in its documentation's example.
  { rule: /^number\.(.*)_zone_(\d+)_([xy][12])$/, of: "zone" },
  // Everything Presence Lite (`common/ld2450-base.yaml`): "Zone 1 Begin X", "Occupancy Mask 1 Begin X".
  { rule: /^number\.(.*)_zone_(\d+)_(begin_[xy]|end_[xy])$/, of: "zone" },
  { rule: /^number\.(.*)_occupancy_mask_(\d+)_(begin_[xy]|end_[xy])$/, of: "exclusion" },
  // The same: "Polygon Zone 1", "Polygon Exclusion 1".
  { rule: /^text\.(.*)_polygon_zone_(\d+)()$/, of: "zone" },
  { rule: /^text\.(.*)_polygon_exclusion_(\d+)()$/, of: "exclusion" },
];

const fieldOf: Readonly<Record<string, string>> = {
  x1: "x1",
  y1: "y1",
  x2: "x2",
  y2: "y2",
  begin_x: "x1",
  begin_y: "y1",
  end_x: "x2",
  end_y: "y2",
  "": "text",
};

/** Entries of Everything Presence Lite are no zones: they say where people leave the room. */
const isEntry = (device: string): boolean => /(?:^|_)entry$/.test(device);

/** The only entity with such an id; undefined if there are several. */
const only = (entities: readonly string[], rule: RegExp): string | undefined => {
  const found = entities.filter((entity) => rule.test(entity));
  return found.length === 1 ? found[0] : undefined;
};

/** Entities with a name and a place in the zone's fields. */
type Found = Map<
  string,
  { readonly slot: Omit<SensorSlot, "fields">; readonly fields: Map<string, string> }
>;

const found = (entities: readonly string[]): Found => {
  const slots: Found = new Map();
  const twice = new Set<string>();
  for (const entity of entities)
    for (const { rule, of } of endings) {
      const [, device = "", digits = "", part = ""] = rule.exec(entity) ?? [];
      const field = digits === "" || isEntry(device) ? undefined : fieldOf[part];
      if (field === undefined) continue;
      const shape = field === "text" ? "polygon" : "rectangle";
      const number = Number(digits);
      const id = `${of} ${number} ${shape}`;
      const slot = slots.get(id) ?? { slot: { id, of, number, shape }, fields: new Map() };
      if (slot.fields.has(field)) twice.add(id);
      slots.set(id, { ...slot, fields: slot.fields.set(field, entity) });
    }
  for (const id of twice) slots.delete(id);
  return slots;
};

/**
 * The zones that the entities of a device offer: those of which all numbers, or the text, are there once. Entities that
 * somebody has renamed are not found.
 */
export const slotsIn = (entities: readonly string[]): readonly SensorSlot[] => {
  // Everything Presence Lite uses polygons while "Polygon Zones" is on; ESPHome's radar has one type for its zones.
  const polygons = only(entities, /^switch\..*_polygon_zones$/);
  const type = only(entities, /^select\..*_zone_type$/);
  return [...found(entities).values()]
    .flatMap(({ slot, fields }): readonly SensorSlot[] => {
      const isWhole =
        slot.shape === "polygon" || rectangleFields.every((field) => fields.has(field));
      if (!isWhole) return [];
      const extra = slot.shape === "polygon" ? { switch: polygons } : { type };
      const more = Object.entries(extra).flatMap(([field, entity]): [string, string][] =>
        entity === undefined ? [] : [[field, entity]],
      );
      return [{ ...slot, fields: Object.fromEntries([...fields, ...more]) }];
    })
    .toSorted((one, other) => order(one).localeCompare(order(other)));
};

const order = ({ shape, of, number }: SensorSlot): string =>
  `${shape === "polygon" ? 0 : 1} ${of === "zone" ? 0 : 1} ${String(number).padStart(3, "0")}`;

/** Whether a zone's field `sensor` names the entities of a slot. */
export const isSlotOf = ({ fields }: SensorSlot, sensor: JsonObject): boolean =>
  [...rectangleFields, "text"].every((field) => textIn(sensor[field]) === fields[field]);
