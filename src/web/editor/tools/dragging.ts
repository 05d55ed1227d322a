import { idsFor, renamed } from "../../model/change.ts";
import { type Ref } from "../../../elements/ref.ts";
import { Drag, labelOf, type Overlay, type PlanPointer, type ToolContext } from "./tool.ts";

/** A drag under way: what each move of the pointer does, and how it ends. */
export interface Dragging {
  readonly move: (pointer: PlanPointer) => Overlay;
  readonly commit: () => void;
  readonly cancel: () => void;
}

/** Begins to edit some elements: those without an id get one, and the selection follows. */
export const startEdit = (
  context: ToolContext,
  action: string,
  refs: readonly Ref[],
): {
  readonly drag: Drag;
  readonly refs: readonly Ref[];
  readonly ids: ReadonlyMap<Ref, string>;
  readonly follow: () => void;
} => {
  const { session, view } = context;
  const ids = idsFor(session.state.plan, refs);
  const selection = view.state.selection.map((ref) => renamed(ref, ids));
  return {
    drag: new Drag(session, labelOf(context, action, view.state.selection)),
    refs: refs.map((ref) => renamed(ref, ids)),
    ids,
    follow: () => view.select(selection),
  };
};
