import { html, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { Json, JsonObject } from "../../../json/json.ts";
import { textIn } from "../../../json/read.ts";
import {
  asKind,
  conditionKind,
  conditionKinds,
  filledIn,
  statesIn,
  statesText,
} from "../../model/rule-form.ts";
import type { PartContext } from "../part.ts";
import { entityPicker } from "./entity-picker.ts";
import { labelled, selectInput, textInput, valueOf } from "./inputs.ts";

/** A condition of a rule, and whom its inputs tell. */
export interface ConditionInput {
  readonly condition: JsonObject;
  /** Its place among the conditions of its rule, from 1. */
  readonly number: number;
  /** The entity of the thing that the rule is for. */
  readonly ownEntity: string | undefined;
  readonly context: PartContext;
  /** Takes the condition as it is now; undefined takes it away. */
  readonly commit: (condition: JsonObject | undefined) => void;
}

/** A number that something is compared with, such as lux, of any size. */
const limitInput = (
  value: Json | undefined,
  commit: (value: number | undefined) => void,
): TemplateResult => {
  const shown = textIn(value) ?? "";
  return html`<input
    type="number"
    step="any"
    inputmode="decimal"
    .value=${live(shown)}
    @change=${({ target }: Event) => {
      if (!(target instanceof HTMLInputElement)) return;
      // What is no number reads as empty, and would take the limit away.
      if (target.validity.badInput) target.value = shown;
      else commit(target.value === "" ? undefined : Number(target.value));
    }}
  />`;
};

const ofEntity = ({ condition, number, context, commit }: ConditionInput): TemplateResult =>
  entityPicker({
    label: number === 1 ? context.texts.rules.entity : context.texts.rules.also,
    value: textIn(condition["entity"]) ?? "",
    context,
    commit: (id) => commit(filledIn(condition, "entity", id)),
  });

const ofTemplate = ({ condition, context, commit }: ConditionInput): TemplateResult =>
  labelled(
    context.texts.rules.kinds.template,
    html`<textarea
      rows="2"
      spellcheck="false"
      .value=${live(textIn(condition["template"]) ?? "")}
      @change=${(event: Event) => commit(filledIn(condition, "template", valueOf(event).trim()))}
    ></textarea>`,
    "field long",
  );

const comparing = ({ condition, context, commit }: ConditionInput): TemplateResult => {
  const words = context.texts.rules;
  const kind = conditionKind(condition);
  const set = (field: string) => (value: Json | undefined) =>
    commit(filledIn(condition, field, value));
  const states = (field: "state" | "state_not"): TemplateResult =>
    labelled(
      words.states,
      textInput(statesText(condition[field]), (text) => set(field)(statesIn(text))),
    );
  const limit = (field: "above" | "below"): TemplateResult =>
    labelled(words[field], limitInput(condition[field], set(field)));
  return html`${kind === "state" || kind === "state_not" ? states(kind) : undefined}
  ${kind === "above" || kind === "between" ? limit("above") : undefined}
  ${kind === "below" || kind === "between" ? limit("below") : undefined}
  ${labelled(words.attribute, textInput(condition["attribute"], set("attribute")))}`;
};

/** A form for one condition: its entity, what is asked of it, and the values for that; or a template. */
export const conditionInput = (input: ConditionInput): TemplateResult => {
  const { condition, number, ownEntity, context, commit } = input;
  const words = context.texts.rules;
  const kind = conditionKind(condition) ?? "known";
  const choose = (chosen: string): void => {
    const next = conditionKinds.find((each) => each === chosen);
    if (next !== undefined) commit(asKind(condition, next, ownEntity));
  };
  const options = conditionKinds.map((each) => [each, words.kinds[each]] as const);
  return html`<div class="fields" role="group" aria-label=${words.condition(number)}>
    ${kind === "template" ? undefined : ofEntity(input)}
    ${labelled(words.asks, selectInput(options, kind, choose))}
    ${kind === "template" ? ofTemplate(input) : comparing(input)}
    <button class="danger long" @click=${() => commit(undefined)}>
      ${words.removeCondition(number)}
    </button>
  </div>`;
};
