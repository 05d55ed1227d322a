import { css, html, LitElement, type TemplateResult } from "lit";
import { cardSpeaker } from "../texts/card.ts";
import { Speech } from "../texts/speech.ts";
import { type CardConfig, readConfig } from "./config.ts";
import { type Hass, languagesOf } from "./hass.ts";

type TextField = Exclude<keyof CardConfig, "look" | "traced">;

/** The form for a card's configuration, as dashboards show it. */
export class FloorplanCardEditor extends LitElement {
  static override readonly properties = { hass: { attribute: false }, config: { state: true } };
  static override readonly styles = css`
    :host {
      display: grid;
      gap: 14px;
      font: inherit;
    }
    label {
      display: grid;
      gap: 4px;
    }
    label.check {
      grid-template-columns: auto 1fr;
      align-items: center;
      gap: 10px;
    }
    input,
    select {
      min-height: 40px;
      padding: 0 10px;
      font: inherit;
      color: inherit;
      background: transparent;
      border: 1px solid var(--divider-color, #888);
      border-radius: 6px;
    }
    input[type="checkbox"] {
      width: 24px;
      min-height: 24px;
    }
    p {
      margin: 0;
      opacity: 0.8;
    }
  `;
  declare hass: Hass | undefined;
  declare config: Readonly<Record<string, unknown>>;
  readonly #speech = new Speech(this, cardSpeaker, () => languagesOf(this.hass));

  constructor() {
    super();
    this.hass = undefined;
    this.config = {};
  }

  /** Takes the configuration to be edited; fields that the form does not know stay in it. Throws where the card would, and the dashboard then shows its YAML. */
  setConfig(config: Readonly<Record<string, unknown>>): void {
    readConfig(config);
    this.config = config;
  }

  protected override render(): TemplateResult {
    const { form } = this.#speech.texts.card;
    const config = readConfig(this.config);
    const field = (name: TextField, type = "text"): TemplateResult =>
      html`<label
        >${form[name]}
        <input
          name=${name}
          type=${type}
          autocomplete="off"
          .value=${config[name] ?? ""}
          @change=${({ target }: Event) => {
            if (target instanceof HTMLInputElement) this.#change(name, target.value.trim());
          }}
        />
      </label>`;
    return html`${field("title")} ${field("level")}
      <label
        >${form.look}
        <select
          name="look"
          @change=${({ target }: Event) => {
            if (target instanceof HTMLSelectElement) this.#change("look", target.value);
          }}
        >
          ${(["auto", "day", "night"] as const).map(
            (look) =>
              html`<option value=${look} ?selected=${look === config.look}>
                ${form.looks[look]}
              </option>`,
          )}
        </select>
      </label>
      <label class="check">
        <input
          name="traced"
          type="checkbox"
          .checked=${config.traced}
          @change=${({ target }: Event) => {
            if (target instanceof HTMLInputElement) this.#change("traced", target.checked);
          }}
        />${form.traced}
      </label>
      ${field("domain")} ${field("url", "url")} ${field("token", "password")}
      <p>${form.hint}</p>`;
  }

  #change(name: keyof CardConfig, value: string | boolean): void {
    const { [name]: _, ...rest } = this.config;
    // What says nothing is left out, so that a configuration stays as short as it can be.
    const isUsual = value === "" || value === false || value === "auto";
    this.config = isUsual ? rest : { ...rest, [name]: value };
    const detail = { config: this.config };
    this.dispatchEvent(
      new CustomEvent("config-changed", { detail, bubbles: true, composed: true }),
    );
  }
}
