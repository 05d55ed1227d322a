import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { TaskEither } from "fp-ts/lib/TaskEither.js";
import type { Logger } from "pino";
import type { Boundary, Guarded } from "../server/runtime/boundary.ts";
import { coalescing, SharedAnswers } from "../server/runtime/coalescing.ts";
import { networkOf } from "../server/http/client-address.ts";
import { type Clock, hourMs, minuteMs } from "../server/runtime/time.ts";
import { hashToken, newToken, nextToEvict, type User } from "./user.ts";
import type { Granted, OAuth, TokenSource, TokenSources } from "./home-assistant-tokens.ts";
import { type HassProblem, hassProblem } from "../home-assistant/upstream/status.ts";
import type { Kept, KeptSession, SessionStore } from "./session-store.ts";
import {
  type RefusalLimits,
  Refusals,
  type TooManyRefused,
} from "../home-assistant/upstream/refusals.ts";

/** Limits of sessions. Times are milliseconds. */
interface SessionLimits extends RefusalLimits {
  /** How many are kept. */
  readonly sessions: number;
  /** Time without use after which one is ended. */
  readonly sessionMs: number;
  /** Time between two checks of a session in use. */
  readonly homeAssistantCheckMs: number;
}

/** For each person of a large home some dozens of browsers; as many fit one key of etcd three times. */
export const sessionLimits = { sessions: 1000 };

/** What sessions are built on. */
interface SessionsSetup {
  readonly store: SessionStore;
  readonly oauth: OAuth;
  /** Whose an access token is that somebody at an address has just got; a left where they may not come in with it. */
  readonly whoIs: (
    accessToken: string,
    address: string,
  ) => Promise<Either<HassProblem, Pick<User, "id">>>;
  readonly limits: SessionLimits;
  readonly clock: Pick<Clock, "elapsed">;
  readonly boundary: Boundary;
  readonly log: Logger;
  /** A session is over: whatever uses it is to end. */
  readonly onEnded: (key: string) => void;
}

/** Why there is no session: what Home Assistant says, or that it cannot be kept here. */
export type SignInProblem =
  | HassProblem
  | TooManyRefused
  | { readonly kind: "not-kept"; readonly message: string };

/** What became of the end of a session. */
type SessionEnd = "ended" | "unkept" | "unknown";

/** By this the page, and whoever reads a log, tells the token of a session from a long-lived one. */
const prefix = "session.";

/** How often Home Assistant is told of ended sessions of which it could not be told yet. */
const tellAgainMs = minuteMs;

const keyOf = (hash: string): string => `session:${hash}`;

/** What is known of a session only while the service runs. */
interface Current {
  readonly granted: Granted;
  readonly at: number;
}

/**
 * The sign-ins on the page: each is a refresh token of Home Assistant, which stays here, and a token of our
 * own for the browser. A session ends when somebody signs out, when Home Assistant says so, when it was not
 * used for long, or, of too many, as the one that was unused for longest of the user who has the most.
 */
export class Sessions {
  readonly #setup: SessionsSetup;
  readonly #current = new Map<string, Current>();
  readonly #codes: Refusals;
  /** Whether the user still is who they were, Home Assistant says to whoever uses the token: the same one does for all who ask. */
  readonly #asking = new SharedAnswers<string, Either<HassProblem, string>>();
  /** Ends what was not used for long, and tells Home Assistant of what has ended, soon. */
  readonly #lookAfter: Guarded;
  #timer: NodeJS.Timeout | undefined;

  constructor(setup: SessionsSetup) {
    this.#setup = setup;
    this.#codes = new Refusals(setup.limits, setup.clock);
    setup.store.whenEnded((hash) => {
      this.#current.delete(hash);
      setup.onEnded(keyOf(hash));
    });
    this.#lookAfter = setup.boundary(
      "sessions could not be looked after",
      coalescing(() => this.#tell()),
    );
  }

  /** From now on Home Assistant is told of what has ended, and sessions end that are not used. */
  start(): void {
    const pauseMs = Math.min(tellAgainMs, this.#setup.limits.sessionMs);
    this.#timer = setInterval(this.#lookAfter, pauseMs).unref();
    this.#lookAfter();
  }

  /** The source of a session's token; undefined for what is none. */
  readonly sourceOf: TokenSources = (token): TokenSource | undefined => {
    if (!token.startsWith(prefix)) return undefined;
    const hash = hashToken(token);
    const holds = (): boolean => this.#setup.store.get(hash) !== undefined;
    if (!holds()) return undefined;
    return { key: keyOf(hash), isGivenHere: true, holds, accessToken: this.#accessToken(hash) };
  };

  /** Begins a session, for somebody at an address, with a code of Home Assistant; the right is its token, which is told this once. */
  begin(code: string, clientId: string, address: string): TaskEither<SignInProblem, string> {
    return async () => {
      const { store, oauth, whoIs } = this.#setup;
      // Home Assistant counts a wrong code as a failed login, too (`auth/__init__.py`, `TokenView`).
      const from = { network: networkOf(address) };
      const signedIn = await this.#codes.during(from, oauth.exchange(code, clientId));
      if (isLeft(signedIn)) return signedIn;
      const { refreshToken, ...granted } = signedIn.right;
      const user = await whoIs(granted.accessToken, address);
      if (isLeft(user)) {
        await store.giveBack(refreshToken);
        this.#lookAfter();
        return user;
      }
      const token = `${prefix}${newToken()}`;
      const hash = hashToken(token);
      const now = new Date().toISOString();
      const kept = await store.begin({
        token_sha256: hash,
        refresh_token: refreshToken,
        user_id: user.right.id,
        client_id: clientId,
        created_at: now,
        used_at: now,
      });
      if (isLeft(kept)) {
        await this.#end(hash, true);
        return left({ kind: "not-kept", message: kept.left });
      }
      this.#keep(hash, granted);
      await this.#makeRoom();
      return right(token);
    };
  }

  /**
   * Ends the session of a token: here before this returns, and in Home Assistant as soon as that can be told.
   * `unknown`, with nothing done: the token looks like one of a session, and none is known here. `unkept`: it cannot
   * be written yet that it has ended, so that a restart would bring it back.
   */
  async end(token: string): Promise<SessionEnd> {
    if (!token.startsWith(prefix)) return "ended";
    const hash = hashToken(token);
    if (this.#setup.store.get(hash) === undefined) return "unknown";
    return isLeft(await this.#end(hash, true)) ? "unkept" : "ended";
  }

  /** Resolves when nothing is written any more. What Home Assistant is still to be told, the next start tells. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#setup.store.close();
  }

  #accessToken(hash: string): TaskEither<HassProblem, string> {
    return async () => {
      const { homeAssistantCheckMs } = this.#setup.limits;
      const current = this.#current.get(hash);
      // Half of the time between two checks: several connections of a session share an answer, and no check gets an old one.
      const mostMs = Math.min(homeAssistantCheckMs / 2, current?.granted.forMs ?? 0);
      if (current !== undefined && this.#setup.clock.elapsed() - current.at < mostMs)
        return right(current.granted.accessToken);
      return this.#asking.to(hash, () => this.#refresh(hash));
    };
  }

  async #refresh(hash: string): Promise<Either<HassProblem, string>> {
    const { store, oauth } = this.#setup;
    const session = store.get(hash);
    if (session === undefined) return left(hassProblem.invalidAuth("the session is over"));
    const granted = await oauth.refresh(session.refresh_token, session.client_id)();
    if (isLeft(granted)) {
      if (granted.left.kind === "invalid-auth") {
        this.#setup.log.info({ problem: granted.left.message }, "Home Assistant ended a session");
        await this.#end(hash, false);
      }
      return granted;
    }
    if (store.get(hash) === undefined) return left(hassProblem.invalidAuth("the session is over"));
    this.#keep(hash, granted.right);
    this.#used(session);
    return right(granted.right.accessToken);
  }

  #keep(hash: string, granted: Granted): void {
    this.#current.set(hash, { granted, at: this.#setup.clock.elapsed() });
  }

  /** A session of whoever has the most makes room, so that nobody can sign others out by signing in again and again. */
  async #makeRoom(): Promise<void> {
    const { store, limits, log } = this.#setup;
    while (store.all.length > limits.sessions) {
      const unused = store.all.toSorted(
        (one, other) => Date.parse(one.used_at) - Date.parse(other.used_at),
      );
      const first = nextToEvict(unused, ({ user_id, token_sha256 }) => user_id ?? token_sha256);
      if (first === undefined) return;
      log.info(
        { user: first.user_id },
        "a session was dropped: there are more than sessions allows",
      );
      await this.#end(first.token_sha256, true);
    }
  }

  #used(session: KeptSession): void {
    const { store, limits } = this.#setup;
    // So exactly it is kept when a session was used last.
    const exactMs = Math.min(hourMs, limits.sessionMs / 4);
    if (Date.now() - Date.parse(session.used_at) < exactMs) return;
    this.#setup.boundary("a use of a session could not be kept", () =>
      store.used(session.token_sha256),
    )();
  }

  async #end(hash: string, telling: boolean): Kept {
    const removed = await this.#setup.store.remove(hash, telling);
    if (telling) this.#lookAfter();
    return removed;
  }

  async #tell(): Promise<void> {
    const { store, oauth, limits } = this.#setup;
    const oldest = Date.now() - limits.sessionMs;
    await store.removeUnused(oldest);
    for (let [first] = store.ended; first !== undefined; [first] = store.ended) {
      const told = await oauth.revoke(first.refresh_token)();
      // Home Assistant itself forgets a token that was not used for long.
      if (isLeft(told) && Date.parse(first.ended_at) > oldest) return;
      await store.settle([first]);
    }
  }
}
