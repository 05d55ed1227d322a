import type { IncomingMessage, ServerResponse } from "node:http";
import type { MetricFamily, Labels, Metrics } from "./metrics.ts";
import type { Guard } from "../../auth/route-guard.ts";
import type { AddressOf, AddressRule } from "../http/client-address.ts";
import { binary, type Handler, type Operation, type Route } from "../http/routes.ts";
import type { RatedLog } from "../runtime/rated-log.ts";

/** How metrics are written down. */
export type Format = "openmetrics" | "text";

/** The content type of each format. */
const contentTypes: Readonly<Record<Format, string>> = {
  openmetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8",
  text: "text/plain; version=0.0.4; charset=utf-8",
};

/** Units that OpenMetrics is told of; a name that has one ends with it. */
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

/** OpenMetrics names a counter without the `_total` that its samples have. */
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
 * Metrics as text: of OpenMetrics 1.0, or of Prometheus (its "text-based format", 0.0.4). Both are written here from
 * the same samples. prom-client (15.1.3, `Registry.metrics`) cannot serve both of one registry: having written
 * OpenMetrics once it has renamed its counters for good. Its OpenMetrics has no units, keeps gauges that end as only
 * counters may, and one metric that cannot be read is the end of all.
 */
export const formatMetrics = (format: Format, families: readonly MetricFamily[]): string => {
  const lines = families.flatMap((family) => familyLines(format, family));
  return `${[...lines, ...(format === "openmetrics" ? ["# EOF"] : [])].join("\n")}\n`;
};

/** One of the types of an `Accept`, and how much it is wanted (RFC 9110, 12.5.1). */
const weightOf = (accepted: string): readonly [type: string, weight: number] => {
  const [type = "", ...parameters] = accepted.split(";").map((part) => part.trim().toLowerCase());
  const weight = parameters.find((each) => each.startsWith("q="))?.slice(2);
  return [type, weight === undefined ? 1 : Number(weight)];
};

/** The format that an `Accept` asks for: OpenMetrics where it is named, unless the other one is wanted more. */
export const formatFor = (accept: string | undefined): Format => {
  const weights = (accept ?? "").split(",").map(weightOf);
  const most = (wanted: string): number =>
    Math.max(0, ...weights.map(([type, weight]) => (type === wanted ? weight : 0)));
  const open = most("application/openmetrics-text");
  return open > 0 && open >= most("text/plain") ? "openmetrics" : "text";
};

/** What the route needs of the service around it. */
interface MetricsRouteSetup {
  readonly metrics: Metrics;
  /** Lets through whoever has a token. */
  readonly forUsers: Guard;
  /** Whose address may do without. */
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

/** `/metrics`: all metrics, in the format that is asked for, for whoever has a token or comes from an address that needs none. */
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
