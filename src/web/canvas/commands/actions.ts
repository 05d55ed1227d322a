import { findRefs, refOf } from "../../../model/elements/entities.ts";
import { type EditorContext, focusedElement } from "../component.ts";
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
import { openMenuOfKeys } from "./open-menu.ts";

/** A field takes what is typed when it is left. */
const settleField = (): void => {
  const field = focusedElement();
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  field.blur();
  field.focus();
};

/** Texts that cannot be part of the plan are told of where they stand; of what is gone, nothing is left to be told. */
const tellHeld = ({ session, view, texts, say, showPanel }: EditorContext): void => {
  for (const [place, { text, of }] of session.state.invalidInputs) {
    if (place === "yaml") {
      showPanel("yaml");
      return say(texts.forms.yamlHeldBack);
    }
    const found = findRefs(session.state.plan, of.refs);
    // What is about no element is about the plan, which is shown while nothing is selected.
    if (found.length > 0 || of.refs.length === 0) {
      showPanel("properties");
      view.select(found.map(refOf));
      return say(texts.forms.heldBack(text));
    }
    session.keepInvalidInput(place, undefined);
  }
};

/** Saves all that was done, also what is being typed and a text that was not applied; what cannot be read is told, and stays. */
const saveWork = async (context: EditorContext): Promise<void> => {
  settleField();
  if (context.yamlDraft.text !== undefined) await context.yamlDraft.apply(context.client);
  tellHeld(context);
  await context.session.save();
};

/** What keys and buttons act on. */
interface ActionContext {
  readonly context: EditorContext;
  readonly commands: SelectionCommands;
  readonly canvas: Canvas | null;
  readonly help: () => void;
}

/** By how much a key or a button zooms. */
const zoomStep = 1.3;

const actions = {
  /** Of what is being drawn the last point, else the last step. */
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
  alignLeft: ({ context }) => alignSelection(context, "left"),
  alignCentre: ({ context }) => alignSelection(context, "centre"),
  alignRight: ({ context }) => alignSelection(context, "right"),
  alignTop: ({ context }) => alignSelection(context, "top"),
  alignMiddle: ({ context }) => alignSelection(context, "middle"),
  alignBottom: ({ context }) => alignSelection(context, "bottom"),
  distributeHorizontally: ({ context }) => distributeSelection(context, "horizontally"),
  distributeVertically: ({ context }) => distributeSelection(context, "vertically"),
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
  /** Each press adds to the selection, or takes away from it, until this is ended. */
  pick: ({ context: { view } }) =>
    view.update({ tool: "select", isPicking: !view.state.isPicking }),
  menu: ({ canvas }) => {
    if (canvas !== null) openMenuOfKeys(canvas);
  },
  snap: ({ context: { view } }) => view.update({ isSnapping: !view.state.isSnapping }),
  zoomIn: ({ canvas }) => canvas?.zoom(zoomStep),
  zoomOut: ({ canvas }) => canvas?.zoom(1 / zoomStep),
  fit: ({ canvas }) => canvas?.fit(),
  help: ({ help }) => help(),
  /** Gives up what is under way, then the tool, then the selection. */
  cancel: ({ context: { view }, canvas }) => {
    if (canvas?.toolController.giveUp() === true) return;
    const { isPicking, tool } = view.state;
    if (tool === "select" && !isPicking) view.select([]);
    else view.send({ type: "leave" });
  },
} satisfies Readonly<Record<string, (target: ActionContext) => void>>;

/** Names what a key or a button does. */
export type Action = keyof typeof actions;

/** Does what a key or a button names. */
export const runAction = (action: Action, target: ActionContext): void => actions[action](target);
