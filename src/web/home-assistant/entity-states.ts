import { deepEqual, isList, isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { EntityState } from "../../model/bindings/entity-state.ts";

/** The states of entities, by their ids. */
export type EntityTable = Map<string, EntityState & { readonly attributes: JsonObject }>;

const secondsIn = (value: Json | undefined): number | undefined =>
  typeof value === "number" ? value : undefined;

const attributesIn = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});

const without = (attributes: JsonObject, names: Json | undefined): JsonObject =>
  isList(names)
    ? Object.fromEntries(Object.entries(attributes).filter(([name]) => !names.includes(name)))
    : attributes;

const changed = (
  { state, attributes, last_changed }: EntityState & { readonly attributes: JsonObject },
  added: JsonObject,
  removed: JsonObject,
): EntityState & { readonly attributes: JsonObject } => ({
  state: typeof added["s"] === "string" ? added["s"] : state,
  attributes: without({ ...attributes, ...attributesIn(added["a"]) }, removed["a"]),
  last_changed: secondsIn(added["lc"]) ?? last_changed ?? 0,
});

/**
 * Writes an event of Home Assistant's `subscribe_entities` into a table: `{a}` gives entities with all there
 * is of them, `{c}` what has changed of some, `{r}` those that are gone. Returns whether anything that is
 * shown is another; the state of an entity of which nothing is stays the same object.
 */
export const applyEvent = (table: EntityTable, event: Json): boolean => {
  if (!isObject(event)) return false;
  let isOther = false;
  const put = (entity: string, next: EntityState & { readonly attributes: JsonObject }): void => {
    const before = table.get(entity);
    const isSame =
      before !== undefined &&
      before.state === next.state &&
      before.last_changed === next.last_changed &&
      deepEqual(before.attributes, next.attributes);
    if (isSame) return;
    table.set(entity, next);
    isOther = true;
  };
  const { a: all, c: changes, r: gone } = event;
  if (isObject(all))
    for (const [entity, told] of Object.entries(all)) {
      const { s, a, lc } = attributesIn(told);
      if (typeof s === "string")
        put(entity, { state: s, attributes: attributesIn(a), last_changed: secondsIn(lc) ?? 0 });
    }
  if (isObject(changes))
    for (const [entity, told] of Object.entries(changes)) {
      const before = table.get(entity);
      const { "+": added, "-": removed } = attributesIn(told);
      if (before !== undefined)
        put(entity, changed(before, attributesIn(added), attributesIn(removed)));
    }
  if (isList(gone))
    for (const entity of gone)
      if (typeof entity === "string" && table.delete(entity)) isOther = true;
  return isOther;
};
