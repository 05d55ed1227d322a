import { chain, fromNullable, left, right } from "fp-ts/lib/Either.js";
import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { roundForStorage } from "../../../model/geometry/vector.ts";
import { type Json, numberIn, textIn } from "../../../model/json.ts";
import { numberFormat } from "../../../model/bindings/number-text.ts";
import { readLength } from "../../../model/editing/parse-length.ts";
import { typedMetresFormat } from "../formats.ts";
import { humanizeIdentifier } from "../../i18n/word-types.ts";
import {
  type FieldInput,
  type InputPlace,
  type SetValue,
  type TypedInput,
  typedInput,
} from "./typed-input.ts";

/** A value and its label. */
export type Option = readonly [value: string, words: string];

/** Texts of an input: its accessible name without a label, and its placeholder. */
interface Words {
  readonly label?: string;
  readonly placeholder?: string;
}

/** The number in a value; of any size, as limits may be in lux or bytes. */
const numberOf = (value: Json | undefined): number | undefined => {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
};

/** The value of the input of an event. */
export const valueOf = ({ target }: Event): string =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLSelectElement ||
  target instanceof HTMLTextAreaElement
    ? target.value
    : "";

/** An input with its label above; `field long` takes the full width. */
export const labelled = (
  name: string,
  input: TemplateResult,
  style: "field" | "field long" = "field",
): TemplateResult => html`<label class=${style}><span>${name}</span> ${input}</label>`;

/** A text input; empty means undefined. */
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

/** Parsing and stepping of a number field. */
export interface Figures {
  readonly read: (text: string, language: string) => number | undefined;
  /** Step of an arrow key. */
  readonly step: number;
  /** The message for a text that is not a number. */
  readonly wrong: string;
  readonly language: string;
  /** How the number is written; by default with as many decimals as it has. */
  readonly write?: (language: string, number: number) => string;
  /** The message for a number that is not allowed; undefined if it is. */
  readonly refuse?: (number: number) => string | undefined;
}

/** A number as typed in a language. */
const typedNumber = (language: string, number: number): string =>
  numberFormat(language, { maximumFractionDigits: 10, useGrouping: false }).format(number);

/** A number input, such as for metres or degrees. */
export const figureInput = (
  value: Json | undefined,
  place: InputPlace,
  fill: SetValue<number>,
  { read, step, wrong, language, refuse, write = typedNumber }: Figures,
  words: Words & Pick<TypedInput<number>, "emptied"> = {},
): TemplateResult => {
  const known = numberOf(value);
  return typedInput({
    place,
    shown: known === undefined ? "" : write(language, known),
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
        : write(language, roundForStorage(number + by * step));
    },
    ...words,
  });
};

/** A number input in metres, taken when the field is left; invalid text reverts to the former value. */
export const numberInput = (
  value: Json | undefined,
  language: string,
  commit: (number: number) => void,
): TemplateResult => {
  const known = numberIn(value, undefined);
  const shown = known === undefined ? "" : typedMetresFormat(language, roundForStorage(known));
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

/** A select input; if `chosen` is undefined, it shows `placeholder`, which cannot be chosen. */
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

/** A choice of one option or none; an unknown value is added as an option. */
export const choice = (
  { value, isMixed, context }: FieldInput,
  options: readonly Option[],
  commit: (value: string) => void,
  none = context.texts.panels.properties.unset,
): TemplateResult => {
  const text = textIn(value) ?? "";
  const isKnown = text === "" || options.some(([each]) => each === text);
  const own: readonly Option[] = isMixed || isKnown ? [] : [[text, humanizeIdentifier(text)]];
  const placeholder = context.texts.panels.properties.mixed;
  const all: readonly Option[] = [["", none], ...options, ...own];
  return selectInput(all, isMixed ? undefined : text, commit, { placeholder });
};

/** A button that opens a file chooser; `accept` lists the file types. */
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

/** The start colour of the picker if none is known: neither light nor dark. */
const grey = "#888888";

let canvas: CanvasRenderingContext2D | null | undefined;

/** A CSS colour as `#rrggbb` for the browser's colour picker; grey if invalid. */
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

/** Texts of a colour input; `instead` is the colour in effect as long as there is none. */
interface ColourWords {
  readonly label: string;
  readonly placeholder?: string;
  readonly instead?: string | undefined;
}

/** A colour input, picked or typed in any CSS notation, such as `tomato`, `#d64545` or `rgb(0 128 0 / 50%)`. */
export const colourInput = (
  value: Json | undefined,
  place: InputPlace,
  fill: SetValue<string>,
  { label, placeholder = "", instead = "" }: ColourWords,
): TemplateResult =>
  html`<span class="pair">
    <input
      type="color"
      aria-label=${label}
      .value=${live(hexOf(textIn(value) ?? instead))}
      @input=${(event: Event) => fill(valueOf(event), "typing")}
      @change=${(event: Event) => fill(valueOf(event))}
    />
    ${textInput(value, place, fill, { placeholder: placeholder || instead })}
  </span>`;
