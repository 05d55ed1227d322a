import { html, type TemplateResult } from "lit";
import type { MeasureMode } from "../../../model/editing/measured-lengths.ts";
import type { EditorContext } from "../context.ts";

/** Where the browser keeps the choice. */
const place = "floorplan-measures";

/** The sort of measures that was chosen in this browser; inner ones, as a tape gives them, where none was. */
export const storedMeasureMode = (): MeasureMode => {
  try {
    return localStorage.getItem(place) === "centre" ? "centre" : "inner";
  } catch {
    // A browser that keeps nothing asks anew.
    return "inner";
  }
};

const choose = ({ view, texts, say }: EditorContext): void => {
  const measures = view.state.measures === "inner" ? "centre" : "inner";
  view.update({ measures });
  say(texts.measures.chosen[measures]);
  try {
    localStorage.setItem(place, measures);
  } catch {
    // It holds until the page is left.
  }
};

/** Says between what lengths are measured, and changes that. */
export const measureModeButton = (context: EditorContext): TemplateResult => {
  const { texts, view } = context;
  const { measures } = view.state;
  return html`<button
    class="sort"
    title=${texts.measures.chosen[measures]}
    @click=${() => choose(context)}
  >
    ${texts.measures.sorts[measures]}
  </button>`;
};
