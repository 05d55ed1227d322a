import { type Either, isLeft, isRight, left, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { messageOf } from "../../wal/index.ts";
import { urlsOf } from "./client.ts";
import { fail, urlOption, type CliCommand } from "./cli-command.ts";

const health = t.intersection([
  t.type({ status: t.keyof({ ready: null, degraded: null, loading: null, failed: null }) }),
  t.partial({ rev: t.number, reason: t.string }),
]);

/** The answer instead, for example to a foreign host name. */
const refusal = t.type({ message: t.string });

/** What one of many homes tells strangers: not how it is. */
const homeSettings = t.type({ domain: t.string });

/** Milliseconds to wait for an answer. */
const patienceMs = 5000;

/** Asks whether a home answers, among many of one service. */
const askHome = async (url: string, signal: AbortSignal): Promise<Either<string, string>> => {
  const response = await fetch(`${url}/settings.json`, { signal });
  const answer: unknown = await response.json().catch(() => undefined);
  return response.ok && homeSettings.is(answer)
    ? right("ready: only its provider is told more of a home")
    : left(`${url} answers, but is not a floor plan service`);
};

/** Asks one address for the status of its service. Left: why it is not ready. */
const ask = async (url: string): Promise<Either<string, string>> => {
  try {
    const signal = AbortSignal.timeout(patienceMs);
    const response = await fetch(`${url}/healthz`, { signal });
    const answer: unknown = await response.json().catch(() => undefined);
    if (response.status === 404) return await askHome(url, signal);
    if (refusal.is(answer)) return left(`${response.status}: ${answer.message}`);
    const told = health.decode(answer);
    if (isLeft(told)) return left(`${url} answers, but is not a floor plan service`);
    const { status: is, rev, reason } = told.right;
    const because = reason === undefined ? "" : `: ${reason}`;
    // A service of many homes has no revision.
    const revision = rev === undefined ? "" : `, revision ${rev}`;
    return response.status === 200 ? right(`${is}${revision}${because}`) : left(`${is}${because}`);
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    return left(`no answer from ${url}: ${messageOf(cause)}`);
  }
};

export const status: CliCommand = {
  words: "status",
  summary: "checks whether a service is ready, and fails if it is not",
  details:
    "Needs no token. For scripts and container health checks. With several addresses, one ready service\nis enough.",
  options: [urlOption],
  run: async (input) => {
    const urls = urlsOf(input);
    if (isLeft(urls)) return fail(input, urls.left, 2);
    const problems: string[] = [];
    for (const url of urls.right) {
      const told = await ask(url);
      if (isRight(told)) {
        input.out(told.right);
        return 0;
      }
      problems.push(told.left);
    }
    return fail(input, problems.join("; "));
  },
};
