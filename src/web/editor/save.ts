import { findRefs, refOf } from "../../model/elements/entities.ts";
import type { EditorContext } from "./context.ts";
import type { PanelName } from "../canvas/inspector/panels.ts";
import { yamlDraftOf } from "./panels/yaml-work.ts";

/** What has the keyboard, in whichever shadow. */
const focused = (): Element | null => {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
};

/** A field takes what is typed when it is left. */
const settleField = (): void => {
  const field = focused();
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  field.blur();
  field.focus();
};

/** Texts that cannot be part of the plan are told of where they stand; of what is gone, nothing is left to be told. */
const tellHeld = (
  { session, view, texts, say }: EditorContext,
  showPanel: (panel: PanelName) => void,
): void => {
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
export const saveWork = async (
  context: EditorContext,
  showPanel: (panel: PanelName) => void,
): Promise<void> => {
  settleField();
  if (yamlDraftOf(context.session).held !== undefined)
    await yamlDraftOf(context.session).apply(context);
  tellHeld(context, showPanel);
  await context.session.save();
};
