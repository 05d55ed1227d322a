import { html, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { HouseArea, KnownHouse } from "../../house/known-house.ts";
import { filledFromAreas, roomsFromAreas, unlinkedAreas } from "../../model/from-areas.ts";
import type { PartContext } from "../part.ts";
import type { Choice } from "./choice.ts";

/** What the section shows, and whom it tells. */
export interface AreasSection {
  readonly context: PartContext;
  readonly house: KnownHouse;
  /** The areas that are left as they are. */
  readonly left: Choice;
  readonly say: (sentence: string) => void;
}

/** The areas by their floors, in the order of those; what has no floor is last. */
const byFloor = (
  areas: readonly HouseArea[],
  { floors }: KnownHouse,
): readonly (readonly [floor: string | undefined, areas: readonly HouseArea[]])[] => {
  const ids = new Set(floors.map(({ id }) => id));
  const groups = floors.map(
    ({ id, name }) => [name, areas.filter((area) => area.floor === id)] as const,
  );
  const others = areas.filter(({ floor }) => floor === undefined || !ids.has(floor));
  return [...groups, [undefined, others] as const].filter(([, group]) => group.length > 0);
};

const isChecked = ({ target }: Event): boolean =>
  target instanceof HTMLInputElement && target.checked;

const make = ({ context, house, say }: AreasSection, areas: readonly HouseArea[]): void => {
  const { session, view, texts } = context;
  const { change, refs } = roomsFromAreas(session.state.plan, house, areas, view.state.level);
  const name = texts.house.areas.made(areas.length);
  session.edit({ action: "areas" }, change);
  view.update({ selection: refs, tool: "select" });
  say(name);
};

const filling = ({ context, house }: AreasSection): TemplateResult | undefined => {
  const { session, texts } = context;
  const words = texts.house.areas;
  if (filledFromAreas(session.state.plan, house) === session.state.plan) return undefined;
  const fill = (): void =>
    session.edit({ action: "areaSensors" }, (plan) => filledFromAreas(plan, house));
  return html`<p class="muted">${words.fillHint}</p>
    <button @click=${fill}>${words.fill}</button>`;
};

/** The areas that no room is linked to, by floors, with a button that makes rooms of them. */
export const areasSection = (section: AreasSection): TemplateResult => {
  const { context, house, left } = section;
  const words = context.texts.house.areas;
  const areas = unlinkedAreas(context.session.state.plan, house);
  const wanted = areas.filter(({ id }) => !left.has(id));
  const row = ({ id, name }: HouseArea): TemplateResult =>
    html`<li class="thing">
      <label>
        <input
          type="checkbox"
          .checked=${live(!left.has(id))}
          @change=${(event: Event) => left.set([id], !isChecked(event))}
        />
        ${name}
      </label>
    </li>`;
  return html`<section aria-label=${words.title}>
    <h3>${words.title}</h3>
    ${
      areas.length === 0
        ? html`<p class="muted">${house.areas.length === 0 ? words.noAreas : words.none}</p>`
        : html`<p class="muted">${words.hint}</p>
            ${byFloor(areas, house).map(
              ([floor, group]) =>
                html`${house.floors.length === 0 ? undefined : html`<h4>${floor ?? words.noFloor}</h4>`}
                  <ul class="list">
                    ${group.map(row)}
                  </ul>`,
            )}
            <button
              class="main"
              ?disabled=${wanted.length === 0}
              @click=${() => make(section, wanted)}
            >
              ${words.make(wanted.length)}
            </button>`
    }
    ${filling(section)}
  </section>`;
};
