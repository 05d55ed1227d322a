import { entitiesOf, type Entity, type PlanData } from "../../../elements/entities.ts";
import { textIn } from "../../../json/read.ts";
import { findRef, type Ref } from "../../../elements/ref.ts";
import { levelOf } from "../../../elements/levels.ts";
import { kinds } from "../../../kinds/index.ts";
import type { EditorView } from "../view.ts";

/** The room that an opening belongs to, if the plan has it. */
export const roomOf = (plan: PlanData, { data }: Entity): Entity | undefined => {
  const id = textIn(data["room_id"]);
  return id === undefined ? undefined : entitiesOf(plan, "rooms").find(({ key }) => key === id);
};

/** The level that something is drawn on: its own, and that of its room for an opening. */
export const drawnLevel = (plan: PlanData, entity: Entity): string | undefined =>
  kinds[entity.collection].place === "wall"
    ? levelOf(plan, roomOf(plan, entity)?.data ?? {})
    : levelOf(plan, entity.data);

/** Selects something and shows the level that it is on. */
export const show = (view: EditorView, plan: PlanData, ref: Ref): void => {
  const entity = findRef(plan, ref);
  if (entity === undefined) return;
  view.update({ selection: [ref], level: drawnLevel(plan, entity), tool: "select" });
};
