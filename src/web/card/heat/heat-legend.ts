import { css, html, LitElement, nothing, svg, type TemplateResult } from "lit";
import { textIn } from "../../../model/json.ts";
import { colourAt, cssColour } from "../../../model/heat/colour-scale.ts";
import type { FloorHeat } from "../../../model/heat/floor-heat.ts";
import { isHeatClass } from "../../../model/heat/quantities.ts";
import { heatTranslator } from "../../i18n/heat-translator.ts";
import type { HeatTexts } from "../../i18n/en/screens.ts";
import type { PreferredLanguages } from "../../i18n/translator.ts";
import { browserLanguages, TranslationController } from "../../i18n/translation-controller.ts";

const legendStyle = css`
  :host {
    position: absolute;
    bottom: 10px;
    left: 10px;
    display: grid;
    gap: 4px;
    max-width: calc(100% - 68px);
    padding: 8px 12px;
    font-size: 0.85rem;
    background: color-mix(in srgb, var(--plan-badge) 92%, transparent);
    border-radius: 12px;
    box-shadow: 0 1px 4px rgb(0 0 0 / 25%);
    user-select: none;
  }
  :host([hidden]) {
    display: none;
  }
  figure {
    display: grid;
    gap: 2px;
    width: 200px;
    max-width: 100%;
    margin: 0;
  }
  svg {
    width: 100%;
    height: 12px;
    border-radius: 4px;
  }
  .ends {
    display: flex;
    justify-content: space-between;
    font-variant-numeric: tabular-nums;
  }
  p {
    max-width: 200px;
    margin: 0;
    color: var(--plan-soft-ink);
  }
  label {
    display: flex;
    gap: 8px;
    align-items: center;
  }
  select {
    min-width: 0;
    min-height: 36px;
    color: inherit;
    font: inherit;
    background: var(--plan-badge);
    border: 1px solid var(--plan-soft-ink);
    border-radius: 8px;
  }
  option {
    color: var(--plan-ink);
    background: var(--plan-paper);
  }
  select:focus-visible {
    outline: 2px solid var(--plan-accent);
    outline-offset: 1px;
  }
`;

/** What a quantity is called; one without a word of its own by its class or unit. */
const nameOf = ({ quantities }: HeatTexts, quantity: string): string =>
  isHeatClass(quantity) ? quantities[quantity] : quantity.replaceAll("_", " ");

/** Decimal places for values between two others, so that these are told apart. */
const digitsFor = ([least, most]: FloorHeat["scale"]): number =>
  most > least ? Math.max(0, Math.min(6, 2 - Math.floor(Math.log10(most - least)) - 1)) : 2;

/** Writes values of a scale in a language. */
export const valueText = (
  language: string,
  scale: FloorHeat["scale"],
): ((value: number) => string) => {
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: digitsFor(scale) });
  return (value) => format.format(value);
};

/** Places of the bar's colours. */
const stops = Array.from({ length: 18 }, (_, at) => at / 17);

const bar = html`<svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
  <linearGradient id="scale">
    ${stops.map((part) => svg`<stop offset=${part} stop-color=${cssColour(colourAt(part))}></stop>`)}
  </linearGradient>
  <rect width="100" height="10" fill="url(#scale)"></rect>
</svg>`;

/** What the legend shows. */
export interface LegendState {
  /** What can be chosen, if the card offers a choice. */
  readonly choices: readonly string[];
  readonly quantity: string | undefined;
  /** Undefined if no sensor on the floor measures the quantity. */
  readonly heat: FloorHeat | undefined;
  /** Whether a room has no value. */
  readonly hasBlank: boolean;
  readonly hasFailed: boolean;
}

/** The legend of a heat map, with the choice of what it shows. Dispatches `chosen` with the quantity, or an empty text. */
export class HeatLegend extends LitElement {
  static override readonly properties = {
    state: { attribute: false },
    languages: { attribute: false },
  };
  static override readonly styles = legendStyle;
  declare state: LegendState | undefined;
  declare languages: PreferredLanguages;
  readonly #translations = new TranslationController(this, heatTranslator, () => this.languages);

  constructor() {
    super();
    this.languages = browserLanguages();
    // The plan beneath takes no gesture from here; all others pass.
    for (const type of ["pointerdown", "keydown", "wheel", "dblclick"])
      this.addEventListener(type, (event) => event.stopPropagation());
  }

  protected override willUpdate(): void {
    const { choices = [], quantity } = this.state ?? {};
    this.hidden = choices.length === 0 && quantity === undefined;
  }

  protected override render(): TemplateResult {
    const { language, texts } = this.#translations.translation;
    const { state } = this;
    if (state === undefined) return html``;
    return html`${state.choices.length === 0 ? nothing : this.#choice(texts, state)}
    ${state.quantity === undefined ? nothing : this.#scale(texts, language, state.quantity, state)}`;
  }

  #choice(texts: HeatTexts, { choices, quantity = "" }: LegendState): TemplateResult {
    const option = (value: string, label: string): TemplateResult =>
      html`<option value=${value} ?selected=${value === quantity}>${label}</option>`;
    return html`<label
      >${texts.title}
      <select
        @change=${({ target }: Event) => {
          if (target instanceof HTMLSelectElement)
            this.dispatchEvent(new CustomEvent<string>("chosen", { detail: target.value }));
        }}
      >
        ${option("", texts.none)} ${choices.map((each) => option(each, nameOf(texts, each)))}
      </select></label
    >`;
  }

  #scale(
    texts: HeatTexts,
    language: string,
    quantity: string,
    { heat, hasBlank, hasFailed }: LegendState,
  ): TemplateResult {
    if (hasFailed) return html`<p role="status">${texts.failed}</p>`;
    if (heat === undefined) return html`<p>${texts.nothing(nameOf(texts, quantity))}</p>`;
    const text = valueText(language, heat.scale);
    const unit = heat.unit ?? "";
    const [low, high] = heat.range.map(text);
    const plainName = nameOf(texts, quantity);
    const name = heat.isOfDay ? texts.ofDay(plainName) : plainName;
    const said = texts.range(name, `${low}`, `${high} ${unit}`.trim());
    const room = textIn(heat.highest?.entity.data["name"]);
    const [least, most] = heat.scale;
    return html`<figure
        role="img"
        aria-label=${room === undefined ? said : `${said}, ${texts.highest(room)}`}
      >
        <span>${name}${heat.sums === undefined ? "" : `, ${texts.byRoom}`}</span>
        ${bar}
        <span class="ends"
          ><span>${text(least)} ${unit}</span><span>${text(most)} ${unit}</span></span
        >
      </figure>
      ${hasBlank ? html`<p>${texts.blank}</p>` : nothing}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "floorplan-heat-legend": HeatLegend;
  }
}

// A dashboard may load the module twice, from two addresses.
if (customElements.get("floorplan-heat-legend") === undefined)
  customElements.define("floorplan-heat-legend", HeatLegend);
