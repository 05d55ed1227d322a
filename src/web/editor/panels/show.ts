import type { PlanData } from "../../../elements/entities.ts";
import { levelOfEntity } from "../../../elements/places.ts";
import { findRef, type Ref } from "../../../elements/ref.ts";
import type { EditorView } from "../view.ts";

/** Selects something and shows the level that it is on. */
export const show = (view: EditorView, plan: PlanData, ref: Ref): void => {
  const entity = findRef(plan, ref);
  if (entity === undefined) return;
  view.update({ selection: [ref], level: levelOfEntity(plan, entity), tool: "select" });
};
