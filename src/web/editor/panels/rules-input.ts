import { html, type TemplateResult } from "lit";
import type { Entity } from "../../../elements/entities.ts";
import { isObject, type Json, type JsonObject } from "../../../json/json.ts";
import { objectsIn, textIn } from "../../../json/read.ts";
import { conditionsOf } from "../../../live/rules.ts";
import { filledIn, type RuleField, ruleFields } from "../../model/rule-form.ts";
import type { PartContext } from "../part.ts";
import { conditionInput } from "./condition-input.ts";
import { labelled, selectInput, textInput } from "./inputs.ts";

/** Something that has rules. */
type Ruled = Pick<Entity, "collection" | "data">;

/** What is read as a number. */
const isNumber = (field: RuleField, text: string): boolean =>
  (field === "opacity" || field === "layer") && text !== "" && Number.isFinite(Number(text));

/** The fields that each rule shows; the others come when they are asked for. */
const mainFields = ({ collection }: Ruled): readonly RuleField[] =>
  collection === "rooms" ? ["tint", "icon"] : ["color", "icon"];

/** A form for one rule; `commit` takes the rule as it is now, and undefined takes it away. */
const ruleForm = (
  rule: JsonObject,
  number: number,
  thing: Ruled,
  context: PartContext,
  commit: (rule: JsonObject | undefined) => void,
): TemplateResult => {
  const { texts } = context;
  const words = texts.rules;
  const { unset, yes, no } = texts.panels.properties;
  const conditions = conditionsOf(rule).filter(isObject);
  const setConditions = (next: readonly JsonObject[]): void => commit({ ...rule, if: next });
  const own = (field: RuleField): TemplateResult =>
    labelled(
      words.fields[field],
      textInput(rule[field], (text) =>
        commit(filledIn(rule, field, isNumber(field, text) ? Number(text) : text)),
      ),
    );
  const main = mainFields(thing);
  const more = ruleFields.filter((field) => !main.includes(field));
  const hide = typeof rule["hide"] === "boolean" ? String(rule["hide"]) : "";
  const options = [
    ["", unset],
    ["true", yes],
    ["false", no],
  ] as const;
  return html`<section aria-label=${words.rule(number)}>
    ${conditions.map((condition, at) =>
      conditionInput({
        condition,
        number: at + 1,
        ownEntity: textIn(thing.data["entity"]),
        context,
        commit: (next) =>
          setConditions(
            next === undefined ? conditions.toSpliced(at, 1) : conditions.with(at, next),
          ),
      }),
    )}
    ${conditions.length === 0 ? html`<p class="muted">${words.always}</p>` : undefined}
    <div class="fields">
      ${main.map(own)}
      ${labelled(
        words.hide,
        selectInput(options, hide, (text) =>
          commit(filledIn(rule, "hide", text === "" ? undefined : text === "true")),
        ),
      )}
    </div>
    <details ?open=${more.some((field) => textIn(rule[field]) !== undefined)}>
      <summary>${words.more}</summary>
      <div class="fields">${more.map(own)}</div>
    </details>
    <div class="row">
      <button @click=${() => setConditions([...conditions, { state: "on" }])}>
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
  thing: Ruled,
  context: PartContext,
  commit: (rules: Json | undefined) => void,
): TemplateResult => {
  const rules = objectsIn(thing.data["rules"]);
  const words = context.texts.rules;
  const change = (at: number, rule: JsonObject | undefined): void => {
    const next = rule === undefined ? rules.toSpliced(at, 1) : rules.with(at, rule);
    commit(next.length === 0 ? undefined : next);
  };
  const first = { if: [filledIn({ state: "on" }, "entity", textIn(thing.data["entity"]))] };
  return html`<section>
    <h3>${words.title}</h3>
    ${rules.length === 0 ? undefined : html`<p class="muted">${words.hint}</p>`}
    ${rules.map((rule, at) => ruleForm(rule, at + 1, thing, context, (next) => change(at, next)))}
    <button @click=${() => commit([...rules, first])}>${words.add}</button>
  </section>`;
};
