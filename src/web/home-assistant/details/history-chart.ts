import { html, svg, type TemplateResult } from "lit";
import { isRight } from "fp-ts/lib/Either.js";
import type { HomeAssistant, PastState } from "../home-assistant.ts";
import { isActive } from "../../../model/bindings/entity-state.ts";
import type { PlanProblem } from "../../connection/plan-client.ts";
import type { DetailsTexts } from "../../i18n/en/screens.ts";

interface Sample {
  readonly atMs: number;
  readonly value: number;
}

/** A period of constant state. */
export interface Span {
  readonly state: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/** A chart: numbers as a step line in a box of 100 by 100, states as periods. */
type Chart =
  | {
      readonly kind: "line";
      readonly paths: readonly string[];
      readonly min: number;
      readonly max: number;
    }
  | { readonly kind: "spans"; readonly spans: readonly Span[] };

const isKnown = (state: string): boolean =>
  state !== "unavailable" && state !== "unknown" && state !== "";

/** More than a panel has pixels. */
const maxSamples = 400;

/** Reduces too many samples to the lowest and highest of each section, in order. */
const thinned = (samples: readonly Sample[]): readonly Sample[] => {
  if (samples.length <= maxSamples) return samples;
  const size = Math.ceil((samples.length * 2) / maxSamples);
  const kept: Sample[] = [];
  for (let start = 0; start < samples.length; start += size) {
    const part = samples.slice(start, start + size).toSorted((a, b) => a.value - b.value);
    const ends = [part[0], part.at(-1)].filter((each) => each !== undefined);
    kept.push(...new Set(ends.toSorted((a, b) => a.atMs - b.atMs)));
  }
  return kept;
};

const rounded = (number: number): string => String(Math.round(number * 10) / 10);

/** The periods of constant state within the range; the last one lasts until its end. */
const spansOf = (past: readonly PastState[], fromMs: number, toMs: number): readonly Span[] => {
  const spans: Span[] = [];
  past.forEach(({ state, atMs }, at) => {
    const end = Math.min(past[at + 1]?.atMs ?? toMs, toMs);
    const begin = Math.max(atMs, fromMs);
    if (end <= begin) return;
    const before = spans.at(-1);
    if (before?.state === state && before.toMs === begin)
      spans[spans.length - 1] = { ...before, toMs: end };
    else spans.push({ state, fromMs: begin, toMs: end });
  });
  return spans;
};

/** The chart of an entity's history between two times; undefined without data. */
export const chartOf = (
  past: readonly PastState[],
  fromMs: number,
  toMs: number,
): Chart | undefined => {
  const spans = spansOf(past, fromMs, toMs);
  const known = spans.filter(({ state }) => isKnown(state));
  if (known.length === 0) return undefined;
  const isMeasured = known.every(({ state }) => Number.isFinite(Number(state)));
  if (!isMeasured) return { kind: "spans", spans };
  const values = known.map(({ state }) => Number(state));
  const [min, max] = [
    values.reduce((one, other) => Math.min(one, other)),
    values.reduce((one, other) => Math.max(one, other)),
  ];
  const x = (ms: number): string => rounded(((ms - fromMs) / (toMs - fromMs)) * 100);
  const y = (value: number): string =>
    rounded(max === min ? 50 : 95 - ((value - min) / (max - min)) * 90);
  const paths: string[] = [];
  let run: Span[] = [];
  const draw = (): void => {
    const last = run.at(-1);
    if (last === undefined) return;
    const samples = thinned(run.map(({ state, fromMs: atMs }) => ({ atMs, value: Number(state) })));
    const steps = samples.map(({ atMs, value }, at) =>
      at === 0 ? `M${x(atMs)} ${y(value)}` : `H${x(atMs)}V${y(value)}`,
    );
    paths.push(`${steps.join("")}H${x(last.toMs)}`);
    run = [];
  };
  for (const span of spans) {
    if (isKnown(span.state)) run.push(span);
    else draw();
  }
  draw();
  return { kind: "line", paths, min, max };
};

/** Words of a chart. */
export interface ChartWords {
  readonly words: DetailsTexts;
  readonly entity: string;
  readonly language: string;
  readonly timeZone: string | undefined;
  /** The display text of a state. */
  readonly wordOf: (state: string) => string;
}

const tones = 4;

/** The colour class of a state: idle, active, or a distinct one if there are more states. */
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
  { words, entity, wordOf }: ChartWords,
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

/** Rounds a number to meaningful digits. */
const roundText = (value: number): string =>
  String(Math.abs(value) < 100 ? Number(value.toPrecision(4)) : Math.round(value * 10) / 10);

const lineView = (
  { paths, min, max }: Extract<Chart, { kind: "line" }>,
  { words, wordOf }: ChartWords,
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

/** A small chart of an entity's history; a sentence without data. */
export const chartView = (
  past: readonly PastState[],
  fromMs: number,
  toMs: number,
  telling: ChartWords,
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

const dayMs = 24 * 3600_000;

/** The last day of an entity, in milliseconds since 1970, and its history, or why that could not be loaded. */
export type Day = { readonly fromMs: number; readonly toMs: number } & (
  | { readonly past: readonly PastState[] }
  | { readonly problem: PlanProblem }
);

/** Loads and keeps the last 24 hours of entities; old data stays until new data is there. */
export class LastDayHistory {
  readonly #changed: () => void;
  #known = new Map<string, Day>();
  #asked = new Set<string>();

  /** `changed` is called when more is loaded. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** The last day of an entity; undefined while loading. */
  of(entity: string): Day | undefined {
    return this.#known.get(entity);
  }

  /** Loads the given entities unless already loaded or loading. */
  want(homeAssistant: HomeAssistant, entities: readonly string[]): void {
    for (const entity of entities) {
      if (this.#asked.has(entity)) continue;
      this.#asked.add(entity);
      void this.#ask(homeAssistant, entity);
    }
  }

  /** Reloads the given entities, except those still loading. */
  renew(homeAssistant: HomeAssistant, entities: readonly string[]): void {
    for (const entity of entities)
      if (this.#known.has(entity)) void this.#ask(homeAssistant, entity);
  }

  /** Forgets everything, including pending requests. */
  forget(): void {
    this.#known = new Map();
    this.#asked = new Set();
  }

  async #ask(homeAssistant: HomeAssistant, entity: string): Promise<void> {
    const toMs = Date.now();
    const fromMs = toMs - dayMs;
    const days = this.#known;
    const answer = await homeAssistant.history({ entities: [entity], fromMs, toMs });
    const known = days.get(entity);
    if (days !== this.#known || (known !== undefined && (known.toMs >= toMs || !isRight(answer))))
      return;
    const found = isRight(answer)
      ? { past: answer.right.get(entity) ?? [] }
      : { problem: answer.left };
    days.set(entity, { fromMs, toMs, ...found });
    this.#changed();
  }
}
