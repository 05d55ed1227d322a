import type { IncomingMessage, ServerResponse } from "node:http";
import type { MetricFamily, Labels, Metrics } from "./metrics.ts";
import type { Guard } from "../../auth/route-guard.ts";
import type { AddressOf, AddressRule } from "../http/client-address.ts";
import { binary, type Handler, type Operation, type Route } from "../http/routes.ts";
import type { RatedLog } from "../runtime/rated-log.ts";

/** A metrics format. */
export type Format = "openmetrics" | "text";

/** The content type of each format. */
const contentTypes: Readonly<Record<Format, string>> = {
  openmetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8",
  text: "text/plain; version=0.0.4; charset=utf-8",
};

/** The units that OpenMetrics declares; a metric's name ends with its unit. */
const units = ["seconds", "bytes"];

const lineText = (text: string): string => text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");

const quotedText = (text: string): string => lineText(text).replaceAll('"', '\\"');

const labelsText = (labels: Labels): string => {
  const all = Object.entries(labels).map(([name, value]) => `${name}="${quotedText(value)}"`);
  return all.length === 0 ? "" : `{${all.join(",")}}`;
};

const numberText = (value: number): string => {
  if (Number.isFinite(value) || Number.isNaN(value)) return String(value);
  return value > 0 ? "+Inf" : "-Inf";
};

/** OpenMetrics names a counter without the `_total` of its samples. */
const nameIn = (format: Format, { name, type }: MetricFamily): string =>
  format === "openmetrics" && type === "counter" ? name.replace(/_total$/, "") : name;

const familyLines = (format: Format, family: MetricFamily): readonly string[] => {
  const { help, type, samples } = family;
  const name = nameIn(format, family);
  const unit = units.find((each) => name.endsWith(`_${each}`));
  return [
    `# TYPE ${name} ${type}`,
    ...(format === "openmetrics" && unit !== undefined ? [`# UNIT ${name} ${unit}`] : []),
    `# HELP ${name} ${format === "openmetrics" ? quotedText(help) : lineText(help)}`,
    ...samples.map(
      ({ suffix, labels, value }) =>
        `${family.name}${suffix}${labelsText(labels)} ${numberText(value)}`,
    ),
  ];
};

/**
 * Metrics as text: OpenMetrics 1.0, or Prometheus' "text-based format" 0.0.4. Both are written here from the same
 * samples. prom-client (15.1.3, `Registry.metrics`) cannot serve both from one registry: writing OpenMetrics renames its
 * counters for good. Its OpenMetrics also lacks units, accepts gauges with names that only counters may have, and fails
 * altogether if one metric cannot be read.
 */
export const formatMetrics = (format: Format, families: readonly MetricFamily[]): string => {
  const lines = families.flatMap((family) => familyLines(format, family));
  return `${[...lines, ...(format === "openmetrics" ? ["# EOF"] : [])].join("\n")}\n`;
};

/** A media type of an `Accept` header with its weight (RFC 9110, 12.5.1). */
const weightOf = (accepted: string): readonly [type: string, weight: number] => {
  const [type = "", ...parameters] = accepted.split(";").map((part) => part.trim().toLowerCase());
  const weight = parameters.find((each) => each.startsWith("q="))?.slice(2);
  return [type, weight === undefined ? 1 : Number(weight)];
};

/** The format for an `Accept` header: OpenMetrics if it is named, unless the other format has a higher weight. */
export const formatFor = (accept: string | undefined): Format => {
  const weights = (accept ?? "").split(",").map(weightOf);
  const most = (wanted: string): number =>
    Math.max(0, ...weights.map(([type, weight]) => (type === wanted ? weight : 0)));
  const open = most("application/openmetrics-text");
  return open > 0 && open >= most("text/plain") ? "openmetrics" : "text";
};

/** Dependencies of the route. */
interface MetricsRouteSetup {
  readonly metrics: Metrics;
  /** Admits requests with a token. */
  readonly forUsers: Guard;
  /** The addresses that need no token. */
  readonly mayMeasure: AddressRule;
  readonly addressOf: AddressOf;
  readonly log: RatedLog;
}

const about: Operation = {
  summary: "gets all metrics; addresses of `--metrics-host` need no token",
  token: "anybody",
  answers: {
    200: {
      when: "the metrics, in the format that `Accept` asks for",
      content: Object.fromEntries(
        Object.values(contentTypes).map((type) => [type.split(";")[0] ?? type, binary(type)]),
      ),
    },
  },
};

/** `/metrics`: all metrics in the requested format, for users and for addresses that need no token. */
export const metricsRoute = ({
  metrics,
  forUsers,
  mayMeasure,
  addressOf,
  log,
}: MetricsRouteSetup): Route => {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const format = formatFor(request.headers.accept);
    const text = Buffer.from(formatMetrics(format, await metrics.collect(log)));
    response
      .writeHead(200, {
        "Content-Type": contentTypes[format],
        "Content-Length": text.length,
        "Cache-Control": "no-store",
        Vary: "Accept",
        "X-Content-Type-Options": "nosniff",
      })
      .end(text);
  };
  const guarded = forUsers(answer);
  const handle: Handler = (request, response, url) =>
    mayMeasure(addressOf(request)) ? answer(request, response) : guarded(request, response, url);
  return { path: "/metrics", methods: { GET: handle }, about: { GET: about } };
};
