import { refsWithin } from "../../../model/elements/places.ts";
import { boxAround } from "../../../model/geometry/polygon.ts";
import { distance } from "../../../model/geometry/vector.ts";
import { listOfRef, placeOfRef } from "../../../model/elements/entities.ts";
import { withGroups } from "../../model/groups.ts";
import { pickedWith, togglePicked } from "../../editor/picking.ts";
import { dragOfHandle } from "./drag-handle.ts";
import { dragOfLabel } from "../../editor/tools/drag-label.ts";
import { dragOfOpening } from "../../editor/tools/drag-opening.ts";
import { dragOfSelection } from "../../editor/tools/drag-selection.ts";
import type { Drag } from "../../editor/tools/dragging.ts";
import { type Overlay, type PlanPointer, type Tool, type ToolContext, tremble } from "./tool.ts";

/** What a press on something drags: a handle, an opening along its wall, or all that is selected. */
const dragOf = (context: ToolContext, { handle, at }: PlanPointer): Drag => {
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
  let dragging: Drag | undefined;
  /** Whether what is pressed was selected before. */
  let wasSelected = false;
  /** A drag from there draws a frame: from empty ground, and from the floor of a room that is not selected. */
  const drawsFrame = ({ ref, handle, isAdding }: PlanPointer): boolean => {
    if (handle !== undefined) return false;
    return ref === undefined || isAdding || (placeOfRef(ref) === "polygon" && !wasSelected);
  };
  const end = (): void => {
    pressed = dragging = undefined;
    overlay = {};
  };
  return {
    staysBegun: true,
    hint: () => {
      const { hints } = texts.tools;
      if (view.state.isPicking) return texts.arranging.picking;
      const [only = "", ...others] = view.state.selection;
      if (others.length > 0) return hints.selectedMany;
      const list = listOfRef(only);
      return list === undefined ? hints.select : texts.kinds[list].selected;
    },
    cursor: () => "default",
    overlay: () => overlay,
    down: (pointer) => {
      pressed = pointer;
      const { ref, handle } = pointer;
      wasSelected = view.state.selection.includes(ref ?? "");
      if (handle !== undefined || ref === undefined || wasSelected || drawsFrame(pointer)) return;
      view.select(pickedWith(context, ref));
    },
    move: (pointer) => {
      if (pressed === undefined) return;
      const isStarting = dragging === undefined && overlay.marquee === undefined;
      if (isStarting && distance(pointer.at, pressed.at) < tremble * pointer.pixel) return;
      if (drawsFrame(pressed)) overlay = { marquee: boxAround([pressed.at, pointer.at]) };
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
        const found = withGroups(
          session.state.plan,
          refsWithin(session.state.plan, level, marquee),
        );
        view.select(isAdding ? [...selection, ...found] : found);
      } else if (pressed !== undefined && pressed.handle === undefined) {
        if (pressed.ref === undefined) view.select([]);
        else if (pressed.isAdding) togglePicked(context, pressed.ref);
        else if (wasSelected || !selection.includes(pressed.ref))
          view.select(pickedWith(context, pressed.ref));
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
