import type { IncomingMessage, ServerResponse } from "node:http";
import * as t from "io-ts";
import { type Either, left, mapLeft } from "fp-ts/lib/Either.js";
import { describe, type JsonSchema, withSchema } from "../../model/codec.ts";
import { isFull, isOutOfDescriptors } from "../../../wal/index.ts";
import { parseJson } from "../../plan/raw-json/parse-json.ts";
import type { RatedLog } from "../runtime/rated-log.ts";
import { type Origins, strangePage } from "./origins.ts";

/** A body's content by media type. */
export type Content = Readonly<Record<string, t.Mixed>>;

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly type: t.Mixed;
}

/** An answer of a status. */
export interface AnswerDescription {
  readonly when: string;
  readonly content?: Content;
}

/** The documentation of a route's method. */
export interface Operation {
  readonly summary: string;
  /** Whose token it needs; a provider's is none of a home's. */
  readonly token: "none" | "anybody" | "administrator" | "provider";
  readonly parameters?: readonly Parameter[];
  readonly body?: Content;
  /** By status, without those that any request may get. */
  readonly answers: Readonly<Record<number, AnswerDescription>>;
}

export const json = (type: t.Mixed): Content => ({ "application/json": type });

const problemCodec = t.readonly(
  t.intersection([
    t.type({ message: describe("a sentence for the caller", t.string) }),
    t.partial({
      code: describe(
        "`origin_refused`: the page's origin is foreign; `suspended`: the home's provider has suspended it",
        t.string,
      ),
    }),
  ]),
);

/** An answer with a JSON body that says why something was not done. */
export const problemAnswer = (when: string): AnswerDescription => ({
  when,
  content: json(problemCodec),
});

export const binary = (contentMediaType: string): t.Mixed =>
  withSchema({ type: "string", contentMediaType }, t.string);

/** A form, with a schema for each field. */
export const form = (fields: Readonly<Record<string, JsonSchema>>): Content => ({
  "multipart/form-data": withSchema(
    { type: "object", properties: fields, required: Object.keys(fields) },
    t.unknown,
  ),
});

/** For a conditional request by `ETag`. */
export const notModified: AnswerDescription = { when: "the client's copy is current" };

/** The answers to a request for a file; `when` says what is sent. */
export const fileAnswers = (when: string, content: Content): Operation["answers"] => ({
  200: { when, content },
  206: { when: "the requested part", content },
  304: notModified,
  412: problemAnswer("a condition of the request is not met"),
  416: problemAnswer("there is no such part"),
});

export type Handler = (
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
) => void | Promise<void>;

/**
 * One HTTP resource, all below a path that ends with a slash, other than `/` itself, or each whose path differs in parts
 * such as `{home}` only.
 */
export interface Route {
  readonly path: string;
  readonly methods: Readonly<Record<string, Handler>>;
  /** Documentation by method. */
  readonly about: Readonly<Record<string, Operation>>;
}

export const respondJson = (
  response: ServerResponse,
  status: number,
  body: Readonly<Record<string, unknown>>,
): void => {
  const bytes = Buffer.from(`${JSON.stringify(body)}\n`);
  response
    .writeHead(status, {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Length": bytes.length,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    })
    .end(bytes);
};

/** Why a request is refused: a status and a sentence for the client. An Error, so that streams can pass it on. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * The refusal behind an error: its own if it is one, 507 for a full disk, 503 if no more files can be opened, else
 * `otherwise` and the message.
 */
export const refusalFor = (error: unknown, message: string, otherwise = 500): Refusal => {
  if (error instanceof Refusal) return error;
  if (isFull(error)) return new Refusal(507, "the disk is full: nothing was changed");
  return isOutOfDescriptors(error)
    ? new Refusal(503, "too many open files: try again")
    : new Refusal(otherwise, message);
};

/** Limits on a body that anybody may send. */
export interface BodyLimits {
  readonly authBytes: number;
  /** Milliseconds. */
  readonly authTimeoutMs: number;
}

/** Reads a small JSON body. The left has the status: 400, 408 or 413. */
export const readSmallJson = (
  request: IncomingMessage,
  { authBytes, authTimeoutMs }: BodyLimits,
): Promise<Either<Refusal, unknown>> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const end = (result: Either<Refusal, unknown>): void => {
      clearTimeout(timer);
      request.off("data", take);
      resolve(result);
    };
    const timer = setTimeout(
      () => end(left(new Refusal(408, "the body did not arrive within auth-timeout-ms"))),
      authTimeoutMs,
    );
    const take = (chunk: Buffer): void => {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes > authBytes)
        end(left(new Refusal(413, `the body has more than auth-bytes, ${authBytes} bytes`)));
    };
    request
      .on("data", take)
      .once("end", () =>
        end(
          mapLeft((problem: string) => new Refusal(400, `the body is ${problem}`))(
            parseJson(Buffer.concat(chunks)),
          ),
        ),
      )
      .once("close", () => end(left(new Refusal(400, "the body is incomplete"))));
  });

/** The URL of a request's target; undefined if it is invalid. */
export const urlOf = (request: IncomingMessage): URL | undefined => {
  const target = request.url ?? "/";
  // A path may begin with two slashes, which URL would read as a host (RFC 9112, 3.2.1).
  const url = target.startsWith("/") ? `http://host${target}` : target;
  return URL.canParse(url, "http://host") ? new URL(url, "http://host") : undefined;
};

/** How long, and how much of, a refused body is discarded, so that the client reads the answer. */
const lingerMs = 2000;
const lingerBytes = 64 * 1024 * 1024;

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

const isParameter = (part: string | undefined): boolean => part?.startsWith("{") === true;

/** Whether a route is for a path. */
export const isFor = ({ path }: Route, pathname: string): boolean => {
  if (path !== "/" && path.endsWith("/")) return pathname.startsWith(path);
  if (!path.includes("{")) return pathname === path;
  const [wanted, parts] = [path.split("/"), pathname.split("/")];
  return (
    wanted.length === parts.length &&
    wanted.every((part, at) => (isParameter(part) ? parts[at] !== "" : part === parts[at]))
  );
};

/** A part of a request's path, as it is there, such as that for `{home}` in the route's path. */
export const pathPart = ({ path }: Pick<Route, "path">, name: string, url: URL): string =>
  url.pathname.split("/")[path.split("/").indexOf(`{${name}}`)] ?? "";

export type Router = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Dispatches requests to routes. An error thrown by a route is a bug: it is logged, and answered with 500. */
export const router = (routes: readonly Route[], origins: Origins, log: RatedLog): Router => {
  const answer: Router = async (request, response) => {
    const url = urlOf(request);
    const route = url && routes.find((each) => isFor(each, url.pathname));
    if (url === undefined || route === undefined)
      return respondJson(response, 404, { message: "nothing at this path" });
    const method = request.method === "HEAD" ? "GET" : (request.method ?? "GET");
    const handle = Object.hasOwn(route.methods, method) ? route.methods[method] : undefined;
    if (handle === undefined) {
      response.setHeader("Allow", Object.keys(route.methods).join(", "));
      return respondJson(response, 405, { message: `${method} is not allowed here` });
    }
    const strange = changesSomething(method) ? origins.problem(request) : undefined;
    if (strange !== undefined) {
      log.warn({ problem: strange, path: url.pathname }, strangePage);
      return respondJson(response, 403, { code: "origin_refused", message: strange });
    }
    try {
      await handle(request, response, url);
    } catch (error) {
      log.error({ err: error, path: url.pathname }, "a request failed unexpectedly");
      if (response.headersSent) return void response.destroy();
      const { status, message } = refusalFor(error, "an unexpected error");
      respondJson(response, status, { message });
    }
  };
  return async (request, response) => {
    origins.mark(request, response);
    if (!origins.answerPreflight(request, response)) await answer(request, response);
    discardBody(request);
  };
};
