import type { IncomingMessage, ServerResponse } from "node:http";
import { type Either, isLeft, left, mapLeft, right } from "fp-ts/lib/Either.js";
import type * as t from "io-ts";
import { describe, firstProblem, integer } from "../../model/codec.ts";
import type { Caller, CallerHandler } from "../../auth/route-guard.ts";
import {
  type AnswerDescription,
  type BodyLimits,
  type Parameter,
  pathPart,
  problemAnswer,
  readSmallJson,
  Refusal,
  respondJson,
} from "../../server/http/routes.ts";
import type { DirectoryProblem } from "../directory/home-directory.ts";
import { expectedHomeId, isHomeId } from "../directory/home-record.ts";
import type { LinkProblem } from "../homes.ts";
import { homeIdCodec } from "./provider-codecs.ts";

/** A status and a body for the provider. */
export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A request of the provider. */
export interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  /** The id in the path; not read for paths without one. */
  readonly id: string;
  readonly caller: Caller;
}

/** Answers a request of the provider; the right is undefined if it was answered already. Left: why it is refused. */
export type Answering = (asked: Asked) => Promise<Either<Refusal, Answer | undefined>>;

export const ok = (body: Answer["body"], status = 200): Either<Refusal, Answer> =>
  right({ status, body });

const statuses = {
  exists: 409,
  not_found: 404,
  refused: 409,
  overloaded: 503,
  failed: 500,
} as const satisfies Readonly<Record<DirectoryProblem["kind"] | LinkProblem["kind"], number>>;

/** The refusal of what a home or its directory did not do. */
export const refusalOf = ({ kind, message }: DirectoryProblem | LinkProblem): Refusal =>
  new Refusal(statuses[kind], message);

/** The part of the path that is the id of a home. */
const homePart = "home";

/** The id in a path. Left: it can be none, which is told without quoting it. */
const homeIn = (path: string, url: URL): Either<Refusal, string> => {
  if (!path.includes(`{${homePart}}`)) return right("");
  const id = pathPart({ path }, homePart, url);
  return isHomeId(id)
    ? right(id)
    : left(new Refusal(400, `${homePart}: expected ${expectedHomeId}`));
};

/** The handler of a route at a path, which may have a `{home}`. */
export const handlerAt =
  (path: string, answer: Answering): CallerHandler =>
  async (request, response, url, caller) => {
    const id = homeIn(path, url);
    const answered = isLeft(id)
      ? id
      : await answer({ request, response, url, id: id.right, caller });
    if (isLeft(answered)) {
      const { status, message } = answered.left;
      respondJson(response, status, { message });
      return;
    }
    const told = answered.right;
    if (told !== undefined) respondJson(response, told.status, told.body);
  };

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined ||
  !["0", undefined].includes(headers["content-length"]);

/** Reads the fields of a small JSON body; a missing one has none. Left: which field is at fault, and what was expected. */
export const readFields = async <A>(
  request: IncomingMessage,
  codec: t.Type<A, unknown>,
  limits: BodyLimits,
): Promise<Either<Refusal, A>> => {
  const body = hasBody(request) ? await readSmallJson(request, limits) : right({});
  if (isLeft(body)) return body;
  return mapLeft((errors: t.Errors) => new Refusal(400, firstProblem(errors)))(
    codec.decode(body.right),
  );
};

/** A number in the query, from 1 to `most`. Left: what was expected. */
export const readCount = (
  url: URL,
  name: string,
  most: number,
): Either<Refusal, number | undefined> => {
  const given = url.searchParams.get(name);
  if (given === null) return right(undefined);
  const count = Number(given);
  return /^\d{1,9}$/.test(given) && count >= 1 && count <= most
    ? right(count)
    : left(new Refusal(400, `${name}: expected an integer from 1 to ${most}`));
};

/** How many homes a list has, by default and at most: a record is a small file each. */
export const pageLimits = { listed: 100, listedMost: 1000 };

/** A part of a sorted list. */
export interface Page {
  readonly ids: readonly string[];
  /** What the next part is after; undefined if there is none. */
  readonly next: string | undefined;
}

/** The part of the ids that a query asks for by `after` and `limit`. Left: which is at fault. */
export const readPage = (url: URL, all: readonly string[]): Either<Refusal, Page> => {
  const limit = readCount(url, "limit", pageLimits.listedMost);
  if (isLeft(limit)) return limit;
  const after = url.searchParams.get("after");
  if (after !== null && !isHomeId(after))
    return left(new Refusal(400, `after: expected ${expectedHomeId}`));
  const rest = after === null ? all : all.filter((id) => id > after);
  const ids = rest.slice(0, limit.right ?? pageLimits.listed);
  return right({ ids, next: ids.length < rest.length ? ids.at(-1) : undefined });
};

/** The parameter `{home}` of a path, for the documents. */
export const homeParameter: Parameter = {
  name: homePart,
  in: "path",
  required: true,
  type: homeIdCodec,
};

/** The parameters of a list, for the documents. */
export const pageParameters: readonly Parameter[] = [
  {
    name: "after",
    in: "query",
    required: false,
    type: describe("only homes after this id", homeIdCodec),
  },
  {
    name: "limit",
    in: "query",
    required: false,
    type: describe(
      `at most so many, up to ${pageLimits.listedMost}; by default ${pageLimits.listed}`,
      integer,
    ),
  },
];

/** Answers that several routes have, for the documents. */
export const refusals = {
  body: {
    400: problemAnswer(
      "a field or the path is invalid; the message names it and what was expected",
    ),
    408: problemAnswer("the body did not arrive in time"),
    413: problemAnswer("the body is too long"),
  },
  path: { 400: problemAnswer("a part of the path or the query is invalid; the message names it") },
  unknown: { 404: problemAnswer("there is no such home") },
  failed: { 500: problemAnswer("the disk or the home has failed; the message says how") },
} as const satisfies Readonly<Record<string, Readonly<Record<number, AnswerDescription>>>>;
