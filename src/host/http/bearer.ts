import type { IncomingMessage, ServerResponse } from "node:http";
import { isLeft } from "fp-ts/lib/Either.js";
import type { RatedLog } from "../rated-log.ts";
import type { Authenticator } from "../users/authenticator.ts";
import { type Ban, banned } from "../users/ban-list.ts";
import type { Revocations } from "../users/revocations.ts";
import type { User } from "../users/user.ts";
import type { AddressOf } from "./client-address.ts";
import type { Places } from "./places.ts";
import { type Handler, respondJson } from "./route.ts";

const unauthorizedText = "401: Unauthorized";

/** Answers that the request has no valid token, or has none any more. */
export const unauthorized = (response: ServerResponse): void => {
  response
    .writeHead(401, {
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Length": unauthorizedText.length,
      "WWW-Authenticate": "Bearer",
      "Cache-Control": "no-store",
    })
    .end(unauthorizedText);
};

/** The token of a request's `Authorization` header. */
export const bearerOf = (request: IncomingMessage): string | undefined =>
  /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? "")?.[1];

/** Who sent a request. */
export interface Caller {
  readonly user: User;
  /** Aborts, with a `Refusal`, when the user's token is revoked while the request is being answered. */
  readonly revoked: AbortSignal;
}

/** Answers a request of somebody who is known. */
export type CallerHandler = (
  ...request: [...Parameters<Handler>, caller: Caller]
) => ReturnType<Handler>;

/** Lets requests through to a handler, or answers them itself. */
export type Guard = (handle: CallerHandler) => Handler;

/** What a guard needs of the service around it. */
export interface GuardSetup {
  readonly authenticator: Authenticator;
  readonly revocations: Revocations;
  readonly places: Places;
  readonly addressOf: AddressOf;
  readonly log: RatedLog;
}

/**
 * Lets a request through only with an administrator's token in its `Authorization` header. It is decided
 * before anything of the body is read: 401 without a valid token, or 403 and until when while its address
 * is banned; 503 where nobody can tell whose the token is; 403 for anybody else.
 */
export const forAdministrators =
  ({ authenticator, revocations, places, addressOf, log }: GuardSetup): Guard =>
  (handle) =>
  async (request, response, url) => {
    const address = addressOf(request);
    const refuse = (ban: Ban | undefined): void =>
      ban === undefined
        ? unauthorized(response)
        : respondJson(response, 403, { message: banned(ban) });
    const token = bearerOf(request);
    if (token === undefined) return refuse(authenticator.banOf(address));
    const login = await authenticator.login(token, address);
    if (isLeft(login)) {
      const refused = login.left;
      const { message } = refused;
      if (refused.kind === "unavailable") {
        log.warn({ address, problem: refused.problem ?? message }, "a login cannot be judged");
        return respondJson(response, 503, { message });
      }
      log.warn({ address, problem: message }, "a login failed");
      return refuse(refused.ban);
    }
    const { user } = login.right;
    const full = places.isOfPerson(request.socket, user);
    if (full !== undefined) return respondJson(response, 503, { message: full });
    if (!user.admin)
      return respondJson(response, 403, { message: "this is for administrators only" });
    return revocations.during(user, (revoked) => handle(request, response, url, { user, revoked }));
  };
