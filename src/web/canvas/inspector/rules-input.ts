import { html, type TemplateResult } from "lit";
import type { Entity } from "../../../model/elements/entities.ts";
import { isObject, type Json, type JsonObject, objectsIn, textIn } from "../../../model/json.ts";
import { conditionsOf } from "../../../model/bindings/rules.ts";
import { filledIn, type RuleField, ruleFields } from "../../model/rule-form.ts";
import type { ComponentContext } from "../component.ts";
import { conditionInput } from "../../editor/panels/condition-input.ts";
import { readNumber } from "../../../model/editing/parse-length.ts";
import { colourInput } from "../../editor/panels/colour-input.ts";
import { ruleNow } from "./current-state.ts";
import { iconPicker } from "../../editor/panels/icon-picker.ts";
import { labelled, selectInput, textInput } from "./inputs.ts";
import { type Fill, type InputPhase, type InputPlace, placeWithin } from "./typed-input.ts";

/** Something that has rules. */
type Ruled = Pick<Entity, "collection" | "data">;

const colours: ReadonlySet<RuleField> = new Set(["color", "tint", "color_on"]);

/** A layer may be called by a word as well. */
const ruleFieldInput = (
  rule: JsonObject,
  field: RuleField,
  { texts, language }: ComponentContext,
  ruled: InputPlace,
  commit: Fill<JsonObject | undefined>,
): TemplateResult => {
  const place = placeWithin(ruled, field);
  const set: Fill<string> = (text, phase) => commit(filledIn(rule, field, text), phase);
  if (colours.has(field))
    return colourInput(rule[field], place, set, { label: texts.rules.fields[field] });
  if (field === "opacity" || field === "layer")
    return textInput(rule[field], place, (text, phase) => {
      const number = readNumber(text, language);
      commit(filledIn(rule, field, number ?? text), phase);
    });
  return textInput(rule[field], place, set);
};

/** The fields that each rule shows; the others come when they are asked for. */
const mainFields = ({ collection }: Ruled): readonly RuleField[] =>
  collection === "rooms" ? ["tint", "icon"] : ["color", "icon"];

/** A form for one rule; `commit` takes the rule as it is now, and undefined takes it away. */
const ruleForm = (
  rule: JsonObject,
  number: number,
  thing: Ruled,
  context: ComponentContext,
  place: InputPlace,
  commit: Fill<JsonObject | undefined>,
): TemplateResult => {
  const { texts } = context;
  const words = texts.rules;
  const { unset, yes, no } = texts.panels.properties;
  const conditions = conditionsOf(rule).filter(isObject);
  const setConditions: Fill<readonly JsonObject[]> = (next, phase) =>
    commit({ ...rule, if: next }, phase);
  const own = (field: RuleField): TemplateResult =>
    field === "icon"
      ? iconPicker({
          label: words.fields.icon,
          value: textIn(rule["icon"]) ?? "",
          context,
          place: placeWithin(place, "icon"),
          commit: (icon, phase) => commit(filledIn(rule, "icon", icon), phase),
        })
      : labelled(words.fields[field], ruleFieldInput(rule, field, context, place, commit));
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
        place: placeWithin(place, `if.${at}`),
        commit: (next, phase) =>
          setConditions(
            next === undefined ? conditions.toSpliced(at, 1) : conditions.with(at, next),
            phase,
          ),
      }),
    )}
    ${ruleNow(rule, context)}
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
  context: ComponentContext,
  place: InputPlace,
  commit: Fill<Json | undefined>,
): TemplateResult => {
  const rules = objectsIn(thing.data["rules"]);
  const words = context.texts.rules;
  const change = (at: number, rule: JsonObject | undefined, phase?: InputPhase): void => {
    const next = rule === undefined ? rules.toSpliced(at, 1) : rules.with(at, rule);
    commit(next.length === 0 ? undefined : next, phase);
  };
  const first = { if: [filledIn({ state: "on" }, "entity", textIn(thing.data["entity"]))] };
  return html`<section>
    <h3>${words.title}</h3>
    ${rules.length === 0 ? undefined : html`<p class="muted">${words.hint}</p>`}
    ${rules.map((rule, at) =>
      ruleForm(rule, at + 1, thing, context, placeWithin(place, at), (next, phase) =>
        change(at, next, phase),
      ),
    )}
    <button @click=${() => commit([...rules, first])}>${words.add}</button>
  </section>`;
};
