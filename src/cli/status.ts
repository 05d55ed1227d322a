import { isLeft } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { messageOf } from "../../wal/index.ts";
import { urlOf } from "./client.ts";
import { urlOption } from "./options.ts";
import { fail, type Verb } from "./verb.ts";

/** What `/healthz` answers. */
const health = t.intersection([
  t.type({ status: t.keyof({ ready: null, degraded: null, loading: null, failed: null }) }),
  t.partial({ rev: t.number, reason: t.string }),
]);

/** What the service answers instead, such as to a name that is not its own. */
const refusal = t.type({ message: t.string });

/** How long an answer is waited for. */
const patienceMs = 5000;

/** `status`: whether plans can be read and saved now, by the exit code as well. */
export const status: Verb = {
  words: "status",
  summary: "tells whether a service is ready, and fails where it is not",
  details: "Needs no token. Made for scripts, and for whatever watches containers.",
  options: [urlOption],
  run: async (input) => {
    const url = urlOf(input);
    if (isLeft(url)) return fail(input, url.left, 2);
    try {
      const signal = AbortSignal.timeout(patienceMs);
      const response = await fetch(`${url.right}/healthz`, { signal });
      const answer: unknown = await response.json().catch(() => undefined);
      if (refusal.is(answer)) return fail(input, `${response.status}: ${answer.message}`);
      const told = health.decode(answer);
      if (isLeft(told)) return fail(input, `what answers at ${url.right} is no floor plan service`);
      const { status: is, rev, reason } = told.right;
      if (response.status !== 200 || rev === undefined)
        return fail(input, reason === undefined ? is : `${is}: ${reason}`);
      input.out(`${is}, revision ${rev}${reason === undefined ? "" : `: ${reason}`}`);
      return 0;
    } catch (error) {
      const cause = error instanceof Error ? (error.cause ?? error) : error;
      return fail(input, `no answer from ${url.right}: ${messageOf(cause)}`);
    }
  },
};
