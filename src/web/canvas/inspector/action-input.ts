import { type Either, left, right } from "fp-ts/lib/Either.js";
import { html, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import {
  isList,
  isObject,
  type Json,
  type JsonObject,
  textIn,
  withField,
} from "../../../model/json.ts";
import { confirmationOf } from "../../../model/bindings/touch-actions.ts";
import { choice, labelled, textInput } from "./inputs.ts";
import { entityPicker } from "./pickers.ts";
import {
  type FieldInput,
  type InputPhase,
  placeWithin,
  type SetValue,
  typedInput,
} from "./typed-input.ts";

/** The kinds of a call: the present one, and the one of older plans. */
const calls: ReadonlySet<Json | undefined> = new Set(["perform-action", "call-service"]);

/** The kinds that can be confirmed. */
const confirmable: ReadonlySet<Json | undefined> = new Set([...calls, "toggle", "navigate", "url"]);

/** The single entity of an action: its own, or the only target of its call. */
const entityOfAction = (
  name: string,
  { value, place, context, commit }: FieldInput,
): TemplateResult | undefined => {
  if (!isObject(value)) return undefined;
  const { action, target } = value;
  const isCall = calls.has(action);
  const holder = isCall ? (isObject(target) ? target : {}) : value;
  const field = isCall ? "entity_id" : "entity";
  const isShown = isCall || action === "toggle" || action === "more-info";
  // Several entities are edited together with the rest of the action.
  if (!isShown || isList(holder[field])) return undefined;
  const { panels, touch } = context.texts;
  return entityPicker({
    label: panels.about(name, panels.properties.fields.entity),
    value: textIn(holder[field]) ?? "",
    placeholder: isCall ? "" : touch.defaultAction,
    context,
    place: placeWithin(place, field),
    commit: (id, phase) => {
      const named = withField(holder, field, id === "" ? undefined : id);
      commit(isCall ? { ...value, target: named } : named, phase);
    },
  });
};

/** The page to open. */
const pathInput = (action: JsonObject, { place, context, commit }: FieldInput): TemplateResult => {
  const { path } = context.texts.touch;
  return textInput(
    action["navigation_path"],
    placeWithin(place, "navigation_path"),
    (text, phase) => commit({ ...action, navigation_path: text }, phase),
    { label: path, placeholder: path },
  );
};

/** Parses the data of a call; undefined if empty. */
const dataIn = (text: string, wrong: string): Either<string, JsonObject | undefined> => {
  if (text.trim() === "") return right(undefined);
  try {
    const value: Json = JSON.parse(text);
    return isObject(value) ? right(value) : left(wrong);
  } catch {
    return left(wrong);
  }
};

/** What a call does: the action of Home Assistant, and its data. */
const callInputs = (name: string, action: JsonObject, input: FieldInput): TemplateResult => {
  const { place, context, commit } = input;
  const { panels, touch } = context.texts;
  const field =
    action["perform_action"] === undefined && "service" in action ? "service" : "perform_action";
  const dataField =
    action["data"] === undefined && "service_data" in action ? "service_data" : "data";
  const data = action[dataField];
  return html`${labelled(
    panels.about(name, touch.call),
    typedInput({
      place: placeWithin(place, field),
      shown: textIn(action[field]) ?? "",
      read: (text): Either<string, string> =>
        /^[a-z\d_]+\.[a-z\d_]+$/.test(text.trim()) ? right(text.trim()) : left(touch.noCall),
      fill: (called, phase) => commit({ ...action, [field]: called }, phase),
      placeholder: "light.turn_on",
    }),
  )}
  ${labelled(
    panels.about(name, touch.data),
    typedInput({
      place: placeWithin(place, dataField),
      shown: data === undefined ? "" : JSON.stringify(data),
      read: (text) => dataIn(text, touch.noData),
      fill: (value, phase) => commit(withField(action, dataField, value), phase),
      placeholder: '{"brightness_pct": 50}',
    }),
  )}`;
};

/** Whether to ask first, and what. */
const confirmationInputs = (
  name: string,
  action: JsonObject,
  { place, context, commit }: FieldInput,
): TemplateResult => {
  const { panels, touch } = context.texts;
  const { confirmation } = action;
  const question = confirmationOf(action);
  const given = isObject(confirmation) ? confirmation : {};
  const set = (value: Json | undefined, phase?: InputPhase): void =>
    commit(withField(action, "confirmation", value), phase);
  const isAsked = html`<input
    type="checkbox"
    .checked=${live(question !== undefined)}
    @change=${() => set(question === undefined ? true : undefined)}
  />`;
  const fill: SetValue<string> = (text, phase) => {
    const next = withField(given, "text", text === "" ? undefined : text);
    set(Object.keys(next).length === 0 ? true : next, phase);
  };
  return html`${labelled(panels.about(name, touch.ask), isAsked)}
  ${
    question === undefined
      ? undefined
      : labelled(
          panels.about(name, touch.question),
          textInput(question, placeWithin(place, "confirmation"), fill, {
            placeholder: touch.usualQuestion,
          }),
        )
  }`;
};

/** The action of a touch; parts that this form does not show are kept. */
export const actionInput = (name: string, input: FieldInput): TemplateResult => {
  const { touch } = input.context.texts;
  const action = isObject(input.value) ? input.value : {};
  const kind = action["action"];
  const kinds = choice(
    { ...input, value: kind },
    Object.entries(touch.actions),
    (chosen) => input.commit(chosen === "" ? undefined : { ...action, action: chosen }),
    touch.defaultAction,
  );
  return html`${labelled(
    name,
    html`${kinds} ${kind === "navigate" ? pathInput(action, input) : undefined}`,
  )}
  ${calls.has(kind) ? callInputs(name, action, input) : undefined} ${entityOfAction(name, input)}
  ${confirmable.has(kind) ? confirmationInputs(name, action, input) : undefined}`;
};
