import { html, nothing, type TemplateResult } from "lit";
import type { CardTexts } from "../i18n/en/screens.ts";
import type { PlanData } from "../../model/elements/entities.ts";
import { textIn } from "../../model/json.ts";
import { isTouchable } from "../../model/bindings/touch-actions.ts";
import { floorOf } from "../../model/elements/floor.ts";
import {
  type DrawOptions,
  drawPlan,
  fileIcons,
  followFocus,
  homeAssistantIcons,
  type RestingView,
} from "../renderer/index.ts";
import {
  type HomeAssistantState,
  isThere,
  nothingKnown,
} from "../home-assistant/home-assistant.ts";
import type { CardWords } from "../i18n/card-translator.ts";

const signs = {
  in: "M12 5v14M5 12h14",
  out: "M5 12h14",
  fit: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  back: "M4 5v5h5M4.6 10a8 8 0 1 1-.4 4M12 8v4.5l3 2",
} as const;

const button = (label: string, sign: string, act: () => void): TemplateResult =>
  html`<button
    aria-label=${label}
    title=${label}
    @pointerdown=${(event: Event) => event.stopPropagation()}
    @keydown=${(event: KeyboardEvent) => {
      // Enter and space press the button; other keys move the plan.
      if (event.key === "Enter" || event.key === " ") event.stopPropagation();
    }}
    @click=${act}
  >
    <svg viewBox="0 0 24 24" aria-hidden="true"><path d=${sign}></path></svg>
  </button>`;

/**
 * Buttons that zoom by a factor or fit to screen, for those who can neither pinch nor scroll; and one for looking back,
 * if offered.
 */
const controlsView = (
  { zoomIn, zoomOut, fit, lookBack: label }: CardTexts,
  zoom: (factor: number | undefined) => void,
  lookBack: (() => void) | undefined,
): TemplateResult =>
  html`<div class="controls">
    ${lookBack === undefined ? nothing : button(label, signs.back, lookBack)}
    ${button(zoomIn, signs.in, () => zoom(1.4))} ${button(zoomOut, signs.out, () => zoom(1 / 1.4))}
    ${button(fit, signs.fit, () => zoom(undefined))}
  </div>`;

/** What to draw, and how. */
export interface PlanViewOptions {
  readonly plan: PlanData;
  /** Nothing is drawn while this is undefined. */
  readonly drawn:
    | (RestingView & Pick<DrawOptions, "level" | "traced" | "isPlain" | "language" | "heat">)
    | undefined;
  readonly homeAssistant: HomeAssistantState;
  /** The earlier moment that is shown, in which nothing can be operated, in ms since 1970. */
  readonly pastAt: number | undefined;
  /** Whether the card is in Home Assistant's page, which has icons of its own. */
  readonly isInside: boolean;
  readonly texts: CardWords;
  /** What lies over the drawing. */
  readonly over: TemplateResult | typeof nothing;
}

/** The plan with its gesture area and buttons. */
export const sheetView = (
  { plan, drawn, homeAssistant, pastAt, isInside, texts, over }: PlanViewOptions,
  zoom: (factor: number | undefined) => void,
  lookBack: (() => void) | undefined,
): TemplateResult => {
  const { card, drawing } = texts;
  const names = floorOf(plan, drawn?.level).rooms.map(
    ({ entity }) => textIn(entity.data["name"]) ?? drawing.things.rooms,
  );
  const isLive = isThere(homeAssistant);
  // Without live states, changes of Home Assistant do not redraw.
  const said = isLive || homeAssistant.standing === "none" ? homeAssistant : nothingKnown;
  const label = names.length === 0 ? card.plan : card.rooms(names.slice(0, 30).join(", "));
  return html`<div
    id="stage"
    class="stage"
    tabindex="0"
    role="group"
    aria-label="${card.plan}. ${card.keys}"
    @focusin=${followFocus}
    @focusout=${followFocus}
  >
    <div class="layer">
      <svg class="sheet" role="group" aria-label=${label}>
        <g class="turned">
          ${
            drawn === undefined
              ? nothing
              : drawPlan(plan, {
                  ...drawn,
                  states: isLive ? homeAssistant.states : undefined,
                  stateTexts: said.stateTexts,
                  rendered: isLive ? homeAssistant.rendered : undefined,
                  format: said.format,
                  word: said.word,
                  iconFor: said.icon,
                  precisions: said.precisions,
                  timeZone: said.timeZone,
                  temperatureUnit: said.temperatureUnit,
                  icons: isInside ? homeAssistantIcons : fileIcons,
                  interactive: pastAt !== undefined ? "none" : isLive ? "view" : "names",
                  isTouched: isTouchable,
                  sunAt: pastAt ?? "now",
                  words: drawing,
                })
          }
        </g>
      </svg>
      ${over}
    </div>
    ${controlsView(card, zoom, lookBack)}
  </div>`;
};
