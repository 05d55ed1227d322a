import { within } from "../../../elements/bounds.ts";
import { boxAround } from "../../../geometry/polygon.ts";
import { distance } from "../../../geometry/vector.ts";
import { listOfRef, placeOfRef } from "../../../elements/ref.ts";
import { dragOfHandle } from "./drag-handle.ts";
import { dragOfLabel } from "./drag-label.ts";
import { dragOfOpening } from "./drag-opening.ts";
import { dragOfSelection } from "./drag-selection.ts";
import type { Dragging } from "./dragging.ts";
import { type Overlay, type PlanPointer, type Tool, type ToolContext, tremble } from "./tool.ts";

/** What a press on something drags: a handle, an opening along its wall, or all that is selected. */
const dragOf = (context: ToolContext, { handle, at }: PlanPointer): Dragging => {
  const { selection } = context.view.state;
  const [only] = selection;
  if (handle?.kind === "label" && only !== undefined) return dragOfLabel(context, only, handle, at);
  if (handle !== undefined && only !== undefined) return dragOfHandle(context, only, handle);
  return selection.length === 1 && only !== undefined && placeOfRef(only) === "wall"
    ? dragOfOpening(context, only, at)
    : dragOfSelection(context, at);
};

/** Selects by a click or a frame, and drags what is selected, as a whole or by its handles. */
export const selectTool = (context: ToolContext): Tool => {
  const { session, view, texts } = context;
  let overlay: Overlay = {};
  let pressed: PlanPointer | undefined;
  let dragging: Dragging | undefined;
  const end = (): void => {
    pressed = dragging = undefined;
    overlay = {};
  };
  return {
    staysBegun: true,
    hint: () => {
      const { hints } = texts.tools;
      const [only = "", ...others] = view.state.selection;
      if (others.length > 0) return hints.selectedMany;
      const list = listOfRef(only);
      return list === undefined ? hints.select : texts.kinds[list].selected;
    },
    cursor: () => "default",
    overlay: () => overlay,
    down: (pointer) => {
      pressed = pointer;
      const { ref, handle, isAdding } = pointer;
      if (handle !== undefined || ref === undefined || isAdding) return;
      if (!view.state.selection.includes(ref)) view.select([ref]);
    },
    move: (pointer) => {
      if (pressed === undefined) return;
      const isStarting = dragging === undefined && overlay.marquee === undefined;
      if (isStarting && distance(pointer.at, pressed.at) < tremble * pointer.pixel) return;
      const isFrame =
        pressed.handle === undefined && (pressed.ref === undefined || pressed.isAdding);
      if (isFrame) overlay = { marquee: boxAround([pressed.at, pointer.at]) };
      else {
        dragging ??= dragOf(context, pressed);
        overlay = dragging.move(pointer);
      }
    },
    up: ({ isAdding }) => {
      const { selection, level } = view.state;
      const { marquee } = overlay;
      if (dragging !== undefined) dragging.commit();
      else if (marquee !== undefined) {
        const found = within(session.state.plan, level, marquee);
        view.select(isAdding ? [...selection, ...found] : found);
      } else if (pressed !== undefined && pressed.handle === undefined) {
        if (pressed.ref === undefined) view.select([]);
        else if (pressed.isAdding) view.toggle(pressed.ref);
        else if (selection.length > 1) view.select([pressed.ref]);
      }
      end();
    },
    cancel: () => {
      const isBusy = pressed !== undefined;
      dragging?.cancel();
      end();
      return isBusy;
    },
  };
};
