import { listOfRef, placeOfRef, type Ref } from "../../../model/elements/entities.ts";
import { withGroups } from "../../../model/editing/arrange.ts";
import {
  type Drag,
  type Overlay,
  type PlanPointer,
  type Tool,
  type ToolContext,
  dragThreshold,
} from "./tool.ts";
import { refsWithin } from "../../../model/elements/places.ts";
import { distance } from "../../../model/geometry/vector.ts";
import { boxAround } from "../../../model/geometry/polygon.ts";
import { dragOfHandle, dragOfLabel } from "./drag-handle.ts";
import { dragOfSelection } from "./drag-selection.ts";
import { dragOfOpening } from "./opening.ts";

/** What a press on an element selects: its group, or the element alone if exactly its group is selected. */
export const selectionForPress = ({ session, view }: ToolContext, ref: Ref): readonly Ref[] => {
  const { selection } = view.state;
  const group = withGroups(session.state.plan, [ref]);
  const isSelected =
    group.length === selection.length && group.every((each) => selection.includes(each));
  return isSelected ? [ref] : group;
};

/** Adds an element and its group to the selection, or removes them. */
const togglePicked = ({ session, view }: ToolContext, ref: Ref): void => {
  const { selection } = view.state;
  const group = withGroups(session.state.plan, [ref]);
  view.select(
    selection.includes(ref)
      ? selection.filter((each) => !group.includes(each))
      : [...selection, ...group],
  );
};

/** Selects what is pressed in another view of the plan; undefined stands for a place beside all elements. */
export const selectPressed = (
  context: ToolContext,
  ref: Ref | undefined,
  isAdding: boolean,
): void => {
  const { view } = context;
  view.update({ tool: "select" });
  const adds = isAdding || view.state.isPicking;
  if (ref === undefined) view.select(adds ? view.state.selection : []);
  else if (adds) togglePicked(context, ref);
  else view.select(selectionForPress(context, ref));
};

/** Starts a multiple selection, adding this element. */
export const startMultiSelect = (context: ToolContext, ref: Ref): void => {
  const { view } = context;
  if (view.state.isPicking || !view.state.selection.includes(ref)) togglePicked(context, ref);
  view.update({ isPicking: true });
};

/**
 * Whether a press without a drag is about the pressed element: on a handle it is about another piece beneath, but not
 * on one that a double click is for.
 */
const isForElement = ({ ref, handle }: PlanPointer, wasSelected: boolean): boolean => {
  if (handle === undefined) return true;
  const takesDoubleClicks = handle.kind === "corner" || handle.kind === "label";
  const isPiece = ref !== undefined && placeOfRef(ref) !== "polygon";
  return isPiece && !wasSelected && !takesDoubleClicks;
};

/** What a press drags: a handle, an opening along its wall, or the whole selection. */
const dragOf = (context: ToolContext, { handle, at }: PlanPointer): Drag => {
  const { selection } = context.view.state;
  const [only] = selection;
  if (handle?.kind === "label" && only !== undefined) return dragOfLabel(context, only, handle, at);
  if (handle !== undefined && only !== undefined) return dragOfHandle(context, only, handle, at);
  return selection.length === 1 && only !== undefined && placeOfRef(only) === "wall"
    ? dragOfOpening(context, only, at)
    : dragOfSelection(context, at);
};

/** Selects by click or frame, and drags the selection as a whole or by handles. */
export const selectTool = (context: ToolContext): Tool => {
  const { session, view, texts } = context;
  let overlay: Overlay = {};
  let pressed: PlanPointer | undefined;
  let dragging: Drag | undefined;
  /** Whether the pressed element was already selected. */
  let wasSelected = false;
  /** Whether a drag draws a frame: starting outside of rooms, or on the floor of an unselected room. */
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
      view.select(selectionForPress(context, ref));
    },
    move: (pointer) => {
      if (pressed === undefined) return;
      const isStarting = dragging === undefined && overlay.marquee === undefined;
      if (isStarting && distance(pointer.at, pressed.at) < dragThreshold * pointer.pixel) return;
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
      } else if (pressed !== undefined && isForElement(pressed, wasSelected)) {
        if (pressed.ref === undefined) view.select([]);
        else if (pressed.isAdding) togglePicked(context, pressed.ref);
        else if (wasSelected || !selection.includes(pressed.ref))
          view.select(selectionForPress(context, pressed.ref));
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
