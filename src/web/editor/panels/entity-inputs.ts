import { html, type TemplateResult } from "lit";
import { isList, isObject, listIn, textIn, withField } from "../../../model/json.ts";
import { entityPicker } from "../../canvas/inspector/pickers.ts";
import type { FieldInput } from "./filled-field.ts";
import { type InputPhase, placeWithin } from "../../canvas/inspector/typed-input.ts";

/** A field for each of some entities, and one for the next. */
export const entitiesInput = (
  label: string,
  { value, isMixed, field, place, context, commit }: FieldInput,
): TemplateResult => {
  const ids = isMixed ? [] : listIn(value).flatMap((each) => textIn(each) ?? []);
  const { more } = context.texts.house.picker;
  const set = (at: number, id: string, phase?: InputPhase): void => {
    const next = id === "" ? ids.toSpliced(at, 1) : ids.toSpliced(at, 1, id);
    commit(next.length === 0 ? undefined : next, phase);
  };
  return html`<div class="list long" role="group" aria-label=${label}>
    <span class="muted">${label}</span>
    ${[...ids, ""].map((id, at) =>
      entityPicker({
        label: more(at + 1),
        value: id,
        placeholder: isMixed ? context.texts.panels.properties.mixed : "",
        wants: field.wants,
        context,
        place: placeWithin(place, at),
        commit: (chosen, phase) => set(at, chosen, phase),
      }),
    )}
  </div>`;
};

/** The entity that an action is about, where it is about one: its own, or the only one that it calls something for. */
export const entityOfAction = (
  name: string,
  { value, place, context, commit }: FieldInput,
): TemplateResult | undefined => {
  if (!isObject(value)) return undefined;
  const { action, target } = value;
  const isCall = action === "perform-action" || action === "call-service";
  const holder = isCall ? (isObject(target) ? target : {}) : value;
  const field = isCall ? "entity_id" : "entity";
  const isShown = isCall || action === "toggle" || action === "more-info";
  // A list of several is edited with all else of the action.
  if (!isShown || isList(holder[field])) return undefined;
  const { panels, touch } = context.texts;
  return entityPicker({
    label: panels.about(name, panels.properties.fields.entity),
    value: textIn(holder[field]) ?? "",
    placeholder: isCall ? "" : touch.usual,
    context,
    place: placeWithin(place, field),
    commit: (id, phase) => {
      const named = withField(holder, field, id === "" ? undefined : id);
      commit(isCall ? { ...value, target: named } : named, phase);
    },
  });
};
