import type { PlacedElement } from "../../model/elements/places.ts";
import { type JsonObject, withField } from "../../model/json.ts";
import { touches } from "../../model/bindings/touch-actions.ts";
import { entityFields, isTemplate, bindingsOf } from "../../model/bindings/element-bindings.ts";

/** The fields that say which part of the house an element is. */
const bound = [...entityFields, "sheet_extra", "area_id"];

/** The fields that are taken away as a whole where they name something of the house. */
const naming = ["rules", ...touches.map((touch) => `${touch}_action`)];

/**
 * An element without what it names of the house: its entities, its area, texts with templates, and the rules and
 * actions that name any of that. What it is and how it looks stays.
 */
export const withoutBindings = ({ collection, data }: PlacedElement): JsonObject => {
  let next = data;
  for (const field of bound) next = withField(next, field, undefined);
  for (const field of ["text", "text_on"]) {
    const value = next[field];
    if (typeof value === "string" && isTemplate(value)) next = withField(next, field, undefined);
  }
  for (const field of naming) {
    const value = next[field];
    if (value === undefined) continue;
    const { entities, templates, controls, calls } = bindingsOf(collection, { [field]: value });
    const names = [...entities, ...templates, ...controls, ...calls];
    if (names.length > 0) next = withField(next, field, undefined);
  }
  return next;
};

/** How many entities some elements name, each once. */
export const countEntities = (elements: readonly PlacedElement[]): number =>
  new Set(elements.flatMap(({ collection, data }) => bindingsOf(collection, data).entities)).size;
