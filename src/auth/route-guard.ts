import type { IncomingMessage, ServerResponse } from "node:http";
import { isLeft } from "fp-ts/lib/Either.js";
import { type Handler, Refusal, respondJson } from "../server/http/routes.ts";
import type { Audit, NoteAudit } from "../server/audit/audit.ts";
import type { RatedLog } from "../server/runtime/rated-log.ts";
import type { Admit, Unavailable } from "./authenticator.ts";
import type { RequestLogin } from "./delegation.ts";
import { type Ban, banMessage } from "./bans.ts";
import type { User } from "./user.ts";
import type { AddressOf } from "../server/http/client-address.ts";
import type { UserSlots } from "../server/http/connection-slots.ts";

/** Aborts the requests that use a revoked token or session, by its key. */
export class Revocations {
  readonly #running = new Map<string, Map<AbortController, Promise<unknown>>>();
  /** Aborted work that has not ended yet. */
  readonly #ending = new Set<Promise<unknown>>();

  /** Runs work that depends on a key; its signal aborts, with a `Refusal`, if the key is revoked meanwhile. */
  async during<A>(key: string, work: (revoked: AbortSignal) => A | Promise<A>): Promise<A> {
    const controller = new AbortController();
    const own = this.#running.get(key) ?? new Map<AbortController, Promise<unknown>>();
    this.#running.set(key, own);
    const working = (async () => work(controller.signal))();
    own.set(controller, working);
    try {
      return await working;
    } finally {
      this.#ending.delete(working);
      own.delete(controller);
      if (own.size === 0) this.#running.delete(key);
    }
  }

  /** Revokes a key; `reason` is for the refusal. */
  revoke(key: string, reason = "the access token was revoked"): void {
    for (const [controller, working] of this.#running.get(key) ?? []) {
      this.#ending.add(working);
      controller.abort(new Refusal(401, reason));
    }
  }

  /** Resolves once everything aborted before the call has ended. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#ending);
  }
}

const unauthorizedText = "401: Unauthorized";

/** Answers that the request's token is missing or not valid, or no longer. */
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

/** The token in a request's `Authorization` header. */
export const bearerOf = (request: IncomingMessage): string | undefined =>
  /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? "")?.[1];

/** Refuses a request without a token, in the log and the audit log too. `problem` is for the log only. */
type RefuseSignIn = (status: number, message: string, problem?: string, reason?: string) => void;

/** Makes the refusal of a route that gives tokens; `line` is the message in the log. */
export const signInRefusal =
  (
    { addressOf, log, audit }: Pick<GuardSetup, "addressOf" | "log" | "audit">,
    command: string,
    line: string,
  ) =>
  (request: IncomingMessage, response: ServerResponse): RefuseSignIn => {
    const address = addressOf(request);
    return (status, message, problem = message, reason) => {
      log.warn({ address, status, problem }, line);
      audit.note("sign_in_failed", { address }, { command, reason: message });
      respondJson(response, status, { message, ...(reason === undefined ? {} : { reason }) });
    };
  };

/** Who sent a request. */
export interface Caller {
  readonly user: User;
  /** Aborts, with a `Refusal`, if the token or session is revoked during the request. */
  readonly revoked: AbortSignal;
  /**
   * Resolves once `revoked` reflects everything revoked before the call; rejects, with a `Refusal`, if that cannot be
   * known.
   */
  readonly upToDate: () => Promise<void>;
  /** Notes for the audit log what the request has done. */
  readonly note: NoteAudit;
}

/** Answers a request of an authenticated user. */
export type CallerHandler = (
  ...request: [...Parameters<Handler>, caller: Caller]
) => ReturnType<Handler>;

/** Passes requests on to a handler, or answers them itself. */
export type Guard = (handle: CallerHandler) => Handler;

/** Dependencies of a guard. */
export interface GuardSetup {
  readonly login: RequestLogin;
  /** Undefined if no other node changes users. */
  readonly admit: Admit | undefined;
  /** The ban in force for an address. */
  readonly banOf: (address: string) => Ban | undefined;
  readonly revocations: Revocations;
  readonly slots: UserSlots;
  readonly addressOf: AddressOf;
  readonly log: RatedLog;
  readonly audit: Audit;
}

/**
 * Passes a request on only with the token of a permitted user in its `Authorization` header, before the body is read.
 * 401 without a valid token; 403, with the end of the ban, while the address is banned; 503 if nobody can identify
 * the user now; 403 for other users.
 */
const guard =
  (mayPass: (user: User) => boolean) =>
  ({ login, admit, banOf, revocations, slots, addressOf, log, audit }: GuardSetup): Guard =>
  (handle) =>
  async (request, response, url) => {
    const address = addressOf(request);
    const refuse = (ban: Ban | undefined): void =>
      ban === undefined
        ? unauthorized(response)
        : respondJson(response, 403, { message: banMessage(ban) });
    const token = bearerOf(request);
    if (token === undefined) return refuse(banOf(address));
    const unavailable = ({ message, problem = message }: Unavailable): Refusal => {
      log.warn({ address, problem }, "a login cannot be checked");
      return new Refusal(503, message);
    };
    const found = await login(token, address, request.headers);
    if (isLeft(found)) {
      const refused = found.left;
      if (refused.kind === "unavailable") {
        const { status, message } = unavailable(refused);
        return respondJson(response, status, { message });
      }
      log.warn({ address, problem: refused.message }, "a login failed");
      audit.note("sign_in_failed", { address }, { reason: refused.message });
      return refuse(refused.ban);
    }
    const { user, key, holds } = found.right;
    // It may have been revoked since the login.
    if (!holds()) return unauthorized(response);
    const full = slots.isOfPerson(request.socket, user, response);
    if (full !== undefined) return respondJson(response, 503, { message: full });
    const actor = { user: user.name, user_id: user.id, may_save: user.admin, address };
    if (!mayPass(user)) {
      const message = "this is for administrators only";
      const command = `${request.method} ${url.pathname}`;
      audit.note("refused", actor, { command, reason: message });
      return respondJson(response, 403, { message });
    }
    const note: NoteAudit = (what, details) => audit.note(what, actor, details);
    const upToDate = async (): Promise<void> => {
      const admitted = await admit?.();
      if (admitted !== undefined && isLeft(admitted)) throw unavailable(admitted.left);
    };
    return revocations.during(key, (revoked) =>
      handle(request, response, url, { user, revoked, upToDate, note }),
    );
  };

/** Guards what only administrators may do. */
export const forAdministrators = guard(({ admin }) => admin);

/** Guards what every user with a token may do. */
export const forUsers = guard(() => true);
