import { html, LitElement, nothing, type PropertyDeclarations, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { EditorContext } from "../component.ts";
import { valueOf } from "./inputs.ts";
import type { SetValue, InputPlace } from "./typed-input.ts";

/** A picker's words, value and callbacks. */
export interface ComboboxField {
  /** What the field is called. */
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly context: EditorContext;
  /** Where a value is shown as soon as it is typed; without it, only what is done is taken. */
  readonly place?: InputPlace;
  /** Takes what was chosen or typed; an empty text takes it away. */
  readonly commit: SetValue<string>;
}

/** One that can be chosen, as a row of the list. */
export interface ComboboxOption {
  readonly value: string;
  readonly row: TemplateResult;
}

/** What a list offers, and what it says of itself. */
export interface ComboboxList {
  readonly offers: readonly ComboboxOption[];
  /** How many more there are. */
  readonly more: number;
  readonly list: string;
  /** How many there are, in words. */
  readonly count: string;
}

let pickers = 0;

/**
 * A field with a list to choose from: a combobox by the pattern of WAI-ARIA. Where there is nothing to choose
 * from it is a field for text.
 */
// In the tree of its panel, whose style it shares and whose labels find it.
export abstract class Combobox<Of extends ComboboxField = ComboboxField> extends LitElement {
  static override properties: PropertyDeclarations = {
    pick: { attribute: false },
    text: { state: true },
    isOpen: { state: true },
    active: { state: true },
  };

  declare pick: Of | undefined;
  /** What is being typed; undefined while nothing is. */
  declare text: string | undefined;
  declare isOpen: boolean;
  /** The place of the option that keys have reached; -1 for none. */
  declare active: number;
  readonly #name = `picker-${(pickers += 1)}`;
  #offers: readonly ComboboxOption[] = [];
  /** Whether the plan shows what is being typed. */
  #isShown = false;

  constructor() {
    super();
    this.isOpen = false;
    this.active = -1;
  }

  /** What there is for a text; undefined where there is nothing to choose from. */
  protected abstract offersFor(text: string, pick: Of): ComboboxList | undefined;

  /** The value that a text is, undefined where it is only searched for. */
  protected abstract taken(text: string): string | undefined;

  /** Whether there is a list, or will be once it is opened. */
  protected abstract get hasList(): boolean;

  /** What is known of the value, where it alone says less. */
  protected note(_pick: Of): string {
    return "";
  }

  /** A picture of the value, before the field. */
  protected picture(_pick: Of): TemplateResult | typeof nothing {
    return nothing;
  }

  /** The list is about to be shown. */
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
    // Pressed anywhere in it, the field keeps the focus; Tab leaves out the list, which scrolls by the field's keys.
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
    // Who types a value and then the former one again has changed nothing of which the browser would tell.
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

  /** What was shown while it was typed is no longer. */
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
    // What was refused is shown again as it is.
    this.requestUpdate();
  }

  readonly #key = (event: KeyboardEvent): void => {
    const isEscaped = event.key === "Escape" && (this.isOpen || this.text !== undefined);
    if (!this.hasList && !isEscaped) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      if (this.isOpen) {
        const places = this.#offers.length + 1;
        // Past either end comes the field itself.
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
