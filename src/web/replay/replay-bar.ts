import { css, html, nothing, type TemplateResult } from "lit";
import type { CardTexts } from "../texts/en/card.ts";
import type { Replay } from "./replay.ts";

/** The look of the bar; colours are those of the drawing. */
export const replayStyle = css`
  .replay {
    display: grid;
    grid-template-columns: auto auto 1fr auto auto;
    align-items: center;
    gap: 4px 8px;
    padding: 6px 12px 10px;
  }
  .replay input {
    width: 100%;
    min-width: 0;
    min-height: 36px;
    accent-color: var(--plan-accent);
  }
  .replay output {
    min-width: 8.5em;
    font-variant-numeric: tabular-nums;
    text-align: end;
  }
  .replay p {
    grid-column: 1 / -1;
    margin: 0;
    color: var(--plan-soft-ink);
    font-size: 0.9em;
  }
  @media (max-width: 480px) {
    .replay {
      grid-template-columns: auto 1fr auto auto;
    }
    .replay input {
      grid-column: 1 / -1;
      grid-row: 2;
    }
    .replay output {
      text-align: start;
    }
  }
`;

const noticeOf = ({ replay: words }: CardTexts, replay: Replay): string | undefined => {
  if (replay.isLoading) return words.loading;
  if (replay.problem !== undefined) return words.failed;
  const { which } = replay.past;
  return which === "then" ? undefined : words[which];
};

/** The bar by which somebody looks back: the day, the time of day, and the way back to now. */
export const replayBar = (
  texts: CardTexts,
  language: string,
  replay: Replay,
  close: () => void,
): TemplateResult => {
  const { replay: words } = texts;
  const when = new Intl.DateTimeFormat(language, {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "numeric",
    minute: "2-digit",
  }).format(replay.moment);
  const notice = noticeOf(texts, replay);
  const turn = (sign: string, label: string, days: number, isPossible: boolean): TemplateResult =>
    html`<button
      aria-label=${label}
      title=${label}
      ?disabled=${!isPossible}
      @click=${() => replay.turnDays(days)}
    >
      ${sign}
    </button>`;
  return html`<div class="replay" role="group" aria-label=${words.open}>
    ${turn("‹", words.before, -1, true)} ${turn("›", words.after, 1, replay.hasNextDay)}
    <input
      type="range"
      min="0"
      max=${replay.lastMinute}
      step="1"
      .value=${String(replay.minutes)}
      aria-label=${words.time}
      aria-valuetext=${when}
      @input=${({ target }: Event) => {
        if (target instanceof HTMLInputElement) replay.goTo(target.valueAsNumber);
      }}
    />
    <output>${when}</output>
    <button @click=${close}>${words.close}</button>
    ${notice === undefined ? nothing : html`<p role="status">${notice}</p>`}
  </div>`;
};
