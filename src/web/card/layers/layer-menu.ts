import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { LayersTexts } from "../../i18n/en/screens.ts";
import { layersTranslator } from "../../i18n/layers-translator.ts";
import { browserLanguages, TranslationController } from "../../i18n/translation-controller.ts";
import type { PreferredLanguages } from "../../i18n/translator.ts";

const menuStyle = css`
  :host {
    position: absolute;
    top: 10px;
    right: 10px;
    display: grid;
    gap: 6px;
    justify-items: end;
    max-width: calc(100% - 20px);
    max-height: calc(100% - 20px);
    user-select: none;
  }
  :host([hidden]) {
    display: none;
  }
  button,
  fieldset {
    color: inherit;
    font: inherit;
    background: color-mix(in srgb, var(--plan-badge) 92%, transparent);
    border: 0;
    box-shadow: 0 1px 4px rgb(0 0 0 / 25%);
  }
  button {
    width: 36px;
    height: 36px;
    padding: 0;
    cursor: pointer;
    border-radius: 18px;
  }
  svg {
    width: 20px;
    height: 20px;
    vertical-align: middle;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.8;
    stroke-linejoin: round;
    stroke-linecap: round;
  }
  fieldset {
    min-width: 0;
    min-height: 0;
    margin: 0;
    padding: 6px 14px 6px 10px;
    overflow: auto;
    border-radius: 12px;
    font-size: 0.9rem;
  }
  label {
    display: flex;
    gap: 10px;
    align-items: center;
    min-height: 36px;
    cursor: pointer;
    overflow-wrap: anywhere;
  }
  input {
    flex: none;
    width: 20px;
    height: 20px;
    accent-color: var(--plan-accent);
  }
  small {
    display: block;
    color: var(--plan-soft-ink);
  }
  :is(button, input):focus-visible {
    outline: 2px solid var(--plan-accent);
    outline-offset: 1px;
  }
`;

/** Three sheets, one above the other. */
const sign = "M12 3l9 5-9 5-9-5zM3.5 12.2L12 17l8.5-4.8M3.5 16.2L12 21l8.5-4.8";

/** A layer in the menu. */
export interface OfferedLayer {
  readonly id: string;
  readonly name: string;
  readonly isOn: boolean;
  /** Whether it is shown at this zoom, nearer or farther away. */
  readonly reach: "here" | "nearer" | "farther";
}

/** The menu of a plan's layers. Dispatches `switched` with the id of a layer, and whether it is on. */
export class LayerMenu extends LitElement {
  static override readonly properties = {
    state: { attribute: false },
    languages: { attribute: false },
    isOpen: { state: true },
  };
  static override readonly styles = menuStyle;
  declare state: readonly OfferedLayer[];
  declare languages: PreferredLanguages;
  declare isOpen: boolean;
  readonly #translations = new TranslationController(this, layersTranslator, () => this.languages);

  constructor() {
    super();
    this.state = [];
    this.isOpen = false;
    this.languages = browserLanguages();
    // The plan beneath takes no gesture from here; all others pass.
    for (const type of ["pointerdown", "keydown", "wheel", "dblclick"])
      this.addEventListener(type, (event) => event.stopPropagation());
    this.addEventListener("keydown", ({ key }) => {
      if (key !== "Escape" || !this.isOpen) return;
      this.isOpen = false;
      this.renderRoot.querySelector("button")?.focus();
    });
  }

  protected override willUpdate(): void {
    this.hidden = this.state.length === 0;
  }

  protected override render(): TemplateResult {
    const { texts } = this.#translations;
    return html`<button
        aria-label=${texts.title}
        title=${texts.title}
        aria-expanded=${this.isOpen}
        @click=${() => (this.isOpen = !this.isOpen)}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true"><path d=${sign}></path></svg>
      </button>
      ${
        this.isOpen
          ? html`<fieldset aria-label=${texts.title}>
              ${this.state.map((layer) => this.#layer(texts, layer))}
            </fieldset>`
          : nothing
      }`;
  }

  #layer(texts: LayersTexts, { id, name, isOn, reach }: OfferedLayer): TemplateResult {
    return html`<label
      ><input
        type="checkbox"
        .checked=${live(isOn)}
        @change=${({ target }: Event) => {
          if (target instanceof HTMLInputElement)
            this.dispatchEvent(
              new CustomEvent("switched", { detail: { id, isOn: target.checked } }),
            );
        }}
      /><span
        >${name}${isOn && reach !== "here" ? html`<small>${texts[reach]}</small>` : nothing}</span
      ></label
    >`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "floorplan-layer-menu": LayerMenu;
  }
}

// A dashboard may load the module twice, from two addresses.
if (customElements.get("floorplan-layer-menu") === undefined)
  customElements.define("floorplan-layer-menu", LayerMenu);
