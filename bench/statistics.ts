import { build, type Histogram } from "hdr-histogram-js";

/** All values together. */
export const sum = (values: readonly number[]): number =>
  values.reduce((all, value) => all + value, 0);

/** The value in the middle; NaN of nothing. */
export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
};

/** An HDR histogram of microseconds with three digits, for percentiles. */
export const histogram = (values: Iterable<number> = []): Histogram => {
  const made = build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: 600_000_000,
    numberOfSignificantValueDigits: 3,
  });
  for (const value of values) made.recordValue(Math.max(1, Math.round(value)));
  return made;
};

/** A percentile in microseconds. */
export const percentile = (values: readonly number[], percent: number): number =>
  histogram(values).getValueAtPercentile(percent);

/** A measured thing against its floor. */
export interface Comparison {
  readonly value: number;
  readonly floor: number;
  /** Ratio of the medians. */
  readonly ratio: number;
  /** The lowest and the highest ratio of any one round. */
  readonly spread: readonly [number, number];
}

/** Compares what alternating rounds took; the two lists hold the rounds in their order. */
export const compare = (measured: readonly number[], floors: readonly number[]): Comparison => {
  const value = median(measured);
  const floor = median(floors);
  const ratios = measured.map((each, round) => each / (floors[round] ?? Number.NaN));
  return { value, floor, ratio: value / floor, spread: [Math.min(...ratios), Math.max(...ratios)] };
};

/** The exponent k of y = c * x^k that fits best: the slope of a line through the logarithms. */
export const exponentOf = (points: readonly (readonly [x: number, y: number])[]): number => {
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(y)] as const);
  const meanX = sum(logs.map(([x]) => x)) / logs.length;
  const meanY = sum(logs.map(([, y]) => y)) / logs.length;
  const above = sum(logs.map(([x, y]) => (x - meanX) * (y - meanY)));
  return above / sum(logs.map(([x]) => (x - meanX) ** 2));
};
