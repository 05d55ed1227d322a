import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { TaskEither } from "fp-ts/lib/TaskEither.js";
import type { Logger } from "pino";
import type { Boundary, Guarded } from "../server/runtime/boundary.ts";
import { coalescing, SharedAnswers } from "../server/runtime/coalescing.ts";
import { networkOf } from "../server/http/client-address.ts";
import { type Clock, hourMs, minuteMs } from "../server/runtime/time.ts";
import { hashToken, newToken, nextToEvict, type User } from "./user.ts";
import type { Granted, OAuth, TokenSource, TokenSources } from "./home-assistant-tokens.ts";
import {
  type HomeAssistantProblem,
  homeAssistantProblem,
} from "../home-assistant/upstream/status.ts";
import type { SessionWrite, StoredSession, SessionStore } from "./session-store.ts";
import {
  type RefusalLimits,
  Refusals,
  type TooManyRefused,
} from "../home-assistant/upstream/refusals.ts";

/** Limits of sessions, in milliseconds where they are times. */
interface SessionLimits extends RefusalLimits {
  /** How many are kept. */
  readonly sessions: number;
  /** Time without use until a session ends. */
  readonly sessionMs: number;
  /** Time between two checks of a session in use. */
  readonly homeAssistantCheckMs: number;
}

/** A large home has dozens of browsers per person; a key of etcd holds three times as many sessions. */
export const sessionLimits = { sessions: 1000 };

/** Dependencies of sessions. */
interface SessionsSetup {
  readonly store: SessionStore;
  readonly oauth: OAuth;
  /** The user of an access token that was just issued for an address; a left if they may not log in with it. */
  readonly whoIs: (
    accessToken: string,
    address: string,
  ) => Promise<Either<HomeAssistantProblem, Pick<User, "id">>>;
  readonly limits: SessionLimits;
  readonly clock: Pick<Clock, "elapsed">;
  readonly boundary: Boundary;
  readonly log: Logger;
  /** Called when a session has ended, to end its connections and requests. */
  readonly onEnded: (key: string) => void;
}

/** Why there is no session: Home Assistant refuses or is away, or the session cannot be stored. */
export type SignInProblem =
  | HomeAssistantProblem
  | TooManyRefused
  | { readonly kind: "not-kept"; readonly message: string };

/** The outcome of ending a session. */
type SessionEnd = "ended" | "unkept" | "unknown";

/** Tells a session's token from a long-lived one, for the page and in logs. */
const prefix = "session.";

/** How often a pending revocation is retried. */
const revocationRetryMs = minuteMs;

const keyOf = (hash: string): string => `session:${hash}`;

/** What is known of a session in memory only. */
interface Current {
  readonly granted: Granted;
  readonly at: number;
}

/**
 * The sign-ins on the page: each has a refresh token of Home Assistant, which stays here, and a token of our own for
 * the browser. A session ends on sign-out, when Home Assistant says so, or unused for too long; if there are too
 * many, the user with the most loses the one unused for longest.
 */
export class Sessions {
  readonly #setup: SessionsSetup;
  readonly #current = new Map<string, Current>();
  readonly #codes: Refusals;
  /**
   * Concurrent requests for a session's access token share the answer: Home Assistant checks the user when the token
   * is used.
   */
  readonly #asking = new SharedAnswers<string, Either<HomeAssistantProblem, string>>();
  /** Ends unused sessions, and revokes the refresh tokens of ended ones in Home Assistant. */
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
      "sessions could not be maintained",
      coalescing(() => this.#tell()),
    );
  }

  /** Starts to revoke the refresh tokens of ended sessions, and to end unused ones. */
  start(): void {
    const pauseMs = Math.min(revocationRetryMs, this.#setup.limits.sessionMs);
    this.#timer = setInterval(this.#lookAfter, pauseMs).unref();
    this.#lookAfter();
  }

  /** The source of a session's token; undefined for other tokens. */
  readonly sourceOf: TokenSources = (token): TokenSource | undefined => {
    if (!token.startsWith(prefix)) return undefined;
    const hash = hashToken(token);
    const holds = (): boolean => this.#setup.store.get(hash) !== undefined;
    if (!holds()) return undefined;
    return { key: keyOf(hash), isGivenHere: true, holds, accessToken: this.#accessToken(hash) };
  };

  /**
   * Begins a session with a code of Home Assistant, for a client at `address`. The right is its token, returned only
   * now.
   */
  begin(code: string, clientId: string, address: string): TaskEither<SignInProblem, string> {
    return async () => {
      const { store, oauth, whoIs } = this.#setup;
      // Home Assistant counts a wrong code as a failed login too (`auth/__init__.py`, `TokenView`).
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
   * Ends the session of a token: here before this returns, in Home Assistant as soon as it answers. `unknown`: the
   * token looks like a session's, but there is no such session, and nothing was done. `unkept`: the end cannot be
   * written yet, so a restart would bring the session back.
   */
  async end(token: string): Promise<SessionEnd> {
    if (!token.startsWith(prefix)) return "ended";
    const hash = hashToken(token);
    if (this.#setup.store.get(hash) === undefined) return "unknown";
    return isLeft(await this.#end(hash, true)) ? "unkept" : "ended";
  }

  /** Resolves once nothing more will be written. The next start sends the remaining revocations. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#setup.store.close();
  }

  #accessToken(hash: string): TaskEither<HomeAssistantProblem, string> {
    return async () => {
      const { homeAssistantCheckMs } = this.#setup.limits;
      const current = this.#current.get(hash);
      // Half the check interval: connections of a session share an answer, yet no check gets an old one.
      const maxMs = Math.min(homeAssistantCheckMs / 2, current?.granted.forMs ?? 0);
      if (current !== undefined && this.#setup.clock.elapsed() - current.at < maxMs)
        return right(current.granted.accessToken);
      return this.#asking.to(hash, () => this.#refresh(hash));
    };
  }

  async #refresh(hash: string): Promise<Either<HomeAssistantProblem, string>> {
    const { store, oauth } = this.#setup;
    const session = store.get(hash);
    if (session === undefined) return left(homeAssistantProblem.invalidAuth("the session is over"));
    const granted = await oauth.refresh(session.refresh_token, session.client_id)();
    if (isLeft(granted)) {
      if (granted.left.kind === "invalid-auth") {
        this.#setup.log.info({ problem: granted.left.message }, "Home Assistant ended a session");
        await this.#end(hash, false);
      }
      return granted;
    }
    if (store.get(hash) === undefined)
      return left(homeAssistantProblem.invalidAuth("the session is over"));
    this.#keep(hash, granted.right);
    this.#used(session);
    return right(granted.right.accessToken);
  }

  #keep(hash: string, granted: Granted): void {
    this.#current.set(hash, { granted, at: this.#setup.clock.elapsed() });
  }

  /** Ends a session of the user with the most, so that nobody can sign others out by signing in repeatedly. */
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

  #used(session: StoredSession): void {
    const { store, limits } = this.#setup;
    // The accuracy with which a session's last use is stored.
    const exactMs = Math.min(hourMs, limits.sessionMs / 4);
    if (Date.now() - Date.parse(session.used_at) < exactMs) return;
    this.#setup.boundary("a use of a session could not be saved", () =>
      store.used(session.token_sha256),
    )();
  }

  async #end(hash: string, telling: boolean): SessionWrite {
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
      // Home Assistant itself drops a token that was not used for long.
      if (isLeft(told) && Date.parse(first.ended_at) > oldest) return;
      await store.settle([first]);
    }
  }
}
