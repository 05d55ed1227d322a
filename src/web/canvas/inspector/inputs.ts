import { chain, fromNullable, left, right } from "fp-ts/lib/Either.js";
import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { roundForStorage } from "../../../model/geometry/vector.ts";
import { type Json, numberIn, textIn } from "../../../model/json.ts";
import { numberFormat } from "../../../model/bindings/number-text.ts";
import { readLength } from "../../../model/editing/parse-length.ts";
import { type SetValue, type InputPlace, type TypedInput, typedInput } from "./typed-input.ts";

/** A value and what a person calls it. */
export type Option = readonly [value: string, words: string];

/** What an input says besides its value: its name where no label gives one, and what it shows while empty. */
interface Words {
  readonly label?: string;
  readonly placeholder?: string;
}

/** The number in a value, also of any size: limits may be of lux or of bytes. */
const numberOf = (value: Json | undefined): number | undefined => {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
};

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

/** A text; undefined where it is empty. */
export const textInput = (
  value: Json | undefined,
  place: InputPlace,
  fill: SetValue<string>,
  words: Words & { readonly rows?: number } = {},
): TemplateResult =>
  typedInput({
    place,
    shown: textIn(value) ?? "",
    read: (text) => right(text.trim()),
    fill,
    ...words,
  });

/** How a number field reads and steps. */
export interface Figures {
  readonly read: (text: string, language: string) => number | undefined;
  /** By how much an arrow key changes it. */
  readonly step: number;
  /** What is said of a text that is no such number. */
  readonly wrong: string;
  readonly language: string;
  /** What is said of a number that cannot be here; nothing of one that can. */
  readonly refuse?: (number: number) => string | undefined;
}

/** A number as a person of the language types it. */
const typedNumber = (number: number, language: string): string =>
  numberFormat(language, { maximumFractionDigits: 10, useGrouping: false }).format(number);

/** A number, such as metres or degrees. */
export const figureInput = (
  value: Json | undefined,
  place: InputPlace,
  fill: SetValue<number>,
  { read, step, wrong, language, refuse }: Figures,
  words: Words & Pick<TypedInput<number>, "emptied"> = {},
): TemplateResult => {
  const known = numberOf(value);
  return typedInput({
    place,
    shown: known === undefined ? "" : typedNumber(known, language),
    read: (text) =>
      chain((number: number) => {
        const refusal = refuse?.(number);
        return refusal === undefined ? right(number) : left(refusal);
      })(fromNullable(wrong)(read(text, language))),
    fill,
    step: (text, by) => {
      const number = text.trim() === "" ? 0 : read(text, language);
      return number === undefined
        ? undefined
        : typedNumber(roundForStorage(number + by * step), language);
    },
    ...words,
  });
};

/** A number in metres, taken when the field is left; what cannot be read gives way to what was there. */
export const numberInput = (
  value: Json | undefined,
  language: string,
  commit: (number: number) => void,
): TemplateResult => {
  const known = numberIn(value, undefined);
  const shown = known === undefined ? "" : typedNumber(roundForStorage(known), language);
  return html`<input
    type="text"
    inputmode="decimal"
    .value=${live(shown)}
    @change=${(event: Event) => {
      const number = readLength(valueOf(event), language);
      if (number !== undefined) commit(number);
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

/** What a colour is chosen from where none is known: neither light nor dark. */
const grey = "#888888";

let canvas: CanvasRenderingContext2D | null | undefined;

/** A colour of CSS as `#rrggbb`, which is all that a picker of the browser takes; grey for none. */
const hexOf = (colour: string): string => {
  if (/^#[0-9a-f]{6}$/i.test(colour)) return colour;
  canvas ??= document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  if (!canvas || colour === "" || !CSS.supports("color", colour)) return grey;
  canvas.fillStyle = grey;
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
  return `#${[red, green, blue].map((each) => each.toString(16).padStart(2, "0")).join("")}`;
};

/** A colour, picked or typed: whatever CSS takes, such as `tomato`, `#d64545` or `rgb(0 128 0 / 50%)`. */
export const colourInput = (
  value: Json | undefined,
  place: InputPlace,
  fill: SetValue<string>,
  { label, placeholder = "" }: { readonly label: string; readonly placeholder?: string },
): TemplateResult =>
  html`<span class="pair">
    <input
      type="color"
      aria-label=${label}
      .value=${live(hexOf(textIn(value) ?? ""))}
      @input=${(event: Event) => fill(valueOf(event), "typing")}
      @change=${(event: Event) => fill(valueOf(event))}
    />
    ${textInput(value, place, fill, { placeholder })}
  </span>`;
