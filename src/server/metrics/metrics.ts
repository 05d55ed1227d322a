import type { Registry } from "prom-client";
import type { RatedLog } from "../runtime/rated-log.ts";
import { SharedAnswers } from "../runtime/coalescing.ts";

/** Labels of a sample, by name. */
export type Labels = Readonly<Record<string, string>>;

/** One line of what is exposed; `suffix` is what its name has behind that of its family, such as `_bucket`. */
interface Sample {
  readonly suffix: string;
  readonly labels: Labels;
  readonly value: number;
}

/** A metric with all its samples. A counter's name ends with `_total`, as its samples' names do. */
export interface MetricFamily {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly samples: readonly Sample[];
}

/**
 * A bound as a label. OpenMetrics wants whole numbers with a point; the other format has the same text, so that a
 * series stays the same whichever format it was read in.
 */
const boundText = (bound: number): string => {
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

/** A sample as the package has it; those of a histogram have names of their own. */
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
 * What any process of Node.js is measured by, under the names that prom-client gives it, from a registry of its own.
 * The package is loaded, and begins to watch event loop and garbage, when somebody asks for the first time: a
 * service that nobody scrapes starts and runs without.
 */
class ProcessMetrics {
  #registry: Promise<Registry> | undefined;
  #isWatching = false;

  /** All of them as they are now. */
  async collect(): Promise<readonly MetricFamily[]> {
    const registry = await (this.#registry ??= this.#start());
    const metrics = await registry.getMetricsAsJSON();
    const isFirst = !this.#isWatching;
    this.#isWatching = true;
    return metrics.flatMap(({ name, help, type, values }) => {
      const kind: unknown = type;
      // Three gauges end as only counters may; each is the sum of one that is there as well.
      if (!isType(kind) || (kind !== "counter" && name.endsWith("_total"))) return [];
      // Of the event loop nothing is known before it was watched for a while.
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

/** A value, or one for each set of labels; undefined where there is none now. */
export type MetricReadings =
  | number
  | undefined
  | readonly { readonly labels: Labels; readonly value: number }[];

/** Reads a metric; called when somebody asks for the metrics, and must be cheap. One that throws or rejects is left out. */
export type ReadMetric = () => MetricReadings | Promise<MetricReadings>;

/** For how long what was collected will do for whoever asks, in milliseconds. */
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
 * The metrics of one service: whoever has some adds them here, by name. Values are read when they are asked for, by
 * one collection at a time and at most one a second; only histograms are told of what happens as it happens.
 */
export class Metrics {
  readonly #entries: Entry[] = [];
  readonly #names = new Set<string>();
  /** What was collected a moment ago will do, so one collection does for all who ask for it. */
  readonly #collecting = new SharedAnswers<"now", readonly MetricFamily[]>();
  #collected: { readonly families: readonly MetricFamily[]; readonly at: number } | undefined;

  constructor() {
    const ofProcess = new ProcessMetrics();
    this.#entries.push({ name: "process", collect: () => ofProcess.collect() });
  }

  /** A value that goes up and down. Throws where the name is taken. */
  gauge(name: string, help: string, read: ReadMetric): void {
    this.#add(name, help, "gauge", async () => samplesOf(await read()));
  }

  /** A count that only grows while the process lives; its name ends with `_total`. Throws where it does not, or is taken. */
  counter(name: string, help: string, read: ReadMetric): void {
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
    const samples = (): MetricFamily["samples"] =>
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

/** One of several states, as OpenMetrics' state sets have it: 1 for the one that it is, 0 for each of the others. */
export const stateSet = <State extends string>(
  label: string,
  states: readonly State[],
  state: State,
): MetricReadings =>
  states.map((each) => ({ labels: { [label]: each }, value: Number(each === state) }));
