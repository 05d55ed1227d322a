import { html, LitElement, nothing, type PropertyDeclarations, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { EditorContext } from "../component.ts";
import { valueOf } from "./inputs.ts";
import type { SetValue, InputPlace } from "./typed-input.ts";

/** A picker's words, value and callbacks. */
export interface ComboboxField {
  /** The label of the field. */
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly context: EditorContext;
  /** The place where typing takes effect at once; without it, only a finished value is taken. */
  readonly place?: InputPlace;
  /** Takes the chosen or typed value; an empty text removes it. */
  readonly commit: SetValue<string>;
}

/** An option of the list. */
export interface ComboboxOption {
  readonly value: string;
  readonly row: TemplateResult;
}

/** The options of a list and its texts. */
export interface ComboboxList {
  readonly offers: readonly ComboboxOption[];
  /** Number of further matches. */
  readonly more: number;
  readonly list: string;
  /** The number of matches in words. */
  readonly count: string;
}

let pickers = 0;

/** A combobox by the pattern of WAI-ARIA. Without options it is a text field. */
// Rendered in the panel's tree, for its styles and labels.
export abstract class Combobox<Of extends ComboboxField = ComboboxField> extends LitElement {
  static override properties: PropertyDeclarations = {
    pick: { attribute: false },
    text: { state: true },
    isOpen: { state: true },
    active: { state: true },
  };

  declare pick: Of | undefined;
  /** The text being typed; undefined otherwise. */
  declare text: string | undefined;
  declare isOpen: boolean;
  /** Index of the option reached by keys; -1 for none. */
  declare active: number;
  readonly #name = `picker-${(pickers += 1)}`;
  #offers: readonly ComboboxOption[] = [];
  /** Whether the plan already shows the typed text. */
  #isShown = false;

  constructor() {
    super();
    this.isOpen = false;
    this.active = -1;
  }

  /** The options for a text; undefined if there is nothing to choose from. */
  protected abstract offersFor(text: string, pick: Of): ComboboxList | undefined;

  /** The value of a text; undefined if it is only a search. */
  protected abstract taken(text: string): string | undefined;

  /** Whether there is a list, possibly loaded on opening. */
  protected abstract get hasList(): boolean;

  /** A note that explains the value. */
  protected note(_pick: Of): string {
    return "";
  }

  /** An icon of the value, before the field. */
  protected picture(_pick: Of): TemplateResult | typeof nothing {
    return nothing;
  }

  /** Called before the list opens. */
  protected opening(_pick: Of): void {}

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override render(): TemplateResult | typeof nothing {
    const { pick, isOpen, hasList } = this;
    if (pick === undefined) return nothing;
    const offers = isOpen ? this.offersFor(this.text ?? "", pick) : undefined;
    this.#offers = offers?.offers ?? [];
    const isListed = offers !== undefined;
    const note = isOpen ? "" : this.note(pick);
    const input = html`<input
      id=${this.#name}
      type="text"
      spellcheck="false"
      autocapitalize="off"
      autocomplete="off"
      placeholder=${pick.placeholder ?? ""}
      role=${hasList ? "combobox" : nothing}
      aria-autocomplete=${hasList ? "list" : nothing}
      aria-expanded=${hasList ? String(isListed) : nothing}
      aria-controls=${isListed ? `${this.#name}-list` : nothing}
      aria-activedescendant=${isListed && this.active >= 0 ? this.#option(this.active) : nothing}
      aria-describedby=${note === "" ? nothing : `${this.#name}-note`}
      .value=${live(this.text ?? pick.value)}
      @click=${() => this.#open()}
      @input=${(event: Event) => this.#typed(valueOf(event))}
      @change=${(event: Event) => this.#commit(valueOf(event).trim())}
      @keydown=${this.#key}
      @blur=${() => this.#left()}
    />`;
    return html`<label for=${this.#name}>${pick.label}</label>
      <span class="pair">${this.picture(pick)}${input}</span>
      ${note === "" ? nothing : html`<small class="muted" id="${this.#name}-note">${note}</small>`}
      ${isListed ? this.#list(pick, offers) : nothing}`;
  }

  override updated(): void {
    if (!this.isOpen) return;
    const shown =
      this.querySelector('[role="option"][aria-selected="true"]') ?? this.querySelector(".options");
    shown?.scrollIntoView({ block: "nearest" });
  }

  #list({ context }: Of, { offers, more, list, count }: ComboboxList): TemplateResult {
    // A press in the list leaves the focus in the field; Tab skips the list, which scrolls by the field's keys.
    return html`<div class="options" @pointerdown=${(event: Event) => event.preventDefault()}>
      <div role="listbox" tabindex="-1" id="${this.#name}-list" aria-label=${list}>
        ${offers.map(
          ({ value, row }, at) =>
            html`<div
              role="option"
              id=${this.#option(at)}
              aria-selected=${at === this.active}
              @click=${() => this.#choose(value)}
            >
              ${row}
            </div>`,
        )}
      </div>
      <p class="muted" role="status">
        ${count} ${more > 0 ? `· ${context.texts.panels.more(more)}` : nothing}
      </p>
    </div>`;
  }

  #option(at: number): string {
    return `${this.#name}-${at}`;
  }

  #open(): void {
    if (!this.hasList || this.isOpen) return;
    this.isOpen = true;
    this.active = -1;
    if (this.pick !== undefined) this.opening(this.pick);
  }

  #left(): void {
    // After typing a value and then the former one, the browser sends no change event.
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
    const { pick } = this;
    if (pick?.place === undefined) return;
    const value = this.taken(text.trim());
    if (value === undefined || value === "") return this.#giveUp();
    this.#isShown = true;
    pick.commit(value, "typing");
  }

  /** Reverts what was shown while typing. */
  #giveUp(): void {
    if (this.#isShown) this.pick?.place?.cancel();
    this.#isShown = false;
  }

  #choose(value: string): void {
    this.#isShown = false;
    this.#close();
    this.pick?.commit(value);
  }

  #commit(text: string): void {
    this.text = undefined;
    this.#isShown = false;
    const value = this.taken(text);
    if (value !== undefined) this.pick?.commit(value);
    // Shows the unchanged value after a refusal.
    this.requestUpdate();
  }

  readonly #key = (event: KeyboardEvent): void => {
    const isEscaped = event.key === "Escape" && (this.isOpen || this.text !== undefined);
    if (!this.hasList && !isEscaped) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      if (this.isOpen) {
        const places = this.#offers.length + 1;
        // Past either end, the selection returns to the field.
        this.active = ((this.active + 1 + step + places) % places) - 1;
      } else this.#open();
    } else if (event.key === "Enter" && this.isOpen) {
      const chosen = this.#offers[this.active];
      if (chosen === undefined) this.#commit(valueOf(event).trim());
      else this.#choose(chosen.value);
      this.#close();
    } else if (isEscaped) {
      this.#giveUp();
      this.#close();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
}
