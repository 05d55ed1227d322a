import { css, html, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { RegistryArea, RegistrySnapshot } from "../../home-assistant/registry-snapshot.ts";
import {
  type AreaRoomPair,
  areasNamedLikeRooms,
  filledFromAreas,
  linkRoomsByName,
  roomsFromAreas,
  unlinkedAreas,
} from "../entities/areas.ts";
import { type EditorContext, defineElement } from "../component.ts";
import { SelectedIds, unplacedSection } from "./unplaced-section.ts";
import { unplacedIn } from "../entities/place-entities.ts";
import { EntityDrag } from "../entities/drop-entities.ts";
import { Panel } from "./panel.ts";

/** Inputs and callbacks of the section. */
interface AreasSection {
  readonly context: EditorContext;
  readonly registry: RegistrySnapshot;
  /** Areas that the user selected or deselected against the default. */
  readonly turned: SelectedIds;
  readonly say: (sentence: string) => void;
}

/** Areas by floor, in the floors' order; those without a floor come last. */
const byFloor = (
  areas: readonly RegistryArea[],
  { floors }: RegistrySnapshot,
): readonly (readonly [floor: string | undefined, areas: readonly RegistryArea[]])[] => {
  const ids = new Set(floors.map(({ id }) => id));
  const groups = floors.map(
    ({ id, name }) => [name, areas.filter((area) => area.floor === id)] as const,
  );
  const others = areas.filter(({ floor }) => floor === undefined || !ids.has(floor));
  return [...groups, [undefined, others] as const].filter(([, group]) => group.length > 0);
};

const isChecked = ({ target }: Event): boolean =>
  target instanceof HTMLInputElement && target.checked;

const make = ({ context, registry, say }: AreasSection, areas: readonly RegistryArea[]): void => {
  const { session, view, texts } = context;
  const { change, refs } = roomsFromAreas(session.state.plan, registry, areas, {
    shown: view.state.level,
    nameOfFirst: texts.editor.firstLevel,
  });
  const name = texts.homeAssistant.areas.made(areas.length);
  session.edit({ action: "areas" }, change);
  view.update({ selection: refs, tool: "select" });
  say(name);
};

const link = ({ context, say }: AreasSection, pairs: readonly AreaRoomPair[]): void => {
  const { session, view, texts } = context;
  const { change, refs } = linkRoomsByName(session.state.plan, pairs);
  session.edit({ action: "areaLinks" }, change);
  view.select(refs);
  say(texts.homeAssistant.areas.linked(pairs.length));
};

/** Buttons that link existing rooms to areas of the same name. */
const linking = (
  section: AreasSection,
  pairs: readonly AreaRoomPair[],
): TemplateResult | undefined => {
  const words = section.context.texts.homeAssistant.areas;
  if (pairs.length === 0) return undefined;
  return html`<p class="muted">${words.linkHint}</p>
    ${pairs.map(
      (pair) =>
        html`<button @click=${() => link(section, [pair])}>${words.link(pair.area.name)}</button>`,
    )}
    ${
      pairs.length < 2
        ? undefined
        : html`<button class="main" @click=${() => link(section, pairs)}>
            ${words.linkAll(pairs.length)}
          </button>`
    }`;
};

const filling = ({ context, registry }: AreasSection): TemplateResult | undefined => {
  const { session, texts } = context;
  const words = texts.homeAssistant.areas;
  if (filledFromAreas(session.state.plan, registry) === session.state.plan) return undefined;
  const fill = (): void =>
    session.edit({ action: "areaSensors" }, (plan) => filledFromAreas(plan, registry));
  return html`<p class="muted">${words.fillHint}</p>
    <button @click=${fill}>${words.fill}</button>`;
};

/** Unlinked areas by floor, with a button that creates rooms for them. */
const areasSection = (section: AreasSection): TemplateResult => {
  const { context, registry, turned } = section;
  const words = context.texts.homeAssistant.areas;
  const areas = unlinkedAreas(context.session.state.plan, registry);
  const pairs = areasNamedLikeRooms(context.session.state.plan, registry);
  // Areas that already have a room of their name are not selected by default.
  const drawn = new Set(pairs.map(({ area }) => area.id));
  const isWanted = ({ id }: RegistryArea): boolean => turned.has(id) === drawn.has(id);
  const wanted = areas.filter(isWanted);
  const row = (area: RegistryArea): TemplateResult =>
    html`<li class="thing">
      <label>
        <input
          type="checkbox"
          .checked=${live(isWanted(area))}
          @change=${(event: Event) => turned.set([area.id], isChecked(event) === drawn.has(area.id))}
        />
        ${area.name}
      </label>
    </li>`;
  return html`<section aria-label=${words.title}>
    <h3>${words.title}</h3>
    ${linking(section, pairs)}
    ${
      areas.length === 0
        ? html`<p class="muted">${registry.areas.length === 0 ? words.noAreas : words.none}</p>`
        : html`<p class="muted">${words.hint}</p>
            ${byFloor(areas, registry).map(
              ([floor, group]) =>
                html`${registry.floors.length === 0 ? undefined : html`<h4>${floor ?? words.noFloor}</h4>`}
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

/** The panel of what Home Assistant has and the plan lacks: areas without a room, and entities. */
class HomeAssistantPanel extends Panel {
  static override styles = css`
    section {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      gap: 8px;
    }
    section > button {
      justify-self: start;
    }
    h4 {
      margin: 0;
      font-size: 0.86rem;
    }
    .thing {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 2px 8px;
      user-select: none;
    }
    .thing .entry {
      display: flex;
      align-items: center;
      gap: 6px;
      flex: 1;
      min-width: 0;
      border-color: transparent;
      background: none;
      overflow-wrap: anywhere;
    }
    .thing label {
      display: flex;
      align-items: center;
      gap: 8px;
      min-height: 28px;
    }
    .thing select {
      width: 100%;
    }
    input[type="checkbox"] {
      flex: none;
      width: 24px;
      height: 24px;
      min-height: 24px;
      margin: 0;
    }
    .grip {
      flex: none;
      width: 24px;
      line-height: 28px;
      text-align: center;
      cursor: grab;
      touch-action: none;
    }
    .dragged {
      position: fixed;
      inset: auto;
      margin: 0;
      padding: 4px 10px;
      border: 0;
      border-radius: 8px;
      background: var(--fp-accent);
      color: var(--fp-on-accent);
      pointer-events: none;
      translate: 8px 8px;
    }
  `;
  protected override readonly patience = 150;
  /** Toggled areas, selected entities, and chosen doors and windows. */
  readonly #turned = new SelectedIds(this);
  readonly #chosen = new SelectedIds(this);
  readonly #openings = new Map<string, string>();
  readonly #drag = new EntityDrag(this, (dropped) => this.context?.dropEntities(dropped));
  #room = "";
  #said = "";

  override connectedCallback(): void {
    super.connectedCallback();
    void this.context?.registries.refresh();
  }

  protected override content(context: EditorContext): TemplateResult {
    const registry = context.registries.now;
    return html`<h2>${context.texts.panels.titles.homeAssistant}</h2>
      ${registry === undefined ? undefined : this.#sections(context, registry)}
      <p role="status" class="muted">${this.#said}</p>
      ${this.#drag.render()}`;
  }

  #sections(context: EditorContext, registry: RegistrySnapshot): TemplateResult {
    const say = (sentence: string): void => {
      this.#said = sentence;
      this.requestUpdate();
    };
    return html`${areasSection({ context, registry, turned: this.#turned, say })}
    ${unplacedSection({
      context,
      all: unplacedIn(context.session.state.plan, registry),
      room: this.#room,
      chooseRoom: (room) => {
        this.#room = room;
        this.requestUpdate();
      },
      chosen: this.#chosen,
      openings: this.#openings,
      drag: this.#drag,
      say,
    })}
    ${this.#meshSection(context, say)}`;
  }

  /** The way to the radio mesh, whose code is loaded when it is wanted. */
  #meshSection(context: EditorContext, say: (sentence: string) => void): TemplateResult {
    const { mesh, panels } = context.texts;
    const open = async (): Promise<void> => {
      try {
        const { openMesh } = await import("../mesh/main.ts");
        openMesh(this.renderRoot, context);
      } catch {
        say(panels.file.notLoaded);
      }
    };
    return html`<section aria-label=${mesh.title}>
      <h3>${mesh.title}</h3>
      <p class="muted">${mesh.hint}</p>
      <button aria-haspopup="dialog" @click=${() => void open()}>${mesh.open}</button>
    </section>`;
  }
}

defineElement("floorplan-home-assistant", HomeAssistantPanel);
