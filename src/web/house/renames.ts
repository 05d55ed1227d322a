import { isObject, type Json, textIn } from "../../model/json.ts";

/** An entity that has another id now. */
export interface Rename {
  readonly from: string;
  readonly to: string;
}

/** The rename that an `entity_registry_updated` event tells of, where it tells of one. */
export const renameIn = (event: Json): Rename | undefined => {
  const data = isObject(event) ? event["data"] : undefined;
  if (!isObject(data) || data["action"] !== "update") return undefined;
  const [from, to] = [textIn(data["old_entity_id"]), textIn(data["entity_id"])];
  return from === undefined || to === undefined || from === to ? undefined : { from, to };
};

/** Renames one after another as renames from the first id to the last. */
export const joined = (renames: readonly Rename[]): readonly Rename[] => {
  const firstOf = new Map<string, string>();
  for (const { from, to } of renames) {
    const first = firstOf.get(from) ?? from;
    firstOf.delete(from);
    firstOf.set(to, first);
  }
  return [...firstOf].flatMap(([to, from]) => (from === to ? [] : [{ from, to }]));
};
