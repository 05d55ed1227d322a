import type { IncomingMessage, ServerResponse } from "node:http";
import { isLeft } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { describe } from "../model/codec.ts";
import type { Audit } from "../server/audit/audit.ts";
import type { AddressOf } from "../server/http/client-address.ts";
import {
  type BodyLimits,
  json,
  readSmallJson,
  respondJson,
  type Route,
  problemAnswer,
} from "../server/http/routes.ts";
import type { RatedLog } from "../server/runtime/rated-log.ts";
import type { Admit, Authenticator } from "./authenticator.ts";
import { tokenCodec } from "./answer-codecs.ts";
import { banMessage } from "./bans.ts";
import { signInRefusal } from "./route-guard.ts";
import type { Clock } from "../server/runtime/time.ts";
import type { WriteBehindDocument } from "../storage/write-behind-document.ts";
import { type CodeRefusal, openLink } from "./link-code.ts";
import type { Users } from "./user-directory.ts";

/** Dependencies of the exchange of codes. */
interface LinkRouteSetup {
  readonly users: WriteBehindDocument<Users>;
  readonly authenticator: Pick<Authenticator, "banOf" | "failed">;
  /** Undefined if no other node changes users. */
  readonly admit: Admit | undefined;
  readonly addressOf: AddressOf;
  readonly limits: BodyLimits & {
    /** Milliseconds in which the browser that used the code may ask again. */
    readonly linkAgain: number;
  };
  readonly clock: Pick<Clock, "now">;
  readonly log: RatedLog;
  readonly audit: Audit;
}

/** What the page sends to open a link. */
const request = t.type({
  code: describe("the code in the link", t.string),
  nonce: describe(
    "a random text of the browser, 22 to 64 of A-Z, a-z, 0-9, - and _: the same one gets the same answer for a while",
    t.string,
  ),
});

const nonceRule = /^[\w-]{22,64}$/;

/** Decodes the answer that refuses a code. */
const notOpenedCodec = t.readonly(
  t.type({ message: t.string, reason: t.keyof({ unknown: null, used: null, ended: null }) }),
);

const sentences: Readonly<Record<CodeRefusal, string>> = {
  unknown: "there is no such link, or no longer",
  used: "the link has been used already",
  ended: "the link has ended",
};

const unkept = "this cannot be saved now; the link is still valid: try again";

/**
 * `/auth/link`: `POST` with the code of a link uses the code up and answers with the token, as JSON and never in an
 * address. A refused code is a failed login; a valid code, like a valid token, passes during a ban of its address.
 */
export const linkRoute = (setup: LinkRouteSetup): Route => {
  const { users, authenticator, admit, addressOf, limits, clock, audit } = setup;
  const refusing = signInRefusal(setup, "POST /auth/link", "a link is not opened");
  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const address = addressOf(incoming);
    const refuse = refusing(incoming, response);
    const body = await readSmallJson(incoming, limits);
    if (isLeft(body)) return refuse(body.left.status, body.left.message);
    const asked = request.decode(body.right);
    if (isLeft(asked) || !nonceRule.test(asked.right.nonce))
      return refuse(400, "expected a code and a nonce, of 22 to 64 letters");
    // Another node may have made the link a moment ago.
    const admitted = await admit?.();
    if (admitted !== undefined && isLeft(admitted))
      return refuse(503, admitted.left.message, admitted.left.problem);
    const times = { nowMs: clock.now(), againMs: limits.linkAgain };
    const opened = await openLink(users, asked.right, times);
    if (isLeft(opened)) {
      if (opened.left.kind === "unkept") return refuse(503, unkept, opened.left.message);
      const ban = authenticator.banOf(address);
      if (ban !== undefined) return refuse(403, banMessage(ban));
      // Answers to guesses are delayed.
      await authenticator.failed(address, "service");
      const { why } = opened.left;
      return refuse(401, sentences[why], undefined, why);
    }
    const { token, user, isAgain } = opened.right;
    const actor = { user: user.name, user_id: user.id, address };
    if (!isAgain) audit.note("link_opened", actor);
    const answer: t.TypeOf<typeof tokenCodec> = { token };
    respondJson(response, 200, answer);
  };
  return {
    path: "/auth/link",
    methods: { POST: handle },
    about: {
      POST: {
        summary: "exchanges the code of a link, once, for a token",
        token: "none",
        body: json(request),
        answers: {
          200: {
            when: "the token, which only this browser gets",
            content: json(tokenCodec),
          },
          400: problemAnswer("the body is invalid"),
          401: { when: "the code gives no token", content: json(notOpenedCodec) },
          403: problemAnswer(
            "the same from an address that is banned, or the page's origin is foreign",
          ),
          408: problemAnswer("the body did not arrive in time"),
          413: problemAnswer("the body is too long"),
          503: problemAnswer(
            "the link cannot be checked, or its use not saved, now: it is still valid",
          ),
        },
      },
    },
  };
};
