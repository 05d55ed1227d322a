import type { Connection } from "home-assistant-js-websocket";
import {
  deepEqual,
  isList,
  isObject,
  type Json,
  type JsonObject,
  listIn,
} from "../../model/json.ts";
import type { EntityState } from "../../model/bindings/entity-state.ts";
import type { HistoryQuery, PastState } from "./home-assistant.ts";

/** States by entity id. */
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
 * Applies an event of Home Assistant's `subscribe_entities` to a table: `{a}` has entities with all their data, `{c}`
 * changes, `{r}` removed ids. Returns whether anything visible changed; unchanged states stay the same objects.
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

/** The service accepts no longer list from a screen; so many ids are about 10 kB. */
const maxEntities = 300;

/** Splits entities into lists that the service accepts, in order. */
export const chunksOf = (entities: readonly string[]): readonly (readonly string[])[] => {
  const many = Math.ceil(entities.length / maxEntities);
  return Array.from({ length: many }, (_, at) =>
    entities.slice(at * maxEntities, (at + 1) * maxEntities),
  );
};

/** Converts a time to milliseconds: from seconds since 1970, or from ISO 8601 as old versions answer. */
const momentOf = (value: Json | undefined): number => {
  if (typeof value === "number") return value * 1000;
  return typeof value === "string" ? Date.parse(value) : Number.NaN;
};

const objectIn = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});

const pastState = (told: Json): readonly PastState[] => {
  const { s, lc, lu, a, state, last_changed, last_updated, attributes } = objectIn(told);
  // `last_updated` first, as an attribute may have changed alone.
  const atMs = momentOf(lu ?? lc ?? last_updated ?? last_changed);
  const text = s ?? state;
  if (typeof text !== "string" || !Number.isFinite(atMs)) return [];
  return [{ state: text, atMs, attributes: objectIn(a ?? attributes) }];
};

/** Requests the history of entities (`history/history_during_period`); rejects as the connection does. */
export const askHistory = async (
  connection: Connection,
  { entities, fromMs, toMs, attributes = false }: HistoryQuery,
): Promise<ReadonlyMap<string, readonly PastState[]>> => {
  const past = new Map<string, readonly PastState[]>();
  for (const portion of chunksOf(entities)) {
    const answer = await connection.sendMessagePromise<Json>({
      type: "history/history_during_period",
      start_time: new Date(fromMs).toISOString(),
      end_time: new Date(toMs).toISOString(),
      entity_ids: portion,
      minimal_response: !attributes,
      significant_changes_only: !attributes,
      no_attributes: !attributes,
    });
    const told = objectIn(answer);
    for (const entity of portion) past.set(entity, listIn(told[entity]).flatMap(pastState));
  }
  return past;
};
