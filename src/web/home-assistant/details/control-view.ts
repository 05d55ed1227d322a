import { html, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { DetailsTexts } from "../../i18n/en/screens.ts";
import type { Control, ServiceRequest } from "./control.ts";
import type { ControlKey, PendingValues } from "./pending-values.ts";

/** Words and callbacks of controls. */
export interface ControlContext {
  readonly words: DetailsTexts;
  readonly language: string;
  /** The display text of a state, or of a value of an attribute. */
  readonly optionWord: (option: string, attribute: string | undefined) => string;
  /** Gives a control a value. */
  readonly wish: (key: ControlKey, value: GivenTo, wish: ServiceRequest) => void;
  /** The value that a control was given or is dragged to, and the state does not have yet. */
  readonly given: (key: ControlKey) => GivenTo;
  /** Whether a control waits for the state to have its value. */
  readonly isPending: (key: ControlKey) => boolean;
  readonly drag: (key: ControlKey, value: number | undefined) => void;
}

type GivenTo = ReturnType<PendingValues["of"]>;

const asNumber = (value: GivenTo): number | undefined =>
  typeof value === "number" ? value : undefined;

const shades = [
  ["warm", 30, 45, "#ffd9a0"],
  ["red", 0, 100, "#ff0000"],
  ["yellow", 50, 100, "#ffd500"],
  ["green", 120, 100, "#00ff00"],
  ["blue", 240, 100, "#0000ff"],
  ["purple", 285, 100, "#bf00ff"],
] as const;

const numberOf = ({ target }: Event): number =>
  target instanceof HTMLInputElement ? target.valueAsNumber : Number.NaN;

const rangeView = (
  name: string,
  key: ControlKey,
  {
    min,
    max,
    step,
    value,
    unit,
  }: { min: number; max: number; step: number; value: number | undefined; unit: string },
  { given, isPending, drag, language }: ControlContext,
  done: (value: number) => void,
  kind = "",
): TemplateResult => {
  const shown = asNumber(given(key)) ?? value;
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  const gap = unit === "" || unit === "°" ? "" : "\u00a0";
  const words =
    shown === undefined || Number.isNaN(shown) ? "–" : `${format.format(shown)}${gap}${unit}`;
  return html`<label aria-busy=${String(isPending(key))}
    >${name} <span aria-hidden="true">${words}</span>
    <input
      class=${kind}
      type="range"
      min=${min}
      max=${max}
      step=${step}
      aria-valuetext=${words}
      .value=${live(String(shown ?? min))}
      @input=${(event: Event) => drag(key, numberOf(event))}
      @change=${(event: Event) => {
        drag(key, undefined);
        done(numberOf(event));
      }}
  /></label>`;
};

/** Shows a control. Values are sent when final: a slider's on release. */
export const controlView = (control: Control, handling: ControlContext): TemplateResult => {
  const { words, wish, given, isPending, optionWord } = handling;
  switch (control.kind) {
    case "switch": {
      const isOn = given("power") ?? control.isOn;
      return html`<div class="row">
        <button
          role="switch"
          aria-checked=${String(isOn)}
          aria-busy=${String(isPending("power"))}
          aria-label=${words.power}
          @click=${() => wish("power", isOn !== true, isOn === true ? control.off : control.on)}
        ></button>
      </div>`;
    }
    case "buttons":
      return html`<div class="row">
        ${control.buttons.map(
          (each) =>
            html`<button
              aria-busy=${String(isPending(each.label))}
              @click=${() => wish(each.label, undefined, each)}
            >
              ${words.controls[each.label]}
            </button>`,
        )}
      </div>`;
    case "slider":
      return rangeView(words.controls[control.label], control.label, control, handling, (value) =>
        wish(
          control.label,
          value,
          control.wish(value, (label) => asNumber(given(label))),
        ),
      );
    case "choice": {
      const chosen = given(control.label) ?? control.value;
      return html`<label aria-busy=${String(isPending(control.label))}
        >${words.controls[control.label]}
        <select
          @change=${({ target }: Event) => {
            if (target instanceof HTMLSelectElement)
              wish(control.label, target.value, control.wish(target.value));
          }}
        >
          ${control.options.map(
            (option) =>
              html`<option value=${option} .selected=${live(option === chosen)}>
                ${optionWord(option, control.attribute)}
              </option>`,
          )}
        </select></label
      >`;
    }
    case "colour":
      return html`<div class="row" role="group" aria-label=${words.shadesOf}>
          ${shades.map(
            ([name, hue, saturation, shade]) =>
              html`<button
                class="swatch"
                aria-label=${words.shades[name]}
                title=${words.shades[name]}
                .style=${`background: ${shade}`}
                @click=${() => wish("hue", hue, control.wish(hue, saturation))}
              ></button>`,
          )}
        </div>
        ${rangeView(
          words.hue,
          "hue",
          { min: 0, max: 360, step: 1, value: control.hue, unit: "°" },
          handling,
          (hue) => {
            const saturation = asNumber(given("saturation")) ?? control.saturation ?? 0;
            // White has no hue.
            wish("hue", hue, control.wish(hue, saturation > 0 ? saturation : 100));
          },
          "hue",
        )}`;
  }
};
