import { html, type ReactiveControllerHost, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { type Ref, refOf } from "../../../model/elements/entities.ts";
import { roomsOf } from "../../../model/elements/rooms.ts";
import type { RegistryEntity } from "../../home-assistant/registry-snapshot.ts";
import { openingFieldFor, openingsFor, type Unplaced } from "../entities/place-entities.ts";
import { areaOfRoom } from "../entities/area-floors.ts";
import type { EditorContext } from "../component.ts";
import { type EntityDrag, placeAll } from "../entities/drop-entities.ts";
import { entityIcon } from "./pickers.ts";
import { entityName } from "../tools/kind-tools.ts";
import { labelled, selectInput } from "./inputs.ts";
import { listRows } from "./panel.ts";

/** The selected ids of a list. */
export class SelectedIds {
  readonly #host: Pick<ReactiveControllerHost, "requestUpdate">;
  readonly #ids = new Set<string>();

  constructor(host: Pick<ReactiveControllerHost, "requestUpdate">) {
    this.#host = host;
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Selects or deselects ids. */
  set(ids: readonly string[], isChosen: boolean): void {
    for (const id of ids) {
      if (isChosen) this.#ids.add(id);
      else this.#ids.delete(id);
    }
    this.#host.requestUpdate();
  }
}

/** The most rows per room; more appear when these are placed. */
const maxRows = 50;

/** Inputs and callbacks of the section. */
interface UnplacedSection {
  readonly context: EditorContext;
  readonly all: readonly Unplaced[];
  /** Ref of the shown room; empty for all. */
  readonly room: Ref;
  readonly chooseRoom: (room: Ref) => void;
  readonly chosen: SelectedIds;
  /** The doors and windows chosen for entities, by entity id. */
  readonly openings: Map<string, Ref>;
  readonly drag: EntityDrag;
  readonly say: (sentence: string) => void;
}

const nameOf = ({ room }: Unplaced, { texts }: EditorContext): string =>
  entityName(room.entity, texts);

const place = (
  { context, chosen, openings, say }: UnplacedSection,
  { room }: Unplaced,
  entities: readonly RegistryEntity[],
): void => {
  say(placeAll(context, entities, { room, openings }));
  chosen.set(
    entities.map(({ id }) => id),
    false,
  );
};

/** A choice what an entity becomes: a separate device, or part of a door or window. */
const asInput = (
  { context, openings, chosen }: UnplacedSection,
  { room }: Unplaced,
  entity: RegistryEntity,
): TemplateResult | undefined => {
  const words = context.texts.homeAssistant.unplaced;
  const field = openingFieldFor(entity);
  const offered = openingsFor(context.session.state.plan, entity, room.id);
  if (field === undefined || room.id === undefined || offered.length === 0) return undefined;
  const options = offered.map((opening, at) => {
    const number = offered.length > 1 ? ` ${at + 1}` : "";
    return [
      refOf(opening),
      words[field](`${entityName(opening, context.texts)}${number}`),
    ] as const;
  });
  return selectInput(
    [["", words.separateDevice], ...options],
    openings.get(entity.id) ?? "",
    (ref) => {
      if (ref === "") openings.delete(entity.id);
      else openings.set(entity.id, ref);
      chosen.set([], true);
    },
    { label: words.as(entity.name) },
  );
};

const row = (section: UnplacedSection, group: Unplaced, entity: RegistryEntity): TemplateResult => {
  const { context, chosen, drag } = section;
  const words = context.texts.homeAssistant.unplaced;
  const { id, name, state } = entity;
  const dragged = (): readonly string[] => {
    const chosenHere = group.entities.filter((each) => chosen.has(each.id));
    return chosen.has(id) ? chosenHere.map((each) => each.id) : [id];
  };
  const start = (event: PointerEvent): void => {
    const ids = dragged();
    drag.start(event, ids, ids.length === 1 ? name : words.things(ids.length));
  };
  return html`<li
    class="thing"
    @pointerdown=${start}
    @dragstart=${(event: Event) => event.preventDefault()}
  >
    <input
      type="checkbox"
      aria-label=${words.choose(name)}
      .checked=${live(chosen.has(id))}
      @change=${({ target }: Event) =>
        chosen.set([id], target instanceof HTMLInputElement && target.checked)}
    />
    <button
      class="entry"
      title=${words.place(name, nameOf(group, context))}
      @click=${() => drag.hasDragged || place(section, group, [entity])}
    >
      ${entityIcon(entity)} <span>${name}</span>
    </button>
    <span class="state muted">${state}</span>
    <span class="grip muted" aria-hidden="true">⠿</span>
    ${asInput(section, group, entity)}
  </li>`;
};

const roomOf = (section: UnplacedSection, group: Unplaced): TemplateResult => {
  const { context, chosen } = section;
  const words = context.texts.homeAssistant.unplaced;
  const name = nameOf(group, context);
  const { entities } = group;
  const wanted = entities.filter(({ id }) => chosen.has(id));
  const ids = entities.map(({ id }) => id);
  return html`<section aria-label=${name}>
    <div class="thing">
      <label>
        <input
          type="checkbox"
          aria-label=${words.chooseAll(name)}
          .checked=${live(wanted.length === entities.length)}
          .indeterminate=${wanted.length > 0 && wanted.length < entities.length}
          @change=${({ target }: Event) =>
            chosen.set(ids, target instanceof HTMLInputElement && target.checked)}
        />
        <h4>${name}</h4>
      </label>
    </div>
    <ul class="list">
      ${listRows(entities, maxRows, context.texts, (entity) => row(section, group, entity))}
    </ul>
    ${
      wanted.length === 0
        ? undefined
        : html`<button class="main" @click=${() => place(section, group, wanted)}>
            ${words.placeMany(wanted.length, name)}
          </button>`
    }
  </section>`;
};

const nothingLeft = ({ context }: UnplacedSection): TemplateResult => {
  const { none, noRooms } = context.texts.homeAssistant.unplaced;
  const isLinked = roomsOf(context.session.state.plan).some(
    (room) => areaOfRoom(room) !== undefined,
  );
  return html`<p class="muted">${isLinked ? none : noRooms}</p>`;
};

const refOfGroup = ({ room }: Unplaced): Ref => refOf(room.entity);

/** Entities of linked areas that are missing from the plan, by room: to drag in, or to place in their room. */
export const unplacedSection = (section: UnplacedSection): TemplateResult => {
  const { context, all, room, chooseRoom } = section;
  const words = context.texts.homeAssistant.unplaced;
  const shown = all.filter((group) => refOfGroup(group) === room);
  const options = all.map((group) => [refOfGroup(group), nameOf(group, context)] as const);
  return html`<section aria-label=${words.title}>
    <h3>${words.title}</h3>
    ${all.length === 0 ? nothingLeft(section) : html`<p class="muted">${words.hint}</p>`}
    ${
      all.length < 2
        ? undefined
        : labelled(
            words.room,
            selectInput(
              [["", words.allRooms], ...options],
              shown.length === 0 ? "" : room,
              chooseRoom,
            ),
          )
    }
    ${(shown.length === 0 ? all : shown).map((group) => roomOf(section, group))}
  </section>`;
};
