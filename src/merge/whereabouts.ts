import type { PlanData } from "../elements/entities.ts";
import { nameOf } from "../elements/name.ts";
import { centreOf, roomAround } from "../elements/places.ts";
import type { Point } from "../geometry/vector.ts";
import { isObject, type Json } from "../json/json.ts";
import { pointIn } from "../json/read.ts";
import { isCollection, kinds } from "../kinds/index.ts";

/** Where something in a list or a map of the plan is, in metres: the middle of an element, the place of a label. */
export const whereIs = (
  plan: PlanData,
  subject: string,
  value: Json | undefined,
): Point | undefined =>
  isCollection(subject) && isObject(value)
    ? centreOf(plan, { collection: subject, data: value })
    : pointIn(value);

/** The name of the room that an opening belongs to, or that an item stands in. */
export const roomNameOf = (
  plan: PlanData,
  subject: string,
  element: Json | undefined,
): string | undefined => {
  if (!isCollection(subject) || !isObject(element)) return undefined;
  if (kinds[subject].place === "polygon") return undefined;
  const room = roomAround(plan, { collection: subject, data: element });
  return nameOf(room?.entity.data) || undefined;
};
