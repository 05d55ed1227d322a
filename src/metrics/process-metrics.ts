import type { Registry } from "prom-client";
import type { Family, Sample } from "./family.ts";
import { boundText } from "./histogram.ts";

/** A sample as the package has it; those of a histogram have names of their own. */
interface PackageValue {
  readonly value: number;
  readonly labels: Readonly<Record<string, string | number | undefined>>;
  readonly metricName?: string;
}

const isType = (type: unknown): type is Family["type"] =>
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
export class ProcessMetrics {
  #registry: Promise<Registry> | undefined;
  #isWatching = false;

  /** All of them as they are now. */
  async collect(): Promise<readonly Family[]> {
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
