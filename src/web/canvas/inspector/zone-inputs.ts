import { html, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { entitiesOf, idOf } from "../../../model/elements/entities.ts";
import { listIn, textIn } from "../../../model/json.ts";
import { thingName } from "../../i18n/element-names.ts";
import type { FieldInput } from "./typed-input.ts";

const isChecked = ({ target }: Event): boolean =>
  target instanceof HTMLInputElement && target.checked;

/** A box to check; what is not checked is not written. */
export const yesInput = ({ value, isMixed, commit }: FieldInput): TemplateResult =>
  html`<input
    type="checkbox"
    .checked=${live(value === true)}
    .indeterminate=${live(isMixed)}
    @change=${(event: Event) => commit(isChecked(event) ? true : undefined)}
  />`;

/** The trackers that count in a zone, by their names; with none of them chosen, all count. */
export const trackersInput = (
  label: string,
  { value, isMixed, context, commit }: FieldInput,
): TemplateResult => {
  const { session, texts } = context;
  const words = texts.panels.properties;
  const chosen = isMixed ? [] : listIn(value).flatMap((each) => textIn(each) ?? []);
  const known = entitiesOf(session.state.plan, "trackers").flatMap(({ data }) => {
    const id = idOf(data);
    return id === undefined ? [] : [{ id, name: thingName("trackers", data, texts) }];
  });
  // One that is gone can still be taken out.
  const gone = chosen
    .filter((id) => known.every((each) => each.id !== id))
    .map((id) => ({ id, name: id }));
  const choose = (id: string, isIn: boolean): void => {
    const next = isIn ? [...chosen, id] : chosen.filter((each) => each !== id);
    commit(next.length === 0 ? undefined : next);
  };
  const boxes = [...known, ...gone];
  const hint = isMixed
    ? words.mixed
    : boxes.length === 0
      ? words.noTrackers
      : chosen.length === 0
        ? words.allTrackers
        : undefined;
  return html`<div class="list long" role="group" aria-label=${label}>
    <span class="muted">${label}</span>
    ${boxes.map(
      ({ id, name }) =>
        html`<label class="row">
          <input
            type="checkbox"
            .checked=${live(chosen.includes(id))}
            @change=${(event: Event) => choose(id, isChecked(event))}
          />
          <span>${name}</span>
        </label>`,
    )}
    ${hint === undefined ? undefined : html`<span class="muted">${hint}</span>`}
  </div>`;
};
