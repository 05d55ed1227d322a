import { html, type TemplateResult } from "lit";
import { type Json, type JsonObject, objectsIn, textIn } from "../../../model/json.ts";
import {
  asKind,
  conditionKind,
  conditionKinds,
  filledIn,
  statesIn,
  statesText,
} from "../../model/rule-form.ts";
import type { ComponentContext } from "../../canvas/component.ts";
import { conditionNow } from "../../canvas/inspector/current-state.ts";
import { entityPicker } from "../../canvas/inspector/pickers.ts";
import { readNumber } from "../../../model/editing/parse-length.ts";
import { figureInput, labelled, selectInput, textInput } from "../../canvas/inspector/inputs.ts";
import { type Fill, type InputPlace, placeWithin } from "../../canvas/inspector/typed-input.ts";

/** A condition of a rule, and whom its inputs tell. */
export interface ConditionInput {
  readonly condition: JsonObject;
  /** Its place among the conditions of its rule, from 1. */
  readonly number: number;
  /** What it is called, where that is not its number: it is one of several of which one is enough. */
  readonly label?: string;
  /** The entity of the thing that the rule is for. */
  readonly ownEntity: string | undefined;
  readonly context: ComponentContext;
  readonly place: InputPlace;
  /** Takes the condition as it is now; undefined takes it away. */
  readonly commit: Fill<JsonObject | undefined>;
}

/** What makes another kind of a condition once it is empty: until that is done, the field stays to be typed into. */
const needed =
  (place: InputPlace, fill: Fill<string>): Fill<string> =>
  (text, phase) => {
    if (text === "" && phase === "typing") place.cancel();
    else fill(text, phase);
  };

const ofEntity = ({ condition, number, context, place, commit }: ConditionInput): TemplateResult =>
  entityPicker({
    label: number === 1 ? context.texts.rules.entity : context.texts.rules.also,
    value: textIn(condition["entity"]) ?? "",
    context,
    place: placeWithin(place, "entity"),
    commit: (id, phase) => commit(filledIn(condition, "entity", id), phase),
  });

const ofTemplate = ({ condition, context, place, commit }: ConditionInput): TemplateResult =>
  labelled(
    context.texts.rules.kinds.template,
    textInput(
      condition["template"],
      placeWithin(place, "template"),
      needed(place, (text, phase) => commit(filledIn(condition, "template", text), phase)),
      { rows: 2 },
    ),
    "field long",
  );

const comparing = ({ condition, context, place, commit }: ConditionInput): TemplateResult => {
  const words = context.texts.rules;
  const kind = conditionKind(condition);
  const set =
    (field: string): Fill<Json | undefined> =>
    (value, phase) =>
      commit(filledIn(condition, field, value), phase);
  const states = (field: "state" | "state_not"): TemplateResult =>
    labelled(
      words.states,
      textInput(
        statesText(condition[field]),
        placeWithin(place, field),
        needed(place, (text, phase) => set(field)(statesIn(text), phase)),
      ),
    );
  const { language, texts } = context;
  const limit = (field: "above" | "below"): TemplateResult =>
    labelled(
      words[field],
      figureInput(
        condition[field],
        placeWithin(place, field),
        set(field),
        { read: readNumber, step: 1, wrong: texts.forms.noNumber, language },
        { emptied: () => set(field)(undefined) },
      ),
    );
  return html`${kind === "state" || kind === "state_not" ? states(kind) : undefined}
  ${kind === "above" || kind === "between" ? limit("above") : undefined}
  ${kind === "below" || kind === "between" ? limit("below") : undefined}
  ${labelled(
    words.attribute,
    textInput(condition["attribute"], placeWithin(place, "attribute"), set("attribute")),
  )}`;
};

/** A form for each of several conditions, of which one is enough. */
const anyOf = (input: ConditionInput): TemplateResult => {
  const { condition, ownEntity, context, place, commit } = input;
  const all = objectsIn(condition["any"]);
  const words = context.texts.rules;
  const set: Fill<readonly JsonObject[]> = (next, phase) =>
    commit(next.length === 0 ? undefined : { any: next }, phase);
  return html`<div class="any long">
    ${all.map((each, at) =>
      conditionInput({
        condition: each,
        number: at + 1,
        label: context.texts.forms.oneOf(at + 1),
        ownEntity,
        context,
        place: placeWithin(place, `any.${at}`),
        commit: (next, phase) =>
          set(next === undefined ? all.toSpliced(at, 1) : all.with(at, next), phase),
      }),
    )}
    <button @click=${() => set([...all, asKind({}, "state", ownEntity)])}>
      ${words.addCondition}
    </button>
  </div>`;
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
  const isInner = input.label !== undefined;
  const offered = conditionKinds.filter((each) => !isInner || each !== "any");
  const name = input.label ?? words.condition(number);
  const options = offered.map((each) => [each, words.kinds[each]] as const);
  return html`<div class="fields" role="group" aria-label=${name}>
    ${kind === "template" || kind === "any" ? undefined : ofEntity(input)}
    ${labelled(words.asks, selectInput(options, kind, choose))}
    ${kind === "template" ? ofTemplate(input) : kind === "any" ? anyOf(input) : comparing(input)}
    <div class="long">${conditionNow(condition, context)}</div>
    <button class="danger long" @click=${() => commit(undefined)}>
      ${isInner ? context.texts.panels.about(context.texts.panels.remove, name) : words.removeCondition(number)}
    </button>
  </div>`;
};
