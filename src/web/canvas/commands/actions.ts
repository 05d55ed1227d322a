import { findRefs, refOf } from "../../../model/elements/entities.ts";
import type { Axis, Edge } from "../../../model/editing/arrange.ts";
import { type EditorContext, focusedElement } from "../component.ts";
import { axisOnPlan, edgeOnPlan } from "../seen-directions.ts";
import { refsWithin } from "../../../model/elements/places.ts";
import {
  alignSelection,
  distributeSelection,
  groupSelection,
  orderSelection,
  resetLabelPlace,
} from "./selection-edits.ts";
import type { Canvas } from "../canvas.ts";
import type { SelectionCommands } from "./selection-commands.ts";
import { turningChoice } from "../view-state.ts";
import { openMenuOfKeys } from "./open-menu.ts";

/** Turns wide plans, or no longer, and says what holds now. */
const switchTurning = ({ view, texts, say }: EditorContext): void => {
  const turning = view.state.turning === "turned" ? "upright" : "turned";
  view.update({ turning });
  turningChoice.store(turning);
  say(texts.editor.turnings[turning]);
};

/** Leaves the focused field, which then takes the typed value. */
const settleField = (): void => {
  const field = focusedElement();
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  field.blur();
  field.focus();
};

/** Shows invalid inputs where they are; those about deleted elements have no place left. */
const showInvalidInputs = ({ session, view, texts, say, showPanel }: EditorContext): void => {
  for (const [place, { text, of }] of session.state.invalidInputs) {
    if (place === "yaml") {
      showPanel("yaml");
      return say(texts.forms.yamlInvalid);
    }
    const found = findRefs(session.state.plan, of.refs);
    // A text without elements is about the plan, whose fields are shown while nothing is selected.
    if (found.length > 0 || of.refs.length === 0) {
      showPanel("properties");
      view.select(found.map(refOf));
      return say(texts.forms.fieldInvalid(text));
    }
    session.keepInvalidInput(place, undefined);
  }
};

/** Shows the open conflicts, before which nothing can be saved; returns whether there are any. */
const showConflicts = ({ session, texts, say, showPanel }: EditorContext): boolean => {
  const { length } = session.state.conflicts;
  if (length === 0) return false;
  showPanel("conflicts");
  say(texts.panels.conflicts.first(length));
  return true;
};

/** Saves all work, including typed values and a YAML text not applied yet; invalid input is reported and stays. */
const saveWork = async (context: EditorContext): Promise<void> => {
  settleField();
  if (context.yamlDraft.text !== undefined) await context.yamlDraft.apply(context.client);
  showInvalidInputs(context);
  if (showConflicts(context)) return;
  await context.session.save();
};

/** Aligns the selection to an edge as seen on the screen. */
const alignSeen = (context: EditorContext, edge: Edge): void =>
  alignSelection(context, edgeOnPlan(context.view.state.turn, edge));

const distributeSeen = (context: EditorContext, axis: Axis): void =>
  distributeSelection(context, axisOnPlan(context.view.state.turn, axis));

/** What actions operate on. */
interface ActionContext {
  readonly context: EditorContext;
  readonly commands: SelectionCommands;
  readonly canvas: Canvas | null;
  readonly help: () => void;
}

/** Zoom factor of keys and buttons. */
const zoomStep = 1.3;

const actions = {
  /** Undoes the last point while drawing, else the last step. */
  undo: ({ context, canvas }) => {
    if (canvas?.toolController.takeBack() !== true) context.session.undo();
  },
  redo: ({ context }) => context.session.redo(),
  save: ({ context }) => void saveWork(context),
  copy: ({ commands }) => commands.copy(),
  cut: ({ commands }) => commands.cut(),
  paste: ({ commands, canvas }) => commands.paste(canvas?.toolController.pointedAt),
  pasteInPlace: ({ commands }) => commands.pasteInPlace(),
  duplicate: ({ commands }) => commands.duplicate(),
  remove: ({ commands }) => commands.remove(),
  selectAll: ({ context: { session, view } }) =>
    view.update({ tool: "select", selection: refsWithin(session.state.plan, view.state.level) }),
  rotate: ({ commands }) => commands.rotate(90),
  rotateBack: ({ commands }) => commands.rotate(-90),
  hinge: ({ commands }) => commands.flip("hinge"),
  swing: ({ commands }) => commands.flip("swing"),
  alignLeft: ({ context }) => alignSeen(context, "left"),
  alignCentre: ({ context }) => alignSeen(context, "centre"),
  alignRight: ({ context }) => alignSeen(context, "right"),
  alignTop: ({ context }) => alignSeen(context, "top"),
  alignMiddle: ({ context }) => alignSeen(context, "middle"),
  alignBottom: ({ context }) => alignSeen(context, "bottom"),
  distributeHorizontally: ({ context }) => distributeSeen(context, "horizontally"),
  distributeVertically: ({ context }) => distributeSeen(context, "vertically"),
  toFront: ({ context }) => orderSelection(context, "toFront"),
  forward: ({ context }) => orderSelection(context, "forward"),
  backward: ({ context }) => orderSelection(context, "backward"),
  toBack: ({ context }) => orderSelection(context, "toBack"),
  group: ({ context }) => groupSelection(context, true),
  ungroup: ({ context }) => groupSelection(context, false),
  rename: ({ context, canvas }) => {
    const [ref] = context.view.state.selection;
    if (ref !== undefined) canvas?.rename(ref);
  },
  labelBack: ({ context }) => {
    const [ref] = context.view.state.selection;
    if (ref !== undefined) resetLabelPlace(context, ref);
  },
  /** Switches multiple selection on or off, in which each press adds to or removes from the selection. */
  pick: ({ context: { view } }) =>
    view.update({ tool: "select", isPicking: !view.state.isPicking }),
  menu: ({ canvas }) => {
    if (canvas !== null) openMenuOfKeys(canvas);
  },
  snap: ({ context: { view } }) => view.update({ isSnapping: !view.state.isSnapping }),
  zoomIn: ({ canvas }) => canvas?.zoom(zoomStep),
  zoomOut: ({ canvas }) => canvas?.zoom(1 / zoomStep),
  fit: ({ canvas }) => canvas?.fit(),
  turnPlan: ({ context }) => switchTurning(context),
  help: ({ help }) => help(),
  /** Cancels the current action, then the tool, then the selection. */
  cancel: ({ context: { view }, canvas }) => {
    if (canvas?.toolController.giveUp() === true) return;
    const { isPicking, tool } = view.state;
    if (tool === "select" && !isPicking) view.select([]);
    else view.send({ type: "leave" });
  },
} satisfies Readonly<Record<string, (target: ActionContext) => void>>;

/** The name of an action of a key or a button. */
export type Action = keyof typeof actions;

/** Runs an action. */
export const runAction = (action: Action, target: ActionContext): void => actions[action](target);
