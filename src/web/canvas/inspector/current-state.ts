import { html, type TemplateResult } from "lit";
import { isObject, type Json, type JsonObject, textIn } from "../../../model/json.ts";
import { conditionsOf, isConditionMet } from "../../../model/bindings/rules.ts";
import type { HomeAssistantState } from "../../../model/bindings/entity-state.ts";
import type { RegistrySnapshot } from "../../home-assistant/registry-snapshot.ts";
import { stateText } from "../../../model/bindings/state-text.ts";
import type { EditorContext } from "../component.ts";

/** Whether a condition contains a template, which only Home Assistant evaluates. */
const asksTemplate = (condition: Json): boolean =>
  isObject(condition) &&
  (typeof condition["template"] === "string" ||
    (Array.isArray(condition["any"]) && condition["any"].some(asksTemplate)));

const homeAssistantOf = ({ registries }: EditorContext): HomeAssistantState | undefined =>
  registries.now && { states: registries.now.states, rendered: () => undefined };

/** The display text of an entity's state, in Home Assistant's words if it has any; undefined if unknown. */
export const stateIn = (
  registry: RegistrySnapshot | undefined,
  entity: string,
  { texts, language }: Pick<EditorContext, "texts" | "language">,
): string | undefined => {
  const known = registry?.states(entity);
  if (registry === undefined || known === undefined) return undefined;
  const precisions = (id: string): number | undefined => registry.registered(id)?.digits;
  return stateText(entity, known, {
    words: texts.drawing,
    language,
    precisions,
    word: registry.word,
  });
};

/** The display text of an entity's current state. */
export const readState = (entity: string, context: EditorContext): string | undefined =>
  stateIn(context.registries.now, entity, context);

/** The current value that a condition compares. */
const isNow = (condition: JsonObject, context: EditorContext): string | undefined => {
  const entity = textIn(condition["entity"]) ?? "";
  const attribute = textIn(condition["attribute"]);
  if (attribute === undefined) return readState(entity, context);
  const value = context.registries.now?.states(entity)?.attributes?.[attribute];
  return value === undefined || value === null
    ? undefined
    : typeof value === "string"
      ? value
      : JSON.stringify(value);
};

const told = (isSo: boolean, words: string): TemplateResult =>
  html`<p class="now ${isSo ? "holds" : "muted"}">${words}</p>`;

/** Shows whether a condition is met by the last read states, and the compared value; nothing without Home Assistant. */
export const conditionStatus = (
  condition: JsonObject,
  context: EditorContext,
): TemplateResult | undefined => {
  const homeAssistant = homeAssistantOf(context);
  if (homeAssistant === undefined) return undefined;
  const words = context.texts.forms.now;
  if (asksTemplate(condition)) return told(false, words.template);
  const isSo = isConditionMet(condition, homeAssistant);
  if ("any" in condition) return told(isSo, isSo ? words.holds : words.holdsNot);
  const value = isNow(condition, context);
  if (value === undefined) return told(false, words.noState);
  return told(isSo, isSo ? words.holdsAs(value) : words.holdsNotAs(value));
};

/** Shows whether a rule applies by the last read states; nothing if that is unknown. */
export const ruleStatus = (
  rule: JsonObject,
  context: EditorContext,
): TemplateResult | undefined => {
  const homeAssistant = homeAssistantOf(context);
  const conditions = conditionsOf(rule);
  if (homeAssistant === undefined || conditions.some(asksTemplate)) return undefined;
  const isSo = conditions.every((each) => isConditionMet(each, homeAssistant));
  const words = context.texts.forms.now;
  return told(isSo, isSo ? words.applies : words.appliesNot);
};
