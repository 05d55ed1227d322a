import { type PlanData, type Ref, refOf } from "../../model/elements/entities.ts";
import { findRoom, findRoomOf, type Room } from "../../model/elements/rooms.ts";
import { textIn, withField } from "../../model/json.ts";
import { newIdsFor, renamedRef, updateElement, assignIds } from "../../model/editing/change.ts";
import type { FieldEdit } from "./set-field.ts";

const marked = (plan: PlanData, { id, entity }: Room, isOutdoor: boolean): PlanData => {
  const ref = refOf(entity);
  const named = textIn(plan["outdoor"]);
  const isFree = findRoom(plan, named) === undefined;
  if (!isOutdoor) {
    const inside = updateElement(plan, ref, (room) => withField(room, "outdoor", undefined));
    return named === id ? withField(inside, "outdoor", undefined) : inside;
  }
  // The first goes where every reader of plans looks for it; there is no place for a second one.
  return isFree && id !== undefined
    ? withField(plan, "outdoor", id)
    : updateElement(plan, ref, (room) => withField(room, "outdoor", true));
};

/** Says of rooms whether they lie in the open air; `plan` is where they are now. */
export const setOutdoor = (plan: PlanData, refs: readonly Ref[], isOutdoor: boolean): FieldEdit => {
  const ids = newIdsFor(plan, refs);
  const after = refs.map((ref) => renamedRef(ref, ids));
  const change = (now: PlanData): PlanData =>
    after.reduce(
      (result, ref) => {
        const room = findRoomOf(result, ref);
        return room === undefined || room.isOutdoor === isOutdoor
          ? result
          : marked(result, room, isOutdoor);
      },
      assignIds(now, ids),
    );
  return { change, refs: after };
};
