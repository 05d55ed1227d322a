import type { PlanData, Ref } from "../../model/elements/entities.ts";
import { align, type Axis, distribute, type Edge } from "../../model/editing/arrange.ts";
import { groupable, newGroup, setGroup } from "../model/groups.ts";
import { withContents } from "../../model/editing/transform.ts";
import { arrangeOrder, type Order } from "../model/order.ts";
import { editOnce, selectionOf } from "../canvas/commands/selection-edits.ts";
import type { ToolContext } from "../canvas/tools/tool.ts";

/** Moves what is selected, with what stands in it, which is to be named in the change as well. */
const arrange = (
  context: ToolContext,
  action: string,
  change: (plan: PlanData, selection: readonly Ref[]) => PlanData,
): void => {
  const selection = selectionOf(context);
  const all = withContents(context.session.state.plan, selection);
  editOnce(context, action, all, (plan, named) => change(plan, named.slice(0, selection.length)));
};

/** Brings what is selected onto one line; one undo step. */
export const alignSelection = (context: ToolContext, edge: Edge): void =>
  arrange(context, "align", (plan, named) => align(plan, named, edge));

/** Makes the gaps between what is selected equal; one undo step. */
export const distributeSelection = (context: ToolContext, axis: Axis): void =>
  arrange(context, "distribute", (plan, named) => distribute(plan, named, axis));

/** Puts what is selected over or under others of its kind; one undo step. */
export const orderSelection = (context: ToolContext, order: Order): void =>
  editOnce(
    context,
    "order",
    groupable(context.session.state.plan, selectionOf(context)),
    (plan, named) => arrangeOrder(plan, named, order),
  );

/** Makes the items that are selected one group, or none; one undo step. */
export const groupSelection = (context: ToolContext, isTogether: boolean): void => {
  const items = groupable(context.session.state.plan, selectionOf(context));
  const group = isTogether ? newGroup() : undefined;
  if (isTogether && items.length < 2) return;
  editOnce(context, isTogether ? "group" : "ungroup", items, (plan, named) =>
    setGroup(plan, named, group),
  );
};
