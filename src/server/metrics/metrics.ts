import type { RatedLog } from "../rated-log.ts";
import { SharedAnswers } from "../../shared-answers.ts";
import type { Family, Labels } from "../../metrics/family.ts";
import { Histogram } from "../../metrics/histogram.ts";
import { ProcessMetrics } from "../../metrics/process-metrics.ts";

/** A value, or one for each set of labels; undefined where there is none now. */
export type Readings =
  | number
  | undefined
  | readonly { readonly labels: Labels; readonly value: number }[];

/** Reads a metric; called when somebody asks for the metrics, and must be cheap. One that throws or rejects is left out. */
export type Read = () => Readings | Promise<Readings>;

/** For how long what was collected will do for whoever asks, in milliseconds. */
const freshMs = 1000;

interface Entry {
  readonly name: string;
  readonly collect: () => Promise<readonly Family[]>;
}

const samplesOf = (readings: Readings): Family["samples"] => {
  if (readings === undefined) return [];
  const all = typeof readings === "number" ? [{ labels: {}, value: readings }] : readings;
  return all.map(({ labels, value }) => ({ suffix: "", labels, value }));
};

/**
 * The metrics of one service: whoever has some adds them here, by name. Values are read when they are asked for, by
 * one collection at a time and at most one a second; only histograms are told of what happens as it happens.
 */
export class Metrics {
  readonly #entries: Entry[] = [];
  readonly #names = new Set<string>();
  /** What was collected a moment ago will do, so one collection does for all who ask for it. */
  readonly #collecting = new SharedAnswers<"now", readonly Family[]>();
  #collected: { readonly families: readonly Family[]; readonly at: number } | undefined;

  constructor() {
    const ofProcess = new ProcessMetrics();
    this.#entries.push({ name: "process", collect: () => ofProcess.collect() });
  }

  /** A value that goes up and down. Throws where the name is taken. */
  gauge(name: string, help: string, read: Read): void {
    this.#add(name, help, "gauge", async () => samplesOf(await read()));
  }

  /** A count that only grows while the process lives; its name ends with `_total`. Throws where it does not, or is taken. */
  counter(name: string, help: string, read: Read): void {
    if (!name.endsWith("_total")) throw new Error(`a counter's name ends with _total: ${name}`);
    this.#add(name, help, "counter", async () => samplesOf(await read()));
  }

  /** A histogram of each value of a label, all of which are exposed from the beginning. Throws where the name is taken. */
  histogram<Value extends string>(
    name: string,
    help: string,
    bounds: readonly number[],
    label: string,
    values: readonly Value[],
  ): (value: Value) => Histogram | undefined {
    const made = new Map(values.map((value) => [value, new Histogram(bounds)]));
    const samples = (): Family["samples"] =>
      [...made].flatMap(([value, histogram]) => histogram.samples({ [label]: value }));
    this.#add(name, help, "histogram", () => Promise.resolve(samples()));
    return (value) => made.get(value);
  }

  /** A histogram without labels. Throws where the name is taken. */
  plainHistogram(name: string, help: string, bounds: readonly number[]): Histogram {
    const made = new Histogram(bounds);
    this.#add(name, help, "histogram", () => Promise.resolve(made.samples({})));
    return made;
  }

  /** All of them as they are now, or were a moment ago; `log` hears of those that could not be read. */
  async collect(log: RatedLog): Promise<readonly Family[]> {
    const { at = -Infinity, families = [] } = this.#collected ?? {};
    if (performance.now() - at < freshMs) return families;
    return this.#collecting.to("now", () => this.#collect(log));
  }

  async #collect(log: RatedLog): Promise<readonly Family[]> {
    const parts = await Promise.all(
      this.#entries.map(({ name, collect }) =>
        collect().catch((error: unknown) => {
          log.warn({ metric: name, err: error }, "a metric cannot be read, and is left out");
          return [];
        }),
      ),
    );
    const families = parts.flat();
    this.#collected = { families, at: performance.now() };
    return families;
  }

  #add(
    name: string,
    help: string,
    type: Family["type"],
    read: () => Promise<Family["samples"]>,
  ): void {
    if (this.#names.has(name)) throw new Error(`there is a metric ${name} already`);
    this.#names.add(name);
    const collect = async () => [{ name, help, type, samples: await read() }];
    this.#entries.push({ name, collect });
  }
}
