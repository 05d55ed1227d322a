import { entitiesOf, type Entity, type PlanData } from "../../model/elements/entities.ts";
import { collections, standingCollections } from "../../model/kinds/kinds.ts";
import { bindingsOf } from "../../model/bindings/element-bindings.ts";
import { placeOf, roomAround } from "../../model/elements/places.ts";
import { levelOf } from "../../model/elements/levels.ts";
import { isInRoom, roomsOf } from "../../model/elements/rooms.ts";
import { listIn, textIn } from "../../model/json.ts";
import { sunEntity } from "../../model/bindings/sun.ts";
import { isEntityId } from "../../model/bindings/entity-state.ts";

/** The distinct references of a plan to Home Assistant. */
export interface PlanReferences {
  readonly entities: ReadonlySet<string>;
  readonly templates: ReadonlySet<string>;
}

/** Collects the references of all elements of a plan. */
export const referencesIn = (plan: PlanData): PlanReferences => {
  const entities = new Set<string>();
  const templates = new Set<string>();
  if (plan["north"] !== undefined) entities.add(sunEntity);
  for (const list of collections)
    for (const { data } of entitiesOf(plan, list)) {
      const named = bindingsOf(list, data);
      for (const entity of named.entities) entities.add(entity);
      for (const template of named.templates) templates.add(template);
    }
  return { entities, templates };
};

/** Whether two sets are equal. */
export const areEqual = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((each) => other.has(each));

/** The distinct entities of a room: its own, then those of elements in it, then those of its doors and windows. */
export const entitiesOfRoom = (plan: PlanData, { key, data }: Entity): readonly string[] => {
  const room = roomsOf(plan).find(({ entity }) => entity.key === key);
  const own = [data["temperature"], data["humidity"], ...listIn(data["sheet_extra"])];
  const within = standingCollections.flatMap((list) =>
    entitiesOf(plan, list).flatMap(({ data: thing }) => {
      const place = placeOf(thing);
      const isHere =
        room !== undefined &&
        place !== undefined &&
        levelOf(plan, thing) === room.level &&
        isInRoom(room, place);
      return isHere ? [thing["entity"]] : [];
    }),
  );
  const walls = entitiesOf(plan, "openings").flatMap((opening) =>
    room !== undefined && roomAround(plan, opening, [room]) === room
      ? [opening.data["lock"], opening.data["blind"], opening.data["contact"]]
      : [],
  );
  const all = [...own, ...within, ...walls].flatMap((each) => textIn(each) ?? []);
  return [...new Set(all.filter(isEntityId))];
};

/** The subject of details: entities, the most important one first, or a room. */
export type DetailsSubject =
  | { readonly kind: "entities"; readonly entities: readonly string[] }
  | { readonly kind: "room"; readonly room: Entity };
