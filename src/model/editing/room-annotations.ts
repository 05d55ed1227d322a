import { entriesOf, findRef, idOf, type PlanData, type Ref } from "../elements/entities.ts";
import { cornersOf } from "../elements/places.ts";
import { withoutReferences } from "../elements/references.ts";
import { goodPlace } from "../geometry/polygon.ts";
import { type Point, tidyPoint } from "../geometry/vector.ts";
import { type JsonObject, pointIn } from "../json.ts";
import { withEntries } from "./change.ts";

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
