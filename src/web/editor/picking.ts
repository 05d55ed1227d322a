import type { Ref } from "../../model/elements/entities.ts";
import { withGroups } from "../model/groups.ts";
import type { ToolContext } from "../canvas/tools/tool.ts";

/** What a press on a thing selects: its group, and the thing alone where exactly that is selected already. */
export const pickedWith = ({ session, view }: ToolContext, ref: Ref): readonly Ref[] => {
  const { selection } = view.state;
  const group = withGroups(session.state.plan, [ref]);
  const isSelected =
    group.length === selection.length && group.every((each) => selection.includes(each));
  return isSelected ? [ref] : group;
};

/** Adds a thing and its group to the selection, or takes them away. */
export const togglePicked = ({ session, view }: ToolContext, ref: Ref): void => {
  const { selection } = view.state;
  const group = withGroups(session.state.plan, [ref]);
  view.select(
    selection.includes(ref)
      ? selection.filter((each) => !group.includes(each))
      : [...selection, ...group],
  );
};

/** Begins to select several things with this one, beside what is selected. */
export const pickFirst = (context: ToolContext, ref: Ref): void => {
  const { view } = context;
  if (view.state.isPicking || !view.state.selection.includes(ref)) togglePicked(context, ref);
  view.update({ isPicking: true });
};
