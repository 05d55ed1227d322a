import { findRef, type Ref } from "../../model/elements/entities.ts";
import type { ToolController } from "./tool-controller.ts";
import type { SelectionCommands } from "./commands/selection-commands.ts";
import type { EditorContext } from "./component.ts";
import { selectionForPress } from "./tools/select.ts";
import { findHandle, handleName, handlesOf } from "./handles.ts";
import { resetLabelPlace } from "./commands/selection-edits.ts";
import type { Point } from "../../model/geometry/vector.ts";
import { movementOnPlan } from "./seen-directions.ts";

/** Arrow key steps: of the selection and of the crosshair in metres, and of the view in pixels. */
const [step, crossStep, viewStep] = [0.05, 0.1, 60];

/** The canvas as its key handling sees it. */
export interface KeyedCanvas {
  readonly toolController: ToolController;
  readonly rename: (ref: Ref) => void;
  /** Focuses a handle or a shape. */
  readonly focusPart: (part: "handle" | "ref", name: string) => Promise<void>;
}

/** What keys on the canvas operate on. */
interface KeyTarget {
  readonly context: EditorContext;
  readonly commands: SelectionCommands;
  readonly canvas: KeyedCanvas;
}

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The movement of an arrow key on the screen in metres: `short`, or ten times that with Shift. */
const arrowOf = ({ key, shiftKey }: KeyboardEvent, short: number): Point | undefined => {
  const [x, z] = arrows[key] ?? [];
  const metres = shiftKey ? short * 10 : short;
  return x === undefined || z === undefined ? undefined : [x * metres, z * metres];
};

/** Handles a key on a handle: arrows drag it, Enter on a wall adds a corner, Delete removes a corner. */
const keyOnHandle = (
  { context, commands, canvas }: KeyTarget,
  name: string,
  event: KeyboardEvent,
): boolean => {
  const [ref = "", ...others] = context.view.state.selection;
  const handle = findHandle(context.session.state.plan, ref, name);
  if (handle === undefined || others.length > 0) return false;
  const by = arrowOf(event, step);
  if (by !== undefined && handle.kind === "turn") commands.turn(by[0] + by[1] > 0 ? 15 : -15);
  else if (by !== undefined)
    commands.nudgeHandle(ref, handle, movementOnPlan(context.view.state.turn, by));
  else if (handle.kind === "wall" && (event.key === "Enter" || event.key === " "))
    commands.addCorner(ref, handle.index);
  else if (handle.kind === "corner" && (event.key === "Delete" || event.key === "Backspace"))
    commands.removeCorner(ref, handle.index);
  else if (handle.kind === "label" && (event.key === "Delete" || event.key === "Backspace"))
    resetLabelPlace(context, ref);
  else if (event.key === "Escape") {
    void canvas.focusPart("ref", ref);
    return true;
  } else return false;
  queueMicrotask(() => void canvas.focusPart("handle", name));
  return true;
};

/** Whether a key that begins something is only held: the Enter that ends a name must not go on to the shape and its handles. */
const isOnlyHeld = ({ key, repeat }: KeyboardEvent): boolean =>
  repeat && (key === "Enter" || key === "F2");

/** Handles a key on a shape: Enter selects it and then moves on to its handles, F2 renames it, arrows move it. */
const keyOnShape = (
  { context, commands, canvas }: KeyTarget,
  ref: Ref,
  event: KeyboardEvent,
): boolean => {
  const { session, view } = context;
  if (findRef(session.state.plan, ref) === undefined) return false;
  const isOnly = view.state.selection.length === 1 && view.state.selection[0] === ref;
  const by = arrowOf(event, step);
  if (by !== undefined) {
    if (!view.state.selection.includes(ref)) view.select(selectionForPress(context, ref));
    commands.nudge(movementOnPlan(view.state.turn, by));
    const [now = ref] = view.state.selection;
    if (isOnly) void canvas.focusPart("ref", now);
    return true;
  }
  if (event.key === "F2") {
    view.select([ref]);
    canvas.rename(ref);
    return true;
  }
  if (event.key !== "Enter" && event.key !== " ") return false;
  const [first] = isOnly ? handlesOf(session.state.plan, ref) : [];
  if (event.shiftKey || event.ctrlKey) view.toggle(ref);
  else if (first !== undefined) void canvas.focusPart("handle", handleName(first));
  else view.select(selectionForPress(context, ref));
  return true;
};

/**
 * Handles a key on the drawing as a whole: arrows move the crosshair of a tool, the selection, or the view; F2 renames
 * what alone is selected.
 */
const keyOnStage = (
  { context: { view }, commands, canvas }: KeyTarget,
  event: KeyboardEvent,
): boolean => {
  const { toolController } = canvas;
  const [only, ...others] = view.state.selection;
  if (event.key === "F2" && only !== undefined && others.length === 0) {
    canvas.rename(only);
    return true;
  }
  const isSelecting = view.state.tool === "select";
  const by = arrowOf(event, isSelecting ? step : crossStep);
  if (by !== undefined) {
    const move = movementOnPlan(view.state.turn, by);
    if (!isSelecting) toolController.moveCross(move);
    else if (view.state.selection.length > 0) commands.nudge(move);
    else toolController.viewport.pan(-Math.sign(by[0]) * viewStep, -Math.sign(by[1]) * viewStep);
    return true;
  }
  if (toolController.keyOfTool(event.key)) return true;
  const isSpace = event.key === " ";
  if (!isSelecting && (event.key === "Enter" || (isSpace && view.input.cross !== undefined))) {
    toolController.pressCross(event.shiftKey);
    return true;
  }
  if (!isSpace) return false;
  view.send({ type: "space", isHeld: true });
  return true;
};

/** Handles a key on the canvas for the focused part; returns whether it was used. */
export const keyOnCanvas = (target: KeyTarget, event: KeyboardEvent): boolean => {
  if (isOnlyHeld(event)) return true;
  const [part] = event.composedPath();
  const element = part instanceof Element ? part : undefined;
  const handle = element?.closest("[data-handle]")?.getAttribute("data-handle");
  const ref = element?.closest("[data-ref]")?.getAttribute("data-ref");
  if (typeof handle === "string") return keyOnHandle(target, handle, event);
  if (typeof ref === "string" && target.context.view.state.tool === "select")
    return keyOnShape(target, ref, event);
  return keyOnStage(target, event);
};
