import { entriesOf, findRef, idOf, type PlanData, type Ref, refOf } from "../elements/entities.ts";
import { cornersOf } from "../elements/places.ts";
import { withoutReferences } from "../elements/references.ts";
import { interiorPoint } from "../geometry/polygon.ts";
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

/** The position of a room's label in metres: as placed by a user, else a good place inside. */
export const labelPlace = (plan: PlanData, room: JsonObject): Point =>
  givenTo(plan, room) ?? interiorPoint(cornersOf(room));

/** Whether a user placed the room's label. */
export const hasLabelPlace = (plan: PlanData, room: JsonObject): boolean =>
  givenTo(plan, room) !== undefined;

/** Places the label of a room, which must have an id, at a point in metres. */
export const putLabel = (plan: PlanData, ref: Ref, at: Point): PlanData => {
  const id = idOf(findRef(plan, ref)?.data ?? {});
  return id === undefined ? plan : withEntries(plan, "labels", { [id]: tidyPoint(at) });
};

/** Resets a room's label to its automatic position. */
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
  // The first outdoor room goes into the plan's `outdoor`, which all readers of plans know; that field holds only one.
  return isFree && id !== undefined
    ? withField(plan, "outdoor", id)
    : updateElement(plan, ref, (room) => withField(room, "outdoor", true));
};

/** Sets whether rooms are outdoors; `plan` is the current plan. */
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
