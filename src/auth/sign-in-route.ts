import type { IncomingMessage, ServerResponse } from "node:http";
import { isIP } from "node:net";
import { isLeft } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { type AddressOf, plainAddress } from "../server/http/client-address.ts";
import { describe } from "../model/codec.ts";
import type { Origins } from "../server/http/origins.ts";
import {
  type BodyLimits,
  json,
  readSmallJson,
  respondJson,
  type Route,
  problemAnswer,
} from "../server/http/routes.ts";
import { bearerOf, signInRefusal } from "./route-guard.ts";
import { tokenCodec } from "./answer-codecs.ts";
import type { Audit } from "../server/audit/audit.ts";
import type { RatedLog } from "../server/runtime/rated-log.ts";
import type { Admit, Authenticator } from "./authenticator.ts";
import { banMessage } from "./bans.ts";
import { wordsFor } from "../home-assistant/upstream/status.ts";
import type { Sessions, SignInProblem } from "./sessions.ts";

/** Dependencies of signing in. */
interface SignInSetup {
  readonly sessions: Pick<Sessions, "begin" | "end">;
  readonly origins: Pick<Origins, "isOwn" | "list">;
  readonly authenticator: Pick<Authenticator, "banOf" | "failed">;
  /** Undefined if no other node begins sessions. */
  readonly admit: Admit | undefined;
  /** Resolves once all work of ended sessions has stopped. */
  readonly settled: () => Promise<void>;
  readonly addressOf: AddressOf;
  readonly limits: BodyLimits & {
    /** Concurrent exchanges of codes. */
    readonly signIns: number;
  };
  readonly log: RatedLog;
  readonly audit: Audit;
}

/** Home Assistant takes some milliseconds per code: people never send more at a time. */
export const signInLimits = { signIns: 16 };

/** What the page sends after Home Assistant has redirected back to it. */
const request = t.type({
  code: describe("the code from Home Assistant", t.string),
  base: describe("the page's own address, for which the code was issued", t.string),
});

/** Decodes the answer to a sign-out. */
const signedOutCodec = t.readonly(
  t.intersection([
    t.type({ ok: t.literal(true) }),
    t.partial({ not_kept: describe("why a restart may bring the session back", t.string) }),
  ]),
);

const unkept: t.TypeOf<typeof signedOutCodec> = {
  ok: true,
  not_kept: "the session has ended, but that cannot be saved yet; it will be retried",
};

const longestBase = 2048;

/**
 * Whether a client without an origin can have reached the service at this address: an IP address other than the
 * service's own leads to another machine.
 */
const isReachedAt = (
  url: URL,
  { socket }: IncomingMessage,
  configured: readonly string[],
): boolean => {
  const host = url.hostname.replaceAll(/^\[|\]$/g, "");
  return (
    isIP(host) === 0 ||
    configured.includes(url.origin) ||
    host === plainAddress(socket.localAddress ?? "")
  );
};

/**
 * Whether a URL is the service's own in the browser: the address given to Home Assistant, and the origin of the page,
 * if a page asks.
 */
const isBase = (
  base: string,
  incoming: IncomingMessage,
  origins: SignInSetup["origins"],
): boolean => {
  const { origin } = incoming.headers;
  if (base.length > longestBase || !URL.canParse(base)) return false;
  const url = new URL(base);
  return (
    /^https?:$/.test(url.protocol) &&
    url.href === base &&
    `${url.origin}${url.pathname}` === base &&
    base.endsWith("/") &&
    (origin === undefined ? isReachedAt(url, incoming, origins.list) : origin === url.origin) &&
    origins.isOwn(url.origin, incoming)
  );
};

/** 401: sign in again. 503: it may work later. */
const statusOf = ({ kind }: SignInProblem): number =>
  kind === "invalid-auth" ? 401 : kind === "not-kept" ? 507 : 503;

/**
 * `/auth/session`: `POST` with a code of Home Assistant begins a session and answers with its token, as JSON and
 * never in an address; `DELETE` ends the session of the token in its `Authorization` header.
 */
export const signInRoute = (setup: SignInSetup): Route => {
  const { sessions, origins, authenticator, admit, settled, addressOf, limits, log } = setup;
  const refusing = signInRefusal(setup, "POST /auth/session", "a sign-in is refused");
  let running = 0;
  const begin = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const address = addressOf(incoming);
    const refuse = refusing(incoming, response);
    const body = await readSmallJson(incoming, limits);
    if (isLeft(body)) return refuse(body.left.status, body.left.message);
    const asked = request.decode(body.right);
    if (isLeft(asked)) return refuse(400, "expected a code and a base, both text");
    const { code, base } = asked.right;
    if (!isBase(base, incoming, origins))
      return refuse(
        400,
        "base: expected the address of the page that asks, by a name of the service",
      );
    if (running >= limits.signIns)
      return refuse(
        503,
        `as many sign-ins are under way as sign-ins allows, ${limits.signIns}: try again`,
      );
    running += 1;
    const token = await sessions
      .begin(code, base, address)()
      .finally(() => (running -= 1));
    if (isLeft(token)) {
      const problem = token.left;
      if (problem.kind === "invalid-auth") {
        const ban = authenticator.banOf(address);
        if (ban !== undefined) return refuse(403, banMessage(ban));
        // Answers to guesses are delayed.
        await authenticator.failed(address, "home-assistant");
      }
      const isOwn = problem.kind === "not-kept" || problem.kind === "too-many-refused";
      const words = isOwn ? problem.message : wordsFor(problem);
      return refuse(statusOf(problem), words, problem.message);
    }
    const session: t.TypeOf<typeof tokenCodec> = { token: token.right };
    respondJson(response, 200, session);
  };
  const end = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const token = bearerOf(incoming) ?? "";
    let ended = await sessions.end(token);
    if (ended === "unknown") {
      // Another node may have begun it a moment ago.
      const admitted = await admit?.();
      if (admitted !== undefined && isLeft(admitted)) {
        const { message, problem = message } = admitted.left;
        log.warn({ address: addressOf(incoming), problem }, "a session cannot be ended");
        return respondJson(response, 503, { message });
      }
      ended = await sessions.end(token);
    }
    await settled();
    respondJson(response, 200, ended === "unkept" ? unkept : { ok: true });
  };
  return {
    path: "/auth/session",
    methods: { POST: begin, DELETE: end },
    about: {
      POST: {
        summary: "begins a session after a sign-in with Home Assistant",
        token: "none",
        body: json(request),
        answers: {
          200: { when: "the token of the session", content: json(tokenCodec) },
          400: problemAnswer("the body is invalid"),
          401: problemAnswer("Home Assistant does not accept the code: sign in again"),
          403: problemAnswer(
            "the same from an address that is banned, or the page's origin is foreign",
          ),
          408: problemAnswer("the body did not arrive in time"),
          413: problemAnswer("the body is too long"),
          503: problemAnswer("Home Assistant is unavailable, or too many sign in at once"),
          507: problemAnswer("the session cannot be saved"),
        },
      },
      DELETE: {
        summary: "ends the session of the token in the `Authorization` header",
        token: "none",
        answers: {
          200: { when: "there is no such session now", content: json(signedOutCodec) },
          403: problemAnswer("the page's origin is foreign"),
          503: problemAnswer("it is unknown whether there is one"),
        },
      },
    },
  };
};
