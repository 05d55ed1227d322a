import { isLeft } from "fp-ts/lib/Either.js";
import { messageOf } from "../../wal/index.ts";
import { anyObject } from "../codec/basic.ts";
import { urlOf } from "./client.ts";
import { clientOptions } from "./options.ts";
import { fail, type Verb } from "./verb.ts";

/** How long an answer is waited for. */
const patienceMs = 5000;

/** `status`: whether plans can be read and saved now, by the exit code as well. */
export const status: Verb = {
  words: "status",
  summary: "tells whether a service is ready, and fails where it is not",
  details: "Needs no token. Made for scripts, and for whatever watches containers.",
  options: clientOptions.filter(({ name }) => name === "url"),
  run: async (input) => {
    const url = urlOf(input);
    if (isLeft(url)) return fail(input, url.left, 2);
    try {
      const signal = AbortSignal.timeout(patienceMs);
      const response = await fetch(`${url.right}/healthz`, { signal });
      const answer: unknown = await response.json();
      const told = anyObject.is(answer) ? answer : {};
      if (response.status === 200) {
        input.out(`${String(told["status"])}, revision ${String(told["rev"])}`);
        return 0;
      }
      const why = told["reason"] ?? told["message"];
      return fail(input, [told["status"] ?? response.status, why].filter(Boolean).join(": "));
    } catch (error) {
      const cause = error instanceof Error ? (error.cause ?? error) : error;
      return fail(input, `no answer from ${url.right}: ${messageOf(cause)}`);
    }
  },
};
