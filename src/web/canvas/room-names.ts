import { findRef, type Entity, type PlanData, type Ref } from "../../model/elements/entities.ts";
import { type FieldEdit, setField, updateElements } from "../../model/editing/change.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { kindOfRoom } from "../../model/kinds/room-kinds.ts";

/**
 * The fields that an element gets with a name, besides the name. Where only its name says what a room is for, the room
 * stores what the former one said, else what the new one says, so that another name changes no colour.
 */
export const keptWithName = (
  { collection, data }: Entity,
  name: Json | undefined,
): JsonObject | undefined => {
  const { name: _, ...nameless } = data;
  const isKnown = data["kind"] !== undefined || kindOfRoom(nameless) !== undefined;
  if (collection !== "rooms" || isKnown) return undefined;
  const kind = kindOfRoom(data) ?? (name === undefined ? undefined : kindOfRoom({ name }));
  return kind && { kind };
};

/** Names elements, or removes their names; rooms keep their kinds. See `setField`. */
export const setName = (
  plan: PlanData,
  refs: readonly Ref[],
  name: Json | undefined,
  ids: ReadonlyMap<Ref, string>,
): FieldEdit => {
  const edit = setField(plan, refs, "name", name, ids);
  const kept = new Map(
    refs.flatMap((ref, at) => {
      const entity = findRef(plan, ref);
      const fields = entity && keptWithName(entity, name);
      const after = edit.refs[at];
      if (fields === undefined || after === undefined || entity?.data["name"] === name) return [];
      return [[after, (data: JsonObject) => ({ ...data, ...fields })] as const];
    }),
  );
  return { ...edit, change: (each) => updateElements(edit.change(each), kept) };
};
