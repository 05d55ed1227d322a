import type { PastState } from "../home-assistant.ts";

/** A number at a moment. */
interface Sample {
  readonly atMs: number;
  readonly value: number;
}

/** A time in which a state was the same. */
export interface Span {
  readonly state: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/** What a day looks like: numbers as a line of steps within a box of 100 by 100, states as spans of time. */
export type Chart =
  | {
      readonly kind: "line";
      readonly paths: readonly string[];
      readonly min: number;
      readonly max: number;
    }
  | { readonly kind: "spans"; readonly spans: readonly Span[] };

const isKnown = (state: string): boolean =>
  state !== "unavailable" && state !== "unknown" && state !== "";

/** More than what a panel has pixels for. */
const mostSamples = 400;

/** Of more samples than can be seen, the lowest and the highest of each part, in their order. */
const thinned = (samples: readonly Sample[]): readonly Sample[] => {
  if (samples.length <= mostSamples) return samples;
  const size = Math.ceil((samples.length * 2) / mostSamples);
  const kept: Sample[] = [];
  for (let start = 0; start < samples.length; start += size) {
    const part = samples.slice(start, start + size).toSorted((a, b) => a.value - b.value);
    const ends = [part[0], part.at(-1)].filter((each) => each !== undefined);
    kept.push(...new Set(ends.toSorted((a, b) => a.atMs - b.atMs)));
  }
  return kept;
};

const rounded = (number: number): string => String(Math.round(number * 10) / 10);

/** Time in which the state is the same, the last one until the end; of what began before, only what is within. */
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

/** The chart of what an entity was between two moments; nothing where nothing is known. */
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
