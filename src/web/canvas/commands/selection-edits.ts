import { findRefs, type PlanData, type Ref, refOf } from "../../../model/elements/entities.ts";
import { beginElementEdit } from "../../editor/tools/dragging.ts";
import type { ToolContext } from "../tools/tool.ts";

/** What is selected and still in the plan. */
export const selectionOf = ({ session, view }: ToolContext): readonly Ref[] =>
  findRefs(session.state.plan, view.state.selection).map(refOf);

/** Changes some elements by one undo step; those without an id get one, by which `change` is told of them. */
export const editOnce = (
  context: ToolContext,
  action: string,
  refs: readonly Ref[],
  change: (plan: PlanData, refs: readonly Ref[]) => PlanData,
): void => {
  if (refs.length === 0) return;
  const editing = beginElementEdit(context, action, refs);
  editing.preview(change);
  editing.commit();
};
