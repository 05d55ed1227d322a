import { html, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { PlanData } from "../../../elements/entities.ts";
import { roomOf, roomsOf } from "../../../elements/rooms.ts";
import { type Json, type JsonObject, isObject } from "../../../json/json.ts";
import { numberIn, textIn } from "../../../json/read.ts";
import type { Field } from "../../../kinds/field.ts";
import { levelsOf } from "../../../elements/levels.ts";
import { tidy } from "../../../geometry/vector.ts";
import { lengthOf } from "../../../geometry/wall.ts";
import type { Texts } from "../../texts/index.ts";
import { spelledOut } from "../../texts/names.ts";

/** What an input shows, and whom it tells. */
export interface FieldInput {
  readonly field: Field;
  readonly value: Json | undefined;
  /** Whether the selected things differ in this field. */
  readonly isMixed: boolean;
  /** One of the things, for choices that depend on it. */
  readonly data: JsonObject;
  readonly plan: PlanData;
  readonly texts: Texts;
  readonly language: string;
  /** Takes the new value; undefined takes the field away. */
  readonly commit: (value: Json | undefined) => void;
}

/** A value and what a person calls it. */
type Option = readonly [value: string, words: string];

const wordOf = (words: Readonly<Record<string, string>>, name: string): string =>
  words[name] ?? spelledOut(name);

const valueOf = (event: Event): string => {
  const { target } = event;
  return target instanceof HTMLInputElement ||
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement
    ? target.value
    : "";
};

const textCommit = (input: FieldInput) => (event: Event) => {
  const text = valueOf(event).trim();
  input.commit(text === "" ? undefined : text);
};

const placeholderOf = ({ isMixed, texts }: FieldInput): string =>
  isMixed ? texts.panels.properties.mixed : "";

const numberInput = (input: FieldInput, step: number): TemplateResult => {
  const value = numberIn(input.value, undefined);
  const shown = value === undefined ? "" : String(tidy(value));
  return html`<input
    type="number"
    step=${step}
    inputmode="decimal"
    placeholder=${placeholderOf(input)}
    .value=${live(shown)}
    @change=${(event: Event) => {
      const number = numberIn(valueOf(event), undefined);
      // A place or a length that is no number could not be drawn, so what was there comes back.
      if (number !== undefined) input.commit(tidy(number));
      else if (event.target instanceof HTMLInputElement) event.target.value = shown;
    }}
  />`;
};

const textInput = (input: FieldInput): TemplateResult =>
  html`<input
    type="text"
    spellcheck="false"
    autocapitalize="off"
    placeholder=${placeholderOf(input)}
    .value=${live(textIn(input.value) ?? "")}
    @change=${textCommit(input)}
  />`;

const colourInput = (input: FieldInput): TemplateResult => {
  const text = textIn(input.value) ?? "";
  const swatch = /^#[0-9a-f]{6}$/i.test(text) ? text : "#888888";
  const name = wordOf(input.texts.panels.properties.fields, input.field.name);
  return html`<span class="pair">
    <input type="color" aria-label=${name} .value=${live(swatch)} @change=${textCommit(input)} />
    ${textInput(input)}
  </span>`;
};

const selectInput = (
  input: FieldInput,
  options: readonly Option[],
  commit: (value: string) => void,
  none = input.texts.panels.properties.unset,
): TemplateResult => {
  const value = input.isMixed ? undefined : (textIn(input.value) ?? "");
  const { mixed } = input.texts.panels.properties;
  const isKnown = value === undefined || value === "" || options.some(([each]) => each === value);
  const own: readonly Option[] = isKnown || value === undefined ? [] : [[value, spelledOut(value)]];
  return html`<select @change=${(event: Event) => commit(valueOf(event))}>
    ${input.isMixed ? html`<option selected disabled>${mixed}</option>` : undefined}
    <option value="" .selected=${live(value === "")}>${none}</option>
    ${[...options, ...own].map(
      ([each, words]) =>
        html`<option value=${each} .selected=${live(each === value)}>${words}</option>`,
    )}
  </select>`;
};

/** Types by their names, in the order of the alphabet. */
const typeOptions = (
  words: Readonly<Record<string, string>>,
  language: string,
): readonly Option[] =>
  Object.entries(words).toSorted(([, one], [, other]) => one.localeCompare(other, language));

const wallOptions = ({ data, plan, texts, language }: FieldInput): readonly Option[] => {
  const walls = roomOf(plan, data)?.walls ?? [];
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  return walls.map((wall, edge) => {
    const words = texts.panels.properties.wall(edge + 1, format.format(lengthOf(wall)));
    return [String(edge), words];
  });
};

/** What a touch does; of an action that is only named here, the rest is kept. */
const actionInput = (input: FieldInput): TemplateResult => {
  const { touch } = input.texts;
  const action = isObject(input.value) ? input.value : {};
  const path = textIn(action["navigation_path"]);
  const value = action["action"];
  return html`${selectInput(
    { ...input, value },
    Object.entries(touch.actions),
    (kind) => input.commit(kind === "" ? undefined : { ...action, action: kind }),
    touch.usual,
  )}
  ${
    value === "navigate"
      ? html`<input
          type="text"
          aria-label=${touch.path}
          placeholder=${touch.path}
          .value=${live(path ?? "")}
          @change=${(event: Event) =>
            input.commit({ ...action, navigation_path: valueOf(event).trim() })}
        />`
      : undefined
  }`;
};

const control = (input: FieldInput): TemplateResult => {
  const { field, plan, texts } = input;
  const words = texts.panels.properties;
  const choose = (options: readonly Option[], none?: string): TemplateResult =>
    selectInput(input, options, (value) => input.commit(value === "" ? undefined : value), none);
  if (typeof field.input !== "string")
    return choose(field.input.map((value) => [value, wordOf(words.choices, value)]));
  switch (field.input) {
    case "metres":
      return numberInput(input, 0.05);
    case "degrees":
      return numberInput(input, 5);
    case "colour":
      return colourInput(input);
    case "long":
      return html`<textarea
        placeholder=${placeholderOf(input)}
        .value=${live(textIn(input.value) ?? "")}
        @change=${textCommit(input)}
      ></textarea>`;
    case "level": {
      const levels = levelsOf(plan);
      // What names no floor lies on the first.
      const none = levels[0] === undefined ? undefined : words.firstLevel(levels[0].name);
      return choose(
        levels.map(({ id, name }) => [id, name]),
        none,
      );
    }
    case "room":
      return choose(
        roomsOf(plan).map(({ entity: { key, data } }) => [key, textIn(data["name"]) ?? key]),
      );
    case "wall":
      return selectInput(input, wallOptions(input), (value) =>
        input.commit(value === "" ? undefined : Number(value)),
      );
    case "furniture":
      return choose(typeOptions(texts.drawing.types.furniture ?? {}, input.language));
    case "device":
      return choose(typeOptions(texts.drawing.types.devices ?? {}, input.language));
    case "action":
      return actionInput(input);
    case "text":
    case "entity":
      return textInput(input);
  }
};

/** The labelled input of a field. */
export const fieldInput = (input: FieldInput): TemplateResult =>
  html`<label class=${input.field.input === "entity" ? "field long" : "field"}>
    <span>${wordOf(input.texts.panels.properties.fields, input.field.name)}</span>
    ${control(input)}
  </label>`;
