import {
  findRef,
  findRefs,
  type PlanData,
  type Ref,
  refOf,
} from "../../../model/elements/entities.ts";
import { beginElementEdit, type ToolContext } from "../tools/tool.ts";
import {
  align,
  arrangeOrder,
  type Axis,
  distribute,
  type Edge,
  groupable,
  newGroup,
  type Order,
  setGroup,
} from "../../../model/editing/arrange.ts";
import { withContents } from "../../../model/editing/transform.ts";
import { hasLabelPlace, withoutLabel } from "../../../model/editing/room-annotations.ts";
import { entityName } from "../tools/kind-tools.ts";
import type { EditorContext } from "../component.ts";

/** The selected elements that still exist. */
export const selectionOf = ({ session, view }: ToolContext): readonly Ref[] =>
  findRefs(session.state.plan, view.state.selection).map(refOf);

/** The one selected element, if it is in the plan `now` and was not `before`. */
export const newlySelected = (
  before: PlanData | undefined,
  now: PlanData | undefined,
  [only, ...others]: readonly Ref[],
): Ref | undefined => {
  const isNew =
    only !== undefined &&
    others.length === 0 &&
    before !== undefined &&
    now !== undefined &&
    findRef(before, only) === undefined &&
    findRef(now, only) !== undefined;
  return isNew ? only : undefined;
};

/** Changes elements in one undo step; those without an id get one, and `change` gets the new refs. */
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

/** Moves the selection with its contents. */
const arrange = (
  context: ToolContext,
  action: string,
  change: (plan: PlanData, selection: readonly Ref[]) => PlanData,
): void => {
  const selection = selectionOf(context);
  const all = withContents(context.session.state.plan, selection);
  editOnce(context, action, all, (plan, named) => change(plan, named.slice(0, selection.length)));
};

/** Aligns the selection; one undo step. */
export const alignSelection = (context: ToolContext, edge: Edge): void =>
  arrange(context, "align", (plan, named) => align(plan, named, edge));

/** Distributes the selection with equal gaps; one undo step. */
export const distributeSelection = (context: ToolContext, axis: Axis): void =>
  arrange(context, "distribute", (plan, named) => distribute(plan, named, axis));

/** Reorders the selection within its kind; one undo step. */
export const orderSelection = (context: ToolContext, order: Order): void =>
  editOnce(
    context,
    "order",
    groupable(context.session.state.plan, selectionOf(context)),
    (plan, named) => arrangeOrder(plan, named, order),
  );

/** Groups or ungroups the selected items; one undo step. */
export const groupSelection = (context: ToolContext, isTogether: boolean): void => {
  const items = groupable(context.session.state.plan, selectionOf(context));
  const group = isTogether ? newGroup() : undefined;
  if (isTogether && items.length < 2) return;
  editOnce(context, isTogether ? "group" : "ungroup", items, (plan, named) =>
    setGroup(plan, named, group),
  );
};

/** Resets the position of a room's name in one undo step; returns whether it had been moved. */
export const resetLabelPlace = (
  { session, texts }: Pick<EditorContext, "session" | "texts">,
  ref: Ref,
): boolean => {
  const { plan } = session.state;
  const room = findRef(plan, ref);
  if (room === undefined || !hasLabelPlace(plan, room.data)) return false;
  const label = { action: "label", name: entityName(room, texts) };
  session.edit(label, (now) => withoutLabel(now, ref));
  return true;
};
