import { entriesOf, findRef, idOf, type PlanData, type Ref, refOf } from "../elements/entities.ts";
import { cornersOf } from "../elements/places.ts";
import { withoutReferences } from "../elements/references.ts";
import { goodPlace } from "../geometry/polygon.ts";
import { type Point, tidyPoint } from "../geometry/vector.ts";
import { type JsonObject, pointIn, textIn, withField } from "../json.ts";
import {
  assignIds,
  type FieldEdit,
  newIdsFor,
  renamedRef,
  updateElement,
  withEntries,
} from "./change.ts";
import { findRoom, findRoomOf, type Room } from "../elements/rooms.ts";

const givenTo = (plan: PlanData, room: JsonObject): Point | undefined =>
  pointIn(entriesOf(plan["labels"])[idOf(room) ?? ""]);

/** Where the name of a room stands, in metres: where it was put, else at a good place inside. */
export const labelPlace = (plan: PlanData, room: JsonObject): Point =>
  givenTo(plan, room) ?? goodPlace(cornersOf(room));

/** Whether the name of a room was put somewhere. */
export const hasLabelPlace = (plan: PlanData, room: JsonObject): boolean =>
  givenTo(plan, room) !== undefined;

/** Puts the name of a room, which has an id, at a place in metres. */
export const putLabel = (plan: PlanData, ref: Ref, at: Point): PlanData => {
  const id = idOf(findRef(plan, ref)?.data ?? {});
  return id === undefined ? plan : withEntries(plan, "labels", { [id]: tidyPoint(at) });
};

/** Lets the name of a room stand at a good place again. */
export const withoutLabel = (plan: PlanData, ref: Ref): PlanData => {
  const id = idOf(findRef(plan, ref)?.data ?? {});
  return id === undefined ? plan : withoutReferences(plan, "labels", new Set([id]));
};

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
