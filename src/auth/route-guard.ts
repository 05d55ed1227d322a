import type { IncomingMessage, ServerResponse } from "node:http";
import { isLeft } from "fp-ts/lib/Either.js";
import { type Handler, Refusal, respondJson } from "../server/http/routes.ts";
import type { Audit, Note } from "../server/audit/audit.ts";
import type { RatedLog } from "../server/runtime/rated-log.ts";
import type { Admit, Login, Unavailable } from "./authenticator.ts";
import { type Ban, banMessage } from "./bans.ts";
import type { User } from "./user.ts";
import type { AddressOf } from "../server/http/client-address.ts";
import type { ConnectionSlots } from "../server/http/connection-slots.ts";

/** Ends the requests that go on with what is revoked, such as a token; they are told apart by its key. */
export class Revocations {
  readonly #running = new Map<string, Map<AbortController, Promise<unknown>>>();
  /** What is to end, and has not yet. */
  readonly #ending = new Set<Promise<unknown>>();

  /** Does some work with what has a key; its signal aborts, with a `Refusal`, when that is revoked before the end. */
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

  /** What has that key is revoked, or has ended, as `reason` says. */
  revoke(key: string, reason = "the access token was revoked"): void {
    for (const [controller, working] of this.#running.get(key) ?? []) {
      this.#ending.add(working);
      controller.abort(new Refusal(401, reason));
    }
  }

  /** Resolves when everything that was to end by now has ended. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#ending);
  }
}

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

/** Refuses a request that gives no token, as the log and the audit log hear. `problem` is for the log alone. */
type RefuseSignIn = (status: number, message: string, problem?: string, reason?: string) => void;

/** What refuses requests to a route that gives tokens; `line` is the message in the log. */
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
  /** Aborts, with a `Refusal`, when the token or session is revoked while the request is being answered. */
  readonly revoked: AbortSignal;
  /** Resolves when `revoked` has told of all that was revoked before the call; rejects, with a `Refusal`, where that cannot be known. */
  readonly upToDate: () => Promise<void>;
  /** Notes what was done by this request, once it is. */
  readonly note: Note;
}

/** Answers a request of somebody who is known. */
export type CallerHandler = (
  ...request: [...Parameters<Handler>, caller: Caller]
) => ReturnType<Handler>;

/** Lets requests through to a handler, or answers them itself. */
export type Guard = (handle: CallerHandler) => Handler;

/** What a guard needs of the service around it. */
export interface GuardSetup {
  readonly login: Login;
  /** Undefined where no other node changes users. */
  readonly admit: Admit | undefined;
  /** The ban of an address, while it lasts. */
  readonly banOf: (address: string) => Ban | undefined;
  readonly revocations: Revocations;
  readonly slots: ConnectionSlots;
  readonly addressOf: AddressOf;
  readonly log: RatedLog;
  readonly audit: Audit;
}

/**
 * Lets a request through only with a token of somebody who may do it, in its `Authorization` header. It is decided
 * before anything of the body is read: 401 without a valid token, or 403 and until when while its address
 * is banned; 503 where nobody can tell whose the token is; 403 for anybody else.
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
      log.warn({ address, problem }, "a login cannot be judged");
      return new Refusal(503, message);
    };
    const found = await login(token, address);
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
    // It may have been revoked since it was found.
    if (!holds()) return unauthorized(response);
    const full = slots.isOfPerson(request.socket, user);
    if (full !== undefined) return respondJson(response, 503, { message: full });
    const actor = { user: user.name, user_id: user.id, may_save: user.admin, address };
    if (!mayPass(user)) {
      const message = "this is for administrators only";
      const command = `${request.method} ${url.pathname}`;
      audit.note("refused", actor, { command, reason: message });
      return respondJson(response, 403, { message });
    }
    const note: Note = (what, details) => audit.note(what, actor, details);
    const upToDate = async (): Promise<void> => {
      const admitted = await admit?.();
      if (admitted !== undefined && isLeft(admitted)) throw unavailable(admitted.left);
    };
    return revocations.during(key, (revoked) =>
      handle(request, response, url, { user, revoked, upToDate, note }),
    );
  };

/** The guard of what is for administrators only. */
export const forAdministrators = guard(({ admin }) => admin);

/** The guard of what is for everybody with a token. */
export const forUsers = guard(() => true);
