import { html, type TemplateResult } from "lit";
import { type Json, type JsonObject, isList, isObject, put } from "../../../json/json.ts";
import { objectsIn, textIn } from "../../../json/read.ts";
import type { PartContext } from "../part.ts";
import { entityPicker } from "./entity-picker.ts";
import { labelled, selectInput, textInput } from "./inputs.ts";

/** Whether rules are such that the form can show all of them; anything else is edited as JSON. */
export const isFormOfRules = (rules: Json | undefined): boolean =>
  rules === undefined ||
  (isList(rules) &&
    rules.every(
      (rule) => isObject(rule) && isList(rule["if"]) && rule["if"].every((each) => isObject(each)),
    ));

const ruleForm = (
  rule: JsonObject,
  number: number,
  context: PartContext,
  commit: (rule: JsonObject | undefined) => void,
): TemplateResult => {
  const { texts } = context;
  const words = texts.rules;
  const { unset, yes, no } = texts.panels.properties;
  const conditions = objectsIn(rule["if"]);
  const set = (field: string, value: Json | undefined): void =>
    commit(put(rule, field, value === "" ? undefined : value));
  const ownText = (field: "color" | "icon"): TemplateResult =>
    textInput(rule[field], (text) => set(field, text));
  const condition = (each: JsonObject, at: number): TemplateResult => {
    const change = (field: string) => (text: string) =>
      set("if", conditions.with(at, { ...each, [field]: text }));
    return html`${entityPicker({
      label: at === 0 ? words.entity : words.also,
      value: textIn(each["entity"]) ?? "",
      context,
      commit: change("entity"),
    })}
    ${labelled(words.state, textInput(each["state"], change("state")))}`;
  };
  const hide = typeof rule["hide"] === "boolean" ? String(rule["hide"]) : "";
  const options = [
    ["", unset],
    ["true", yes],
    ["false", no],
  ] as const;
  return html`<section aria-label=${words.rule(number)}>
    <div class="fields">
      ${conditions.map(condition)} ${labelled(words.color, ownText("color"))}
      ${labelled(words.icon, ownText("icon"))}
      ${labelled(
        words.hide,
        selectInput(options, hide, (text) => set("hide", text === "" ? "" : text === "true")),
      )}
    </div>
    <div class="row">
      <button @click=${() => set("if", [...conditions, { entity: "", state: "on" }])}>
        ${words.addCondition}
      </button>
      <button class="danger" @click=${() => commit(undefined)}>${words.remove(number)}</button>
    </div>
  </section>`;
};

/**
 * A form for each rule, and a button that adds one about the thing's own entity. `commit` takes the new
 * rules; undefined takes the field away.
 */
export const rulesInput = (
  data: JsonObject,
  context: PartContext,
  commit: (rules: Json | undefined) => void,
): TemplateResult => {
  const rules = objectsIn(data["rules"]);
  const words = context.texts.rules;
  const change = (at: number, rule: JsonObject | undefined): void => {
    const next = rule === undefined ? rules.toSpliced(at, 1) : rules.with(at, rule);
    commit(next.length === 0 ? undefined : next);
  };
  const first = { if: [{ entity: textIn(data["entity"]) ?? "", state: "on" }] };
  return html`<section>
    <h3>${words.title}</h3>
    ${rules.length === 0 ? undefined : html`<p class="muted">${words.hint}</p>`}
    ${rules.map((rule, at) => ruleForm(rule, at + 1, context, (next) => change(at, next)))}
    <button @click=${() => commit([...rules, first])}>${words.add}</button>
  </section>`;
};
