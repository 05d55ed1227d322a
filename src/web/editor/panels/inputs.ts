import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { tidy } from "../../../geometry/vector.ts";
import type { Json } from "../../../json/json.ts";
import { numberIn, textIn } from "../../../json/read.ts";

/** A value and what a person calls it. */
export type Option = readonly [value: string, words: string];

/** What an input says besides its value: its name where no label gives one, and what it shows while empty. */
interface Words {
  readonly label?: string;
  readonly placeholder?: string;
}

/** What was filled in or chosen. */
export const valueOf = ({ target }: Event): string =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLSelectElement ||
  target instanceof HTMLTextAreaElement
    ? target.value
    : "";

/** An input with its name above; as `field long` it takes the whole width. */
export const labelled = (
  name: string,
  input: TemplateResult,
  style: "field" | "field long" = "field",
): TemplateResult => html`<label class=${style}><span>${name}</span> ${input}</label>`;

/** A line of text. */
export const textInput = (
  value: Json | undefined,
  commit: (text: string) => void,
  { label, placeholder = "" }: Words = {},
): TemplateResult =>
  html`<input
    type="text"
    spellcheck="false"
    autocapitalize="off"
    aria-label=${label ?? nothing}
    placeholder=${placeholder}
    .value=${live(textIn(value) ?? "")}
    @change=${(event: Event) => commit(valueOf(event).trim())}
  />`;

/** A number, such as metres. */
export const numberInput = (
  value: Json | undefined,
  step: number,
  commit: (number: number) => void,
  { placeholder = "" }: Words = {},
): TemplateResult => {
  const known = numberIn(value, undefined);
  const shown = known === undefined ? "" : String(tidy(known));
  return html`<input
    type="number"
    step=${step}
    inputmode="decimal"
    placeholder=${placeholder}
    .value=${live(shown)}
    @change=${(event: Event) => {
      const number = numberIn(valueOf(event), undefined);
      // A place or a length that is no number could not be drawn, so what was there comes back.
      if (number !== undefined) commit(tidy(number));
      else if (event.target instanceof HTMLInputElement) event.target.value = shown;
    }}
  />`;
};

/** One of several; where `chosen` is undefined, `placeholder` stands for what cannot be chosen. */
export const selectInput = (
  options: readonly Option[],
  chosen: string | undefined,
  commit: (value: string) => void,
  { label, placeholder }: Words = {},
): TemplateResult =>
  html`<select aria-label=${label ?? nothing} @change=${(event: Event) => commit(valueOf(event))}>
    ${chosen === undefined ? html`<option selected disabled>${placeholder}</option>` : undefined}
    ${options.map(
      ([value, words]) =>
        html`<option value=${value} .selected=${live(value === chosen)}>${words}</option>`,
    )}
  </select>`;

/** A button that asks for a file; `accept` names the kinds of files that fit. */
export const fileButton = (
  words: string,
  accept: string,
  take: (file: File) => void,
): TemplateResult =>
  html`<label class="button"
    >${words}
    <input
      type="file"
      accept=${accept}
      @change=${({ target }: Event) => {
        if (!(target instanceof HTMLInputElement)) return;
        const [file] = target.files ?? [];
        if (file !== undefined) take(file);
        target.value = "";
      }}
    />
  </label>`;
