import type { Labels, Sample } from "./family.ts";

/**
 * A bound as a label. OpenMetrics wants whole numbers with a point; the other format has the same text, so that a
 * series stays the same whichever format it was read in.
 */
export const boundText = (bound: number): string => {
  if (bound === Infinity) return "+Inf";
  return Number.isInteger(bound) ? bound.toFixed(1) : String(bound);
};

/**
 * Counts values by how large they are. Some twenty nanoseconds for each, as every save comes by here; of the
 * package that exposes the metrics nothing is needed before somebody asks for them.
 */
export class Histogram {
  readonly #bounds: readonly number[];
  /** Of each bucket alone; the last one is for what is beyond all bounds. */
  readonly #counts: number[];
  #sum = 0;

  /** `bounds`: the upper ends of the buckets, ascending. */
  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = [...bounds, Infinity].map(() => 0);
  }

  observe(value: number): void {
    let bucket = 0;
    while (value > (this.#bounds[bucket] ?? Infinity)) bucket += 1;
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.#sum += value;
  }

  /** As it is exposed: what each bucket has includes those below it. */
  samples(labels: Labels): readonly Sample[] {
    let count = 0;
    const buckets = [...this.#bounds, Infinity].map((bound, position): Sample => {
      count += this.#counts[position] ?? 0;
      return { suffix: "_bucket", labels: { ...labels, le: boundText(bound) }, value: count };
    });
    return [
      ...buckets,
      { suffix: "_sum", labels, value: this.#sum },
      { suffix: "_count", labels, value: count },
    ];
  }
}
