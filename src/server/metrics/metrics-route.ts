import type { IncomingMessage, ServerResponse } from "node:http";
import type { Guard } from "../../auth/route-guard.ts";
import type { AddressOf, AddressRule } from "../http/client-address.ts";
import { binary, type Operation } from "../../host/http/operation.ts";
import type { Handler, Route } from "../http/routes.ts";
import type { RatedLog } from "../rated-log.ts";
import { contentTypes, exposed, formatFor } from "../../metrics/exposition.ts";
import type { Metrics } from "./metrics.ts";

/** What the route needs of the service around it. */
export interface MetricsRouteSetup {
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
    const text = Buffer.from(exposed(format, await metrics.collect(log)));
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
