import type { IncomingMessage, ServerResponse } from "node:http";
import type { RatedLog } from "../../server/rated-log.ts";
import { problemBehind } from "./refusal.ts";
import type { Origins } from "../../server/http/origins.ts";
import { respondJson, type Route } from "../../server/http/routes.ts";

/** A request's target, taken apart; undefined where it is none. */
export const urlOf = (request: IncomingMessage): URL | undefined => {
  const target = request.url ?? "/";
  // A path may begin with two slashes, which alone would be read as a host (RFC 9112, 3.2.1).
  const url = target.startsWith("/") ? `http://host${target}` : target;
  return URL.canParse(url, "http://host") ? new URL(url, "http://host") : undefined;
};

/** How long, and how much, of a refused body is read and thrown away, so that the sender gets to read the answer. */
const lingerMs = 2000;
const lingerBytes = 64 * 1024 * 1024;

/** Reads what is left of a body and throws it away, for a while. */
export const discardBody = (request: IncomingMessage): void => {
  if (request.complete || request.destroyed) return;
  const timer = setTimeout(() => request.destroy(), lingerMs);
  let read = 0;
  request
    .once("close", () => clearTimeout(timer))
    .on("data", (bytes: Buffer) => {
      read += bytes.length;
      if (read > lingerBytes) request.destroy();
    })
    .resume();
};

const changesSomething = (method: string): boolean => !["GET", "HEAD", "OPTIONS"].includes(method);

const isFor = ({ path }: Route, pathname: string): boolean =>
  path !== "/" && path.endsWith("/") ? pathname.startsWith(path) : pathname === path;

/** Answers one request. */
export type Router = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Finds the route that each request is for. What a route throws is a bug, which is logged and answered with 500. */
export const router = (routes: readonly Route[], origins: Origins, log: RatedLog): Router => {
  const answer: Router = async (request, response) => {
    const url = urlOf(request);
    const route = url && routes.find((each) => isFor(each, url.pathname));
    if (url === undefined || route === undefined)
      return respondJson(response, 404, { message: "there is nothing at this path" });
    const method = request.method === "HEAD" ? "GET" : (request.method ?? "GET");
    const handle = Object.hasOwn(route.methods, method) ? route.methods[method] : undefined;
    if (handle === undefined) {
      response.setHeader("Allow", Object.keys(route.methods).join(", "));
      return respondJson(response, 405, { message: `${method} is not for this path` });
    }
    if (changesSomething(method) && !origins.allows(request))
      return respondJson(response, 403, { message: "this page's origin may not change anything" });
    try {
      await handle(request, response, url);
    } catch (error) {
      log.error({ err: error, path: url.pathname }, "a request failed unexpectedly");
      if (response.headersSent) return void response.destroy();
      const { status, message } = problemBehind(error, "an unexpected error");
      respondJson(response, status, { message });
    }
  };
  return async (request, response) => {
    origins.mark(request, response);
    if (!origins.answerPreflight(request, response)) await answer(request, response);
    discardBody(request);
  };
};
