import type { Registry } from "prom-client";
import type { RatedLog } from "../runtime/rated-log.ts";
import { SharedAnswers } from "../runtime/coalescing.ts";

/** Labels of a sample, by name. */
export type Labels = Readonly<Record<string, string>>;

/** A sample; `suffix` is the end of its name after the family's, such as `_bucket`. */
interface Sample {
  readonly suffix: string;
  readonly labels: Labels;
  readonly value: number;
}

/** A metric with its samples. A counter's name ends with `_total`, like its samples' names. */
export interface MetricFamily {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly samples: readonly Sample[];
}

/**
 * A bucket's bound as a label. OpenMetrics requires a decimal point in whole numbers; the other format gets the same
 * text, so that a series keeps its identity in both formats.
 */
const boundText = (bound: number): string => {
  if (bound === Infinity) return "+Inf";
  return Number.isInteger(bound) ? bound.toFixed(1) : String(bound);
};

/**
 * Counts values by size, in some twenty nanoseconds each, since every save does so. Needs nothing of prom-client, which
 * is loaded on the first scrape.
 */
export class Histogram {
  readonly #bounds: readonly number[];
  /** Counts per bucket; the last one is for values beyond all bounds. */
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

  /** The samples, in which each bucket includes the smaller ones. */
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

/** A sample of prom-client; those of a histogram have their own names. */
interface PackageValue {
  readonly value: number;
  readonly labels: Readonly<Record<string, string | number | undefined>>;
  readonly metricName?: string;
}

const isType = (type: unknown): type is MetricFamily["type"] =>
  type === "counter" || type === "gauge" || type === "histogram";

const sampleOf = (name: string, { value, labels, metricName = name }: PackageValue): Sample => ({
  suffix: metricName.slice(name.length),
  labels: Object.fromEntries(
    Object.entries(labels).map(([label, text]) => [
      label,
      label === "le" ? boundText(Number(text === "+Inf" ? Infinity : text)) : String(text),
    ]),
  ),
  value,
});

/**
 * Node.js process metrics, named as in prom-client, from a registry of their own. The package is loaded, and starts to
 * observe the event loop and garbage collection, on the first scrape: a service that nobody scrapes runs without it.
 */
class ProcessMetrics {
  #registry: Promise<Registry> | undefined;
  #isWatching = false;

  /** The current samples. */
  async collect(): Promise<readonly MetricFamily[]> {
    const registry = await (this.#registry ??= this.#start());
    const metrics = await registry.getMetricsAsJSON();
    const isFirst = !this.#isWatching;
    this.#isWatching = true;
    return metrics.flatMap(({ name, help, type, values }) => {
      const kind: unknown = type;
      // Three gauges have counters' names; each is the sum of another metric that is exposed too.
      if (!isType(kind) || (kind !== "counter" && name.endsWith("_total"))) return [];
      // The event loop has to be observed for a while first.
      const isEmpty = isFirst && name.startsWith("nodejs_eventloop_lag");
      const samples = isEmpty ? [] : values.map((each) => sampleOf(name, each));
      return [{ name, help, type: kind, samples }];
    });
  }

  async #start(): Promise<Registry> {
    const client = await import("prom-client");
    const registry = new client.Registry();
    client.collectDefaultMetrics({ register: registry });
    return registry;
  }
}

/** A value, or one per set of labels; undefined if there is none now. */
export type MetricReadings =
  | number
  | undefined
  | readonly { readonly labels: Labels; readonly value: number }[];

/** Reads a metric on demand; must be cheap. The metric is left out if this throws or rejects. */
export type ReadMetric = () => MetricReadings | Promise<MetricReadings>;

/** Milliseconds for which a collection is reused. */
const freshMs = 1000;

interface Entry {
  readonly name: string;
  readonly collect: () => Promise<readonly MetricFamily[]>;
}

const samplesOf = (readings: MetricReadings): MetricFamily["samples"] => {
  if (readings === undefined) return [];
  const all = typeof readings === "number" ? [{ labels: {}, value: readings }] : readings;
  return all.map(({ labels, value }) => ({ suffix: "", labels, value }));
};

/**
 * The metrics of one service, added by name. Values are read on demand, by one collection at a time and at most one per
 * second; only histograms are updated as things happen.
 */
export class Metrics {
  readonly #entries: Entry[] = [];
  readonly #names = new Set<string>();
  /** Concurrent scrapes share a collection, which is reused for a moment. */
  readonly #collecting = new SharedAnswers<"now", readonly MetricFamily[]>();
  #collected: { readonly families: readonly MetricFamily[]; readonly at: number } | undefined;

  constructor() {
    const ofProcess = new ProcessMetrics();
    this.#entries.push({ name: "process", collect: () => ofProcess.collect() });
  }

  /** Adds a value that goes up and down. Throws if the name is taken. */
  gauge(name: string, help: string, read: ReadMetric): void {
    this.#add(name, help, "gauge", async () => samplesOf(await read()));
  }

  /** Adds a count that only grows during the process's life. Throws if the name is taken or does not end with `_total`. */
  counter(name: string, help: string, read: ReadMetric): void {
    if (!name.endsWith("_total")) throw new Error(`a counter's name ends with _total: ${name}`);
    this.#add(name, help, "counter", async () => samplesOf(await read()));
  }

  /** Adds a histogram per value of a label, all of them exposed from the start. Throws if the name is taken. */
  histogram<Value extends string>(
    name: string,
    help: string,
    bounds: readonly number[],
    label: string,
    values: readonly Value[],
  ): (value: Value) => Histogram | undefined {
    const made = new Map(values.map((value) => [value, new Histogram(bounds)]));
    const samples = (): MetricFamily["samples"] =>
      [...made].flatMap(([value, histogram]) => histogram.samples({ [label]: value }));
    this.#add(name, help, "histogram", () => Promise.resolve(samples()));
    return (value) => made.get(value);
  }

  /** Adds a histogram without labels. Throws if the name is taken. */
  plainHistogram(name: string, help: string, bounds: readonly number[]): Histogram {
    const made = new Histogram(bounds);
    this.#add(name, help, "histogram", () => Promise.resolve(made.samples({})));
    return made;
  }

  /** The current families, at most a moment old. Logs those that could not be read. */
  async collect(log: RatedLog): Promise<readonly MetricFamily[]> {
    const { at = -Infinity, families = [] } = this.#collected ?? {};
    if (performance.now() - at < freshMs) return families;
    return this.#collecting.to("now", () => this.#collect(log));
  }

  async #collect(log: RatedLog): Promise<readonly MetricFamily[]> {
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
    type: MetricFamily["type"],
    read: () => Promise<MetricFamily["samples"]>,
  ): void {
    if (this.#names.has(name)) throw new Error(`there is a metric ${name} already`);
    this.#names.add(name);
    const collect = async () => [{ name, help, type, samples: await read() }];
    this.#entries.push({ name, collect });
  }
}

/** Samples of a state set as in OpenMetrics: 1 for the current state, 0 for the others. */
export const stateSet = <State extends string>(
  label: string,
  states: readonly State[],
  state: State,
): MetricReadings =>
  states.map((each) => ({ labels: { [label]: each }, value: Number(each === state) }));
