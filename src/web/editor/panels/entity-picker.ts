import { html, LitElement, nothing, type PropertyDeclarations, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { Wants } from "../../../kinds/field.ts";
import { isEntityId } from "../../../live/state.ts";
import { findArea, type HouseEntity, type KnownHouse } from "../../house/known-house.ts";
import { findEntities, type Found } from "../../model/find-entity.ts";
import { define, type PartContext } from "../part.ts";
import { entityIcon } from "./entity-icon.ts";
import { valueOf } from "./inputs.ts";
import type { Fill, Place } from "./typed-input.ts";

/** What is said of a picker, and whom it tells. */
export interface EntityPick {
  /** What the field is called. */
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly wants?: Wants | undefined;
  readonly context: PartContext;
  /** Where an id is shown as soon as it is typed; without it, only what is done is taken. */
  readonly place?: Place;
  /** Takes the id that was chosen or typed; an empty text takes it away. */
  readonly commit: Fill<string>;
}

let pickers = 0;

/** A line for an entity's area and id, in small. */
const detailOf = (entity: HouseEntity, house: KnownHouse): string =>
  [findArea(house, entity.area)?.name, entity.id].filter(Boolean).join(" · ");

/**
 * A field for an entity, with a list to choose from by name, id, area and device: a combobox by the pattern of
 * WAI-ARIA. Without a house that is known it is a field for text; an id that nobody knows can be typed always.
 */
// In the tree of its panel, whose style it shares and whose labels find it.
class EntityPicker extends LitElement {
  static override properties: PropertyDeclarations = {
    pick: { attribute: false },
    house: { attribute: false },
    text: { state: true },
    isOpen: { state: true },
    active: { state: true },
  };

  declare pick: EntityPick | undefined;
  declare house: KnownHouse | undefined;
  /** What is being typed; undefined while nothing is. */
  declare text: string | undefined;
  declare isOpen: boolean;
  /** The place of the option that keys have reached; -1 for none. */
  declare active: number;
  readonly #name = `picker-${(pickers += 1)}`;
  #found: Found = { entities: [], more: 0 };
  /** Whether the plan shows what is being typed. */
  #isShown = false;

  constructor() {
    super();
    this.isOpen = false;
    this.active = -1;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override willUpdate(): void {
    const { house, pick, text = "" } = this;
    if (this.isOpen && house !== undefined) this.#found = findEntities(house, text, pick?.wants);
  }

  override render(): TemplateResult | typeof nothing {
    const { pick, house, isOpen } = this;
    if (pick === undefined) return nothing;
    const isListed = isOpen && house !== undefined;
    const note = this.#note(pick, house);
    return html`<label for=${this.#name}>${pick.label}</label>
      <input
        id=${this.#name}
        type="text"
        spellcheck="false"
        autocapitalize="off"
        autocomplete="off"
        placeholder=${pick.placeholder ?? ""}
        role=${house === undefined ? nothing : "combobox"}
        aria-autocomplete=${house === undefined ? nothing : "list"}
        aria-expanded=${house === undefined ? nothing : String(isListed)}
        aria-controls=${isListed ? `${this.#name}-list` : nothing}
        aria-activedescendant=${isListed && this.active >= 0 ? this.#option(this.active) : nothing}
        aria-describedby=${note === "" ? nothing : `${this.#name}-note`}
        .value=${live(this.text ?? pick.value)}
        @click=${() => this.#open()}
        @input=${(event: Event) => this.#typed(valueOf(event))}
        @change=${(event: Event) => this.#commit(valueOf(event).trim())}
        @keydown=${this.#key}
        @blur=${() => this.#left()}
      />
      ${note === "" ? nothing : html`<small class="muted" id="${this.#name}-note">${note}</small>`}
      ${isListed ? this.#list(pick, house) : nothing}`;
  }

  override updated(): void {
    if (!this.isOpen) return;
    const shown =
      this.querySelector('[role="option"][aria-selected="true"]') ?? this.querySelector(".options");
    shown?.scrollIntoView({ block: "nearest" });
  }

  /** What is known of the entity that is named, where its id alone says less. */
  #note({ value, context }: EntityPick, house: KnownHouse | undefined): string {
    if (house === undefined || value === "" || this.isOpen) return "";
    const entity = house.byId.get(value);
    if (entity === undefined) return context.texts.house.picker.stranger;
    const area = findArea(house, entity.area)?.name;
    return [entity.name, area, entity.state].filter(Boolean).join(" · ");
  }

  #list({ context }: EntityPick, house: KnownHouse): TemplateResult {
    const words = context.texts.house.picker;
    const { entities, more } = this.#found;
    const count = entities.length + more;
    // Pressed anywhere in it, the field keeps the focus.
    return html`<div class="options" @pointerdown=${(event: Event) => event.preventDefault()}>
      <div role="listbox" id="${this.#name}-list" aria-label=${words.list}>
        ${entities.map(
          (entity, at) =>
            html`<div
              role="option"
              id=${this.#option(at)}
              aria-selected=${at === this.active}
              @click=${() => this.#choose(entity.id)}
            >
              ${entityIcon(entity)}
              <span class="name"
                >${entity.name}<small class="muted">${detailOf(entity, house)}</small></span
              >
              <span class="state">${entity.state}</span>
            </div>`,
        )}
      </div>
      <p class="muted" role="status">
        ${count === 0 ? words.none : words.found(count)}
        ${more > 0 ? `· ${context.texts.panels.more(more)}` : nothing}
      </p>
    </div>`;
  }

  #option(at: number): string {
    return `${this.#name}-${at}`;
  }

  #open(): void {
    if (this.house === undefined || this.isOpen) return;
    this.isOpen = true;
    this.active = -1;
    void this.pick?.context.house.refresh();
  }

  #left(): void {
    // Who types an id and then the former one again has changed nothing of which the browser would tell.
    if (this.#isShown) this.#commit(this.text?.trim() ?? "");
    this.#close();
  }

  #close(): void {
    this.isOpen = false;
    this.active = -1;
    this.text = undefined;
  }

  #typed(text: string): void {
    this.text = text;
    this.active = -1;
    this.#open();
    const id = text.trim();
    const { pick } = this;
    if (pick?.place === undefined) return;
    if (id !== "" && this.#isTaken(id)) {
      this.#isShown = true;
      pick.commit(id, "typing");
    } else this.#giveUp();
  }

  /** Whether it is an id: what was typed to search is no entity. */
  #isTaken(text: string): boolean {
    return this.house === undefined || text === "" || isEntityId(text);
  }

  /** What was shown while it was typed is no longer. */
  #giveUp(): void {
    if (this.#isShown) this.pick?.place?.cancel();
    this.#isShown = false;
  }

  #choose(id: string): void {
    this.#isShown = false;
    this.#close();
    this.pick?.commit(id);
  }

  #commit(text: string): void {
    this.text = undefined;
    this.#isShown = false;
    if (this.#isTaken(text)) this.pick?.commit(text);
    // What was refused is shown again as it is.
    this.requestUpdate();
  }

  readonly #key = (event: KeyboardEvent): void => {
    const isEscaped = event.key === "Escape" && (this.isOpen || this.text !== undefined);
    if (this.house === undefined && !isEscaped) return;
    const { entities } = this.#found;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      if (this.isOpen) {
        const places = entities.length + 1;
        // Past either end comes the field itself.
        this.active = ((this.active + 1 + step + places) % places) - 1;
      } else this.#open();
    } else if (event.key === "Enter" && this.isOpen) {
      const chosen = entities[this.active];
      if (chosen === undefined) this.#commit(valueOf(event).trim());
      else this.#choose(chosen.id);
      this.#close();
    } else if (isEscaped) {
      this.#giveUp();
      this.#close();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

define("floorplan-entity-picker", EntityPicker);

/** A field for an entity, with its name above. */
export const entityPicker = (pick: EntityPick): TemplateResult =>
  html`<floorplan-entity-picker
    class="field long"
    .pick=${pick}
    .house=${pick.context.house.now}
  ></floorplan-entity-picker>`;
