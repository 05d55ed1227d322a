import { type Json, type JsonObject, listIn } from "../json/json.ts";
import { kinds } from "../kinds/index.ts";
import { idOf, type List, type PlanData } from "./entities.ts";

/** The objects of a plan that are keyed by ids, and the list that the ids are of. */
export const maps = { labels: "rooms", backgrounds: "levels" } as const;

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
export const groundOf = (plan: PlanData, list: List, element: JsonObject): string | undefined => {
  if (list === "levels") return undefined;
  if (kinds[list].place === "wall") return named("rooms", element["room_id"]);
  return named("levels", element["level"] ?? idOf(listIn(plan["levels"])[0]));
};

/** The room that the plan says to lie in the open air. */
export const outdoorOf = (plan: PlanData): string | undefined => named("rooms", plan["outdoor"]);
