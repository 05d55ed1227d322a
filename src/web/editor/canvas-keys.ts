import { findRef, type Ref } from "../model/change.ts";
import type { Point } from "../drawing/read.ts";
import type { Commands } from "./commands.ts";
import type { EditorContext } from "./context.ts";
import { type Handle, handlesOf } from "./handles.ts";
import { arrowOf } from "./keys.ts";
import { handleName } from "./overlay.ts";

/** A step of the arrow keys, in metres. */
const step = 0.05;

/** What the keyboard does on the canvas besides the shortcuts. */
export interface CanvasKeys {
  /** Opens the field for a name. */
  readonly rename: (ref: Ref) => void;
  readonly focusHandle: (name: string) => void;
  readonly focusShape: (ref: Ref) => void;
}

/** The selected thing's handle of that name. */
export const findHandle = ({ session, view }: EditorContext, name: string): Handle | undefined =>
  view.state.selection.length === 1
    ? handlesOf(session.state.plan, view.state.selection[0] ?? "").find(
        (handle) => handleName(handle) === name,
      )
    : undefined;

/** A key on a handle: arrows drag it, Enter on a wall adds a corner, Delete takes one away. */
export const keyOnHandle = (
  context: EditorContext,
  commands: Commands,
  keys: CanvasKeys,
  name: string,
  event: KeyboardEvent,
): boolean => {
  const handle = findHandle(context, name);
  const [ref] = context.view.state.selection;
  if (handle === undefined || ref === undefined) return false;
  const by = handle.kind === "turn" ? undefined : arrowOf(event, step);
  if (by !== undefined) commands.nudgeHandle(ref, handle, by);
  else if (handle.kind === "turn" && arrowOf(event, 1) !== undefined)
    commands.rotate(event.key === "ArrowRight" || event.key === "ArrowDown" ? 15 : -15);
  else if (handle.kind === "wall" && (event.key === "Enter" || event.key === " "))
    commands.addCorner(ref, handle.index);
  else if (handle.kind === "corner" && (event.key === "Delete" || event.key === "Backspace"))
    commands.removeCorner(ref, handle.index);
  else if (event.key === "Escape") {
    keys.focusShape(ref);
    return true;
  } else return false;
  queueMicrotask(() => keys.focusHandle(name));
  return true;
};

/** A key on a shape: Enter selects it, again its handles are next, F2 names it, arrows move it. */
export const keyOnShape = (
  context: EditorContext,
  commands: Commands,
  keys: CanvasKeys,
  ref: Ref,
  event: KeyboardEvent,
): boolean => {
  const { session, view } = context;
  if (findRef(session.state.plan, ref) === undefined) return false;
  const isOnly = view.state.selection.length === 1 && view.state.selection[0] === ref;
  const by: Point | undefined = arrowOf(event, step);
  if (by !== undefined) {
    if (!view.state.selection.includes(ref)) view.select([ref]);
    commands.nudge(by);
    const [now = ref] = view.state.selection;
    if (isOnly) keys.focusShape(now);
    return true;
  }
  if (event.key === "F2") {
    view.select([ref]);
    keys.rename(ref);
    return true;
  }
  if (event.key !== "Enter" && event.key !== " ") return false;
  const [first] = isOnly ? handlesOf(session.state.plan, ref) : [];
  if (event.shiftKey || event.ctrlKey) view.toggle(ref);
  else if (first !== undefined) keys.focusHandle(handleName(first));
  else view.select([ref]);
  return true;
};
