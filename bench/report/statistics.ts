import { build, type Histogram } from "hdr-histogram-js";

/** The sum of all values. */
export const sum = (values: readonly number[]): number =>
  values.reduce((all, value) => all + value, 0);

/** The median; NaN without values. */
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

/** A measurement compared with its baseline. */
export interface Comparison {
  readonly value: number;
  readonly baseline: number;
  /** Ratio of the medians. */
  readonly ratio: number;
  /** The lowest and the highest ratio of any one round. */
  readonly spread: readonly [number, number];
}

/** Compares alternating rounds; both lists are in the order of the rounds. */
export const compare = (measured: readonly number[], baselines: readonly number[]): Comparison => {
  const value = median(measured);
  const baseline = median(baselines);
  const ratios = measured.map((each, round) => each / (baselines[round] ?? Number.NaN));
  return {
    value,
    baseline,
    ratio: value / baseline,
    spread: [Math.min(...ratios), Math.max(...ratios)],
  };
};

/**
 * Whether the save with this number is measured. Half of them are, in the Thue–Morse sequence: it has no period, so
 * that periodic work on the machine affects both halves alike.
 */
export const isMeasuredSave = (save: number): boolean => {
  let ones = 0;
  for (let left = save; left > 0; left >>= 1) ones += left & 1;
  return ones % 2 === 1;
};
