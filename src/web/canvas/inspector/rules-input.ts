import { html, type TemplateResult } from "lit";
import { isObject, type Json, type JsonObject, objectsIn, textIn } from "../../../model/json.ts";
import {
  asKind,
  conditionKind,
  conditionKinds,
  filledIn,
  type RuleField,
  ruleFields,
  statesIn,
  statesText,
} from "./form-fields.ts";
import type { EditorContext } from "../component.ts";
import { conditionStatus, ruleStatus } from "./current-state.ts";
import { entityPicker, iconPicker } from "./pickers.ts";
import { readNumber } from "../../../model/editing/parse-length.ts";
import { colourInput, figureInput, labelled, selectInput, textInput } from "./inputs.ts";
import { type SetValue, type InputPhase, type InputPlace, placeWithin } from "./typed-input.ts";
import type { Entity } from "../../../model/elements/entities.ts";
import { conditionsOf } from "../../../model/bindings/rules.ts";

/** A condition of a rule, and the callbacks of its inputs. */
interface ConditionInput {
  readonly condition: JsonObject;
  /** Its number among the conditions of its rule, from 1. */
  readonly number: number;
  /** Its label, if not its number: it is one of several alternatives. */
  readonly label?: string;
  /** The entity of the rule's element. */
  readonly ownEntity: string | undefined;
  readonly context: EditorContext;
  readonly place: InputPlace;
  /** Takes the changed condition; undefined removes it. */
  readonly commit: SetValue<JsonObject | undefined>;
}

/**
 * For a value that determines the condition's kind: emptying it while typing only discards the preview, so that the
 * form does not change under the user.
 */
const needed =
  (place: InputPlace, fill: SetValue<string>): SetValue<string> =>
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
    (field: string): SetValue<Json | undefined> =>
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

/** Forms for alternative conditions. */
const anyOf = (input: ConditionInput): TemplateResult => {
  const { condition, ownEntity, context, place, commit } = input;
  const all = objectsIn(condition["any"]);
  const words = context.texts.rules;
  const set: SetValue<readonly JsonObject[]> = (next, phase) =>
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

/** A form for one condition: its entity, kind and values, or a template. */
const conditionInput = (input: ConditionInput): TemplateResult => {
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
    ${labelled(words.comparison, selectInput(options, kind, choose))}
    ${kind === "template" ? ofTemplate(input) : kind === "any" ? anyOf(input) : comparing(input)}
    <div class="long">${conditionStatus(condition, context)}</div>
    <button class="danger long" @click=${() => commit(undefined)}>
      ${isInner ? context.texts.panels.about(context.texts.panels.remove, name) : words.removeCondition(number)}
    </button>
  </div>`;
};

/** An element with rules. */
type Ruled = Pick<Entity, "collection" | "data">;

const colours: ReadonlySet<RuleField> = new Set(["color", "tint", "color_on"]);

const ruleFieldInput = (
  rule: JsonObject,
  field: RuleField,
  { texts, language }: EditorContext,
  ruled: InputPlace,
  commit: SetValue<JsonObject | undefined>,
): TemplateResult => {
  const place = placeWithin(ruled, field);
  const set: SetValue<string> = (text, phase) => commit(filledIn(rule, field, text), phase);
  if (colours.has(field))
    return colourInput(rule[field], place, set, { label: texts.rules.fields[field] });
  if (field === "opacity" || field === "layer")
    return textInput(rule[field], place, (text, phase) => {
      const number = readNumber(text, language);
      commit(filledIn(rule, field, number ?? text), phase);
    });
  return textInput(rule[field], place, set);
};

/** The fields that rules always show; others are shown on demand. */
const mainFields = ({ collection }: Ruled): readonly RuleField[] =>
  collection === "rooms" ? ["tint", "icon"] : ["color", "icon"];

/** A form for one rule; `commit` takes the changed rule, and undefined removes it. */
const ruleForm = (
  rule: JsonObject,
  number: number,
  thing: Ruled,
  context: EditorContext,
  place: InputPlace,
  commit: SetValue<JsonObject | undefined>,
): TemplateResult => {
  const { texts } = context;
  const words = texts.rules;
  const { unset, yes, no } = texts.panels.properties;
  const conditions = conditionsOf(rule).filter(isObject);
  const setConditions: SetValue<readonly JsonObject[]> = (next, phase) =>
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
    ${ruleStatus(rule, context)}
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
 * A form for each rule, and a button that adds one for the element's own entity. `commit` takes the new rules;
 * undefined removes the field.
 */
export const rulesInput = (
  thing: Ruled,
  context: EditorContext,
  place: InputPlace,
  commit: SetValue<Json | undefined>,
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
