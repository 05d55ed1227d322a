import { html, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { type Json, type JsonObject, isList, isObject } from "../../../json/json.ts";
import { objectsIn, textIn } from "../../../json/read.ts";
import type { Texts } from "../../texts/index.ts";

/** The rules of one thing, and whom a change of them is told. */
export interface RulesInput {
  readonly data: JsonObject;
  readonly texts: Texts;
  /** Takes the new rules; undefined takes the field away. */
  readonly commit: (rules: Json | undefined) => void;
}

/** Whether rules are such that the form can show all of them; anything else is edited as JSON. */
export const isFormOfRules = (rules: Json | undefined): boolean =>
  rules === undefined ||
  (isList(rules) &&
    rules.every(
      (rule) => isObject(rule) && isList(rule["if"]) && rule["if"].every((each) => isObject(each)),
    ));

const withField = (object: JsonObject, field: string, value: Json | undefined): JsonObject => {
  const { [field]: _, ...rest } = object;
  return value === undefined ? rest : { ...rest, [field]: value };
};

const textField = (
  words: string,
  value: Json | undefined,
  commit: (text: string) => void,
): TemplateResult =>
  html`<label class="field">
    <span>${words}</span>
    <input
      type="text"
      spellcheck="false"
      autocapitalize="off"
      .value=${live(textIn(value) ?? "")}
      @change=${({ target }: Event) => {
        if (target instanceof HTMLInputElement) commit(target.value.trim());
      }}
    />
  </label>`;

const hideField = (
  rule: JsonObject,
  { rules: words, panels }: Texts,
  set: (value: boolean | undefined) => void,
): TemplateResult => {
  const { unset, yes, no } = panels.properties;
  const hide = rule["hide"];
  const option = (value: boolean | undefined, name: string): TemplateResult =>
    html`<option .selected=${live(hide === value)}>${name}</option>`;
  return html`<label class="field">
    <span>${words.hide}</span>
    <select
      @change=${({ target }: Event) => {
        if (target instanceof HTMLSelectElement)
          set([undefined, true, false][target.selectedIndex]);
      }}
    >
      ${option(undefined, unset)} ${option(true, yes)} ${option(false, no)}
    </select>
  </label>`;
};

const ruleForm = (
  rule: JsonObject,
  number: number,
  texts: Texts,
  commit: (rule: JsonObject | undefined) => void,
): TemplateResult => {
  const words = texts.rules;
  const conditions = objectsIn(rule["if"]);
  const set = (field: string, value: Json | undefined): void =>
    commit(withField(rule, field, value === "" ? undefined : value));
  const condition = (each: JsonObject, at: number): TemplateResult => {
    const change = (field: string) => (text: string) =>
      set("if", conditions.with(at, { ...each, [field]: text }));
    return html`${textField(at === 0 ? words.entity : words.also, each["entity"], change("entity"))}
    ${textField(words.state, each["state"], change("state"))}`;
  };
  return html`<section aria-label=${words.rule(number)}>
    <div class="fields">
      ${conditions.map(condition)}
      ${textField(words.color, rule["color"], (text) => set("color", text))}
      ${textField(words.icon, rule["icon"], (text) => set("icon", text))}
      ${hideField(rule, texts, (value) => set("hide", value))}
    </div>
    <div class="row">
      <button @click=${() => set("if", [...conditions, { entity: "", state: "on" }])}>
        ${words.addCondition}
      </button>
      <button class="danger" @click=${() => commit(undefined)}>${words.remove(number)}</button>
    </div>
  </section>`;
};

/** A form for each rule, and a button that adds one about the thing's own entity. */
export const rulesInput = ({ data, texts, commit }: RulesInput): TemplateResult => {
  const rules = objectsIn(data["rules"]);
  const words = texts.rules;
  const change = (at: number, rule: JsonObject | undefined): void => {
    const next = rule === undefined ? rules.toSpliced(at, 1) : rules.with(at, rule);
    commit(next.length === 0 ? undefined : next);
  };
  const first = { if: [{ entity: textIn(data["entity"]) ?? "", state: "on" }] };
  return html`<section>
    <h3>${words.title}</h3>
    ${rules.length === 0 ? undefined : html`<p class="muted">${words.hint}</p>`}
    ${rules.map((rule, at) => ruleForm(rule, at + 1, texts, (next) => change(at, next)))}
    <div><button @click=${() => commit([...rules, first])}>${words.add}</button></div>
  </section>`;
};
