import type { PlanData, Ref } from "../../../model/elements/entities.ts";
import type { Gesture } from "../../store/session-state.ts";
import { newIdsFor, renamedRef, assignIds } from "../../../model/editing/change.ts";
import {
  labelOf,
  type Overlay,
  type PlanPointer,
  type ToolContext,
} from "../../canvas/tools/tool.ts";

/** A drag under way: what each move of the pointer does, and how it ends. */
export interface Drag extends Pick<Gesture, "commit" | "cancel"> {
  readonly move: (pointer: PlanPointer) => Overlay;
}

/** An edit of some elements under way. */
export interface ElementEdit extends Pick<Gesture, "commit" | "cancel"> {
  /** Shows the plan with this change, which is told what the elements are called in it. */
  readonly preview: (change: (plan: PlanData, refs: readonly Ref[]) => PlanData) => void;
}

/** Begins to edit some elements: those without an id get one, and the selection follows. */
export const beginElementEdit = (
  context: ToolContext,
  action: string,
  refs: readonly Ref[],
): ElementEdit => {
  const { session, view } = context;
  const { selection } = view.state;
  const ids = newIdsFor(session.state.plan, refs);
  const named = refs.map((ref) => renamedRef(ref, ids));
  const gesture = session.begin(labelOf(context, action, selection));
  return {
    preview: (change) => {
      gesture.preview((plan) => change(assignIds(plan, ids), named));
      view.select(selection.map((ref) => renamedRef(ref, ids)));
    },
    commit: () => gesture.commit(),
    cancel: () => {
      gesture.cancel();
      view.select(selection);
    },
  };
};
