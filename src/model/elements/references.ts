import { isObject, type Json, type JsonObject, listIn, textIn, withField } from "../json.ts";
import { isCollection, kinds } from "../kinds/kinds.ts";
import { entriesOf, idOf, type List, type PlanData } from "./entities.ts";
import { ownerOf } from "./opening-walls.ts";

/** Objects of a plan that are keyed by ids, each with the list that the ids refer to. */
const maps = { labels: "rooms", backgrounds: "levels" } as const;

export type MapName = keyof typeof maps;

/** Whether a field of a plan is such an object. */
export const isMapName = (field: string): field is MapName => Object.hasOwn(maps, field);

/** The names of these objects. */
export const mapNames: readonly MapName[] = Object.keys(maps).filter(isMapName);

/** A list and an id as `rooms/kitchen`. */
const named = (list: List, id: Json | undefined): string | undefined => {
  const text = idOf({ id: id ?? null });
  return text === undefined ? undefined : `${list}/${text}`;
};

/**
 * What an element lies in: an opening in a room or a freestanding wall, everything else on a floor. A floor lies in
 * nothing, nor does a tracker: what it follows stays if its floor goes.
 */
export const containerOf = (
  plan: PlanData,
  list: List,
  element: JsonObject,
): string | undefined => {
  if (!isCollection(list)) return undefined;
  if (kinds[list].place === "wall") return ownerOf(element);
  return named("levels", element["level"] ?? idOf(listIn(plan["levels"])[0]));
};

/** Fields of a plan that refer to elements by id, each with the list that the ids refer to. */
export const references = { ...maps, outdoor: "rooms" } as const;

export type Reference = keyof typeof references;

/** The names of these fields. */
export const referenceNames: readonly Reference[] = [...mapNames, "outdoor"];

/** The values of such a field by element id; `outdoor` holds the id of a single room. */
export const referencesIn = (plan: PlanData, name: Reference): JsonObject => {
  if (isMapName(name)) return entriesOf(plan[name]);
  const id = textIn(plan[name]);
  return id === undefined ? {} : { [id]: true };
};

/** The plan without these elements' entries in such a field. */
export const withoutReferences = (
  plan: PlanData,
  name: Reference,
  ids: ReadonlySet<string>,
): PlanData => {
  const said = Object.entries(referencesIn(plan, name));
  const kept = said.filter(([id]) => !ids.has(id));
  if (kept.length === said.length) return plan;
  return withField(plan, name, isMapName(name) ? Object.fromEntries(kept) : undefined);
};

/** The name that people see for an element: its name, text, entity, type or kind; empty if it has none. */
export const elementName = (element: Json | undefined): string => {
  if (!isObject(element)) return "";
  const candidates = ["name", "text", "entity", "type", "kind"].map((field) => element[field]);
  const texts = candidates.filter((value) => typeof value === "string");
  return texts.find((text) => text !== "") ?? "";
};
