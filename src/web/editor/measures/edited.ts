import type { PlanData } from "../../../elements/entities.ts";
import type { Ref } from "../../../elements/ref.ts";
import { idsFor, renamed, withIds } from "../../model/change.ts";
import { startEdit } from "../tools/dragging.ts";
import type { Entry, ToolContext } from "../tools/tool.ts";

/**
 * Takes a length that was typed for something of the plan, as one undo step; `change` gives no plan where the
 * length does not fit.
 */
export const edited =
  (
    context: ToolContext,
    action: string,
    ref: Ref,
    change: (plan: PlanData, ref: Ref, metres: number) => PlanData | undefined,
  ): Entry["take"] =>
  (metres) => {
    const { plan } = context.session.state;
    const ids = idsFor(plan, [ref]);
    // Tried first, so that what does not fit leaves no trace.
    if (change(withIds(plan, ids), renamed(ref, ids), metres) === undefined)
      return { problem: context.texts.measures.noFit };
    const editing = startEdit(context, action, [ref]);
    editing.preview((now, [named = ref]) => change(now, named, metres) ?? now);
    editing.commit();
    return {};
  };
