import { isObject, type Json, type JsonObject, listIn, textIn, withField } from "../json.ts";
import { kinds } from "../kinds/kinds.ts";
import { entriesOf, idOf, type List, type PlanData } from "./entities.ts";

/** The objects of a plan that are keyed by ids, and the list that the ids are of. */
const maps = { labels: "rooms", backgrounds: "levels" } as const;

export type MapName = keyof typeof maps;

/** Whether a field of a plan is an object that is keyed by ids. */
export const isMapName = (field: string): field is MapName => Object.hasOwn(maps, field);

/** The names of those objects. */
export const mapNames: readonly MapName[] = Object.keys(maps).filter(isMapName);

/** An element named by its id, such as `rooms/kitchen`. */
const named = (list: List, id: Json | undefined): string | undefined => {
  const text = idOf({ id: id ?? null });
  return text === undefined ? undefined : `${list}/${text}`;
};

/** What an element stands on: an opening on its room, all else on its level; a level on nothing. */
export const containerOf = (
  plan: PlanData,
  list: List,
  element: JsonObject,
): string | undefined => {
  if (list === "levels") return undefined;
  if (kinds[list].place === "wall") return named("rooms", element["room_id"]);
  return named("levels", element["level"] ?? idOf(listIn(plan["levels"])[0]));
};

/** Where a plan says something about elements beside their lists, and the list that they are of. */
export const references = { ...maps, outdoor: "rooms" } as const;

export type Reference = keyof typeof references;

/** The names of those fields. */
export const referenceNames: readonly Reference[] = [...mapNames, "outdoor"];

/** What a plan says there, by the id of the element: `outdoor` names the one room in the open air. */
export const referencesIn = (plan: PlanData, name: Reference): JsonObject => {
  if (isMapName(name)) return entriesOf(plan[name]);
  const id = textIn(plan[name]);
  return id === undefined ? {} : { [id]: true };
};

/** The plan without what it says there about the elements with these ids. */
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

/** What a person calls an element: its name, text, entity, type or kind; empty where it has none. */
export const elementName = (element: Json | undefined): string => {
  if (!isObject(element)) return "";
  const candidates = ["name", "text", "entity", "type", "kind"].map((field) => element[field]);
  const texts = candidates.filter((value) => typeof value === "string");
  return texts.find((text) => text !== "") ?? "";
};
