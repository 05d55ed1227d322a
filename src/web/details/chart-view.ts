import { html, svg, type TemplateResult } from "lit";
import { isActive } from "../../model/bindings/entity-state.ts";
import { type Chart, chartOf } from "../home-assistant/details/history-chart.ts";
import type { PastState } from "../home-assistant/home-assistant.ts";
import type { DetailsTexts } from "../texts/en/details.ts";

/** What a chart says, in whose words. */
export interface Telling {
  readonly words: DetailsTexts;
  readonly entity: string;
  readonly language: string;
  readonly timeZone: string | undefined;
  /** A state as it is read. */
  readonly wordOf: (state: string) => string;
}

const tones = 4;

/** The class of a state's colour: at rest, active, or one of its own where there are more than these. */
const toneOf = (entity: string, state: string, others: readonly string[]): string => {
  const at = others.indexOf(state);
  if (at !== -1) return `tone-${at % tones}`;
  return isActive(entity, { state }) ? "tone-on" : "tone-rest";
};

const usual: ReadonlySet<string> = new Set(
  "on off open closed locked unlocked home not_home unavailable unknown".split(" "),
);

const spansView = (
  { spans }: Extract<Chart, { kind: "spans" }>,
  fromMs: number,
  toMs: number,
  { words, entity, wordOf }: Telling,
): TemplateResult => {
  const states = [...new Set(spans.map(({ state }) => state))];
  const others = states.filter((state) => !usual.has(state));
  const x = (ms: number): string => (((ms - fromMs) / (toMs - fromMs)) * 100).toFixed(2);
  const shown = states.slice(0, 8);
  return html`<svg
      class="chart spans"
      viewBox="0 0 100 10"
      preserveAspectRatio="none"
      role="img"
      aria-label="${words.day}: ${shown.map(wordOf).join(", ")}"
    >
      ${spans.map(
        (span) =>
          svg`<rect class=${toneOf(entity, span.state, others)} x=${x(span.fromMs)} y="0" height="10"
            width=${((span.toMs - span.fromMs) / (toMs - fromMs)) * 100}></rect>`,
      )}
    </svg>
    <ul class="legend">
      ${shown.map(
        (state) =>
          html`<li>
            <svg viewBox="0 0 10 10" aria-hidden="true">
              <circle class=${toneOf(entity, state, others)} cx="5" cy="5" r="5"></circle>
            </svg>
            ${wordOf(state)}
          </li>`,
      )}
    </ul>`;
};

/** A number as somebody would say it: with as many digits as tell something. */
const roundText = (value: number): string =>
  String(Math.abs(value) < 100 ? Number(value.toPrecision(4)) : Math.round(value * 10) / 10);

const lineView = (
  { paths, min, max }: Extract<Chart, { kind: "line" }>,
  { words, wordOf }: Telling,
): TemplateResult => {
  const [low, high] = [wordOf(roundText(min)), wordOf(roundText(max))];
  const between = low === high ? low : words.between(low, high);
  return html`<svg
      class="chart"
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      role="img"
      aria-label="${words.day}: ${between}"
    >
      ${paths.map((path) => svg`<path d=${path}></path>`)}
    </svg>
    <p class="ends"><span>${between}</span></p>`;
};

/** What an entity was between two moments, as a small chart; a sentence where nothing is known. */
export const chartView = (
  past: readonly PastState[],
  fromMs: number,
  toMs: number,
  telling: Telling,
): TemplateResult => {
  const { words, language, timeZone } = telling;
  const chart = chartOf(past, fromMs, toMs);
  if (chart === undefined) return html`<p class="soft">${words.noDay}</p>`;
  const time = new Intl.DateTimeFormat(language, {
    weekday: "short",
    hour: "numeric",
    minute: "2-digit",
    ...(timeZone === undefined ? {} : { timeZone }),
  });
  return html`<h3>${words.day}</h3>
    ${chart.kind === "line" ? lineView(chart, telling) : spansView(chart, fromMs, toMs, telling)}
    <p class="ends"><time>${time.format(fromMs)}</time><time>${time.format(toMs)}</time></p>`;
};
