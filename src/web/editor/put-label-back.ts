import { findRef, type Ref } from "../../model/elements/entities.ts";
import { hasLabelPlace, withoutLabel } from "../../model/editing/room-annotations.ts";
import { entityName } from "./panels/entity-name.ts";
import type { ComponentContext } from "../canvas/component.ts";

/** Lets the name of a room stand at its usual place again, as one undo step; says whether it stood elsewhere. */
export const resetLabelPlace = (
  { session, texts }: Pick<ComponentContext, "session" | "texts">,
  ref: Ref,
): boolean => {
  const { plan } = session.state;
  const room = findRef(plan, ref);
  if (room === undefined || !hasLabelPlace(plan, room.data)) return false;
  const label = { action: "label", name: entityName(room, texts) };
  session.edit(label, (now) => withoutLabel(now, ref));
  return true;
};
