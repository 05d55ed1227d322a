import type { Placed } from "../../elements/items.ts";
import { type JsonObject, put } from "../../json/json.ts";
import { touches } from "../../live/action.ts";
import { entityFields, isTemplate, namedBy } from "../../live/named.ts";

/** The fields that say which part of the house an element is. */
const bound = [...entityFields, "sheet_extra", "area_id"];

/** The fields that are taken away as a whole where they name something of the house. */
const naming = ["rules", ...touches.map((touch) => `${touch}_action`)];

/**
 * An element without what it names of the house: its entities, its area, texts with templates, and the rules and
 * actions that name any of that. What it is and how it looks stays.
 */
export const unbound = ({ collection, data }: Placed): JsonObject => {
  let next = data;
  for (const field of bound) next = put(next, field, undefined);
  for (const field of ["text", "text_on"]) {
    const value = next[field];
    if (typeof value === "string" && isTemplate(value)) next = put(next, field, undefined);
  }
  for (const field of naming) {
    const value = next[field];
    if (value === undefined) continue;
    const { entities, templates, controls, calls } = namedBy(collection, { [field]: value });
    const names = [...entities, ...templates, ...controls, ...calls];
    if (names.length > 0) next = put(next, field, undefined);
  }
  return next;
};

/** How many entities some elements name, each once. */
export const countEntities = (elements: readonly Placed[]): number =>
  new Set(elements.flatMap(({ collection, data }) => namedBy(collection, data).entities)).size;
