import { type Either, isLeft, isRight, left, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { messageOf } from "../../wal/index.ts";
import { urlsOf } from "./client.ts";
import { fail, urlOption, type Verb } from "./verb.ts";

/** What `/healthz` answers. */
const health = t.intersection([
  t.type({ status: t.keyof({ ready: null, degraded: null, loading: null, failed: null }) }),
  t.partial({ rev: t.number, reason: t.string }),
]);

/** What the service answers instead, such as to a name that is not its own. */
const refusal = t.type({ message: t.string });

/** How long an answer is waited for. */
const patienceMs = 5000;

/** What one address answers: how a service is that reads and saves plans, else a sentence why there is none. */
const ask = async (url: string): Promise<Either<string, string>> => {
  try {
    const signal = AbortSignal.timeout(patienceMs);
    const response = await fetch(`${url}/healthz`, { signal });
    const answer: unknown = await response.json().catch(() => undefined);
    if (refusal.is(answer)) return left(`${response.status}: ${answer.message}`);
    const told = health.decode(answer);
    if (isLeft(told)) return left(`what answers at ${url} is no floor plan service`);
    const { status: is, rev, reason } = told.right;
    const because = reason === undefined ? "" : `: ${reason}`;
    return response.status === 200 && rev !== undefined
      ? right(`${is}, revision ${rev}${because}`)
      : left(`${is}${because}`);
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    return left(`no answer from ${url}: ${messageOf(cause)}`);
  }
};

/** `status`: whether plans can be read and saved now, by the exit code as well. */
export const status: Verb = {
  words: "status",
  summary: "tells whether a service is ready, and fails where it is not",
  details:
    "Needs no token. Made for scripts, and for whatever watches containers.\nOf several addresses, one that is ready is enough.",
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
