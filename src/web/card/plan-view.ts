import { html, nothing, type TemplateResult } from "lit";
import type { PlanData } from "../../model/elements/entities.ts";
import { textIn } from "../../model/json.ts";
import { isTouchable } from "../../model/bindings/touch-actions.ts";
import { floorOf } from "../renderer/floor.ts";
import { type Detail, drawPlan, fileIcons, followFocus, houseIcons } from "../renderer/index.ts";
import {
  type HomeAssistantState,
  isThere,
  nothingKnown,
} from "../home-assistant/home-assistant.ts";
import type { CardWords } from "../i18n/card-speaker.ts";
import { roomWords } from "../i18n/languages.ts";
import { controlsView } from "./parts.ts";

/** What is drawn, and how. */
export interface Sheet {
  readonly plan: PlanData;
  readonly level: string | undefined;
  /** Nothing is drawn before it is known. */
  readonly detail: Detail | undefined;
  readonly scale: number | undefined;
  readonly isTurned: boolean;
  readonly house: HomeAssistantState;
  /** Whether it is the house of an earlier moment, in which nothing can be touched. */
  readonly isPast: boolean;
  /** Whether Home Assistant's own page is around, which has icons of its own. */
  readonly isInside: boolean;
  readonly traced: ((url: string) => string) | undefined;
  readonly texts: CardWords;
  readonly language: string;
}

/** The plan, in what takes its gestures, with buttons that zoom by a factor, or fit, and one that looks back where that is given. */
export const sheetView = (
  { plan, level, detail, scale, isTurned, house, isPast, isInside, traced, texts, language }: Sheet,
  zoom: (factor: number | undefined) => void,
  lookBack: (() => void) | undefined,
): TemplateResult => {
  const { card, drawing } = texts;
  const names = floorOf(plan, level).rooms.map(
    ({ entity }) => textIn(entity.data["name"]) ?? drawing.things.rooms,
  );
  const isLive = isThere(house);
  // Where there is no house, what is learnt of it later is no reason to draw all again.
  const said = isLive ? house : nothingKnown;
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
    <svg class="sheet" role=${isLive ? "group" : "img"} aria-label=${label}>
      <g class="turned">
        ${
          detail === undefined
            ? nothing
            : drawPlan(plan, {
                level,
                detail,
                scale,
                isTurned,
                states: isLive ? house.states : undefined,
                rendered: isLive ? house.rendered : undefined,
                format: said.format,
                word: said.word,
                iconFor: said.icon,
                precisions: said.precisions,
                timeZone: said.timeZone,
                temperatureUnit: said.temperatureUnit,
                icons: isInside ? houseIcons : fileIcons,
                interactive: isLive && !isPast ? "view" : "none",
                isTouched: isTouchable,
                traced,
                words: drawing,
                language,
                roomWords,
              })
        }
      </g>
    </svg>
    ${controlsView(card, zoom, lookBack)}
  </div>`;
};
