import { html, type TemplateResult } from "lit";
import type { EditorContext } from "../component.ts";
import type { ChosenModel, Upload } from "./image-upload.ts";
import { labelled, numberInput } from "./inputs.ts";

/** Asks at which height a chosen model is cut before it is drawn from above. */
export const modelChoice = (
  { cut, file }: ChosenModel,
  upload: Upload,
  draw: () => void,
  { language, texts }: EditorContext,
): TemplateResult => {
  const words = texts.panels.tracing.model;
  return html`<p>${words.chosen(file.name)}</p>
    ${labelled(
      words.cut,
      numberInput(cut, language, (metres) => upload.cutAt(metres)),
    )}
    <div class="row">
      <button class="main" @click=${draw}>${words.draw}</button>
      <button @click=${() => upload.stop()}>${texts.editor.cancel}</button>
    </div>`;
};
