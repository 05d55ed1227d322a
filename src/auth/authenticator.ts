import { setTimeout as sleep } from "node:timers/promises";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { Audit, SignInMethod } from "../server/audit/audit.ts";
import type { CommandProxyOpener } from "../server/websocket/command.ts";
import type { User } from "./user.ts";
import { networkOf } from "../server/http/client-address.ts";
import type { RatedLog } from "../server/runtime/rated-log.ts";
import { type Ban, type BanKeeper, banMessage, newBan } from "./bans.ts";
import type { Clock } from "../server/runtime/time.ts";
import type { PastLogins } from "./past-logins.ts";
import {
  type LoginAuthority,
  type LoginLimits,
  LoginThrottle,
  NetworkQueues,
} from "./login-throttle.ts";
import type { KnownUsers } from "./known-users.ts";

/** Somebody who has logged in. */
export interface Person {
  readonly user: User;
  readonly by: SignInMethod;
  /** Equal for all logins with the same token or session; a user's other tokens have other keys. */
  readonly key: string;
  /** Whether the login is still valid, without a request: another node may have revoked it. */
  readonly holds: () => boolean;
  /** Forwards commands that this service does not know; undefined if they are refused. */
  readonly proxy: CommandProxyOpener | undefined;
}

/** Who a token belongs to, according to Home Assistant. */
export type Identified =
  | { readonly kind: "known"; readonly person: Person }
  /** The token is not valid. */
  | { readonly kind: "refused"; readonly message: string }
  /** The user is unknown for now; the token may be valid. `problem` is for the log, `message` for the peer. */
  | { readonly kind: "unavailable"; readonly message: string; readonly problem?: string };

/** Identifies the users of tokens that the service does not store. */
export interface Identities {
  /**
   * The user of a recently identified token, without a request. A token that is valid for one login counts as used after
   * this call.
   */
  readonly kept: (token: string, address: string) => Person | undefined;
  /** Whether the service issued the token, which rules out a guess. Makes no request. */
  readonly wasIssuedHere: (token: string) => boolean;
  /**
   * The issuer of a Home Assistant token: the same for all tokens that one refresh token gives; undefined for other
   * tokens. Makes no request.
   */
  readonly issuerOf: (token: string) => string | undefined;
  /**
   * Identifies a token's user. `wasLetIn`: a token of the same issuer was accepted from this address before.
   * Undefined if the token is of an unknown kind.
   */
  readonly ask: (
    token: string,
    address: string,
    wasLetIn: boolean,
  ) => Promise<Identified> | undefined;
}

/** Asks each in turn until one recognizes the token. */
export const firstIdentified = (all: readonly Identities[]): Identities => {
  const first = <A>(look: (each: Identities) => A | undefined): A | undefined => {
    for (const each of all) {
      const found = look(each);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return {
    kept: (token, address) => first((each) => each.kept(token, address)),
    wasIssuedHere: (token) => all.some((each) => each.wasIssuedHere(token)),
    issuerOf: (token) => first((each) => each.issuerOf(token)),
    ask: (token, address, wasLetIn) => first((each) => each.ask(token, address, wasLetIn)),
  };
};

/** Why a login failed, with a sentence for the peer. */
export type LoginRefusal =
  /** The token is not valid, or no longer; `ban` is the ban of the address, if any. */
  | { readonly kind: "refused"; readonly message: string; readonly ban: Ban | undefined }
  /** The user is unknown for now, so this is not a failed login. `problem` is for the log, `code` for programs. */
  | {
      readonly kind: "unavailable";
      readonly message: string;
      readonly problem?: string;
      readonly code?: "suspended";
    };

/** The user of a token cannot be determined now. */
export type Unavailable = Extract<LoginRefusal, { readonly kind: "unavailable" }>;

/** Identifies the user of a token sent from an address. Left: why the login fails. */
export type Login = (token: string, address: string) => Promise<Either<LoginRefusal, Person>>;

/** Catches up with the users that other nodes have changed; the left is for the waiting peer. */
export type Admit = () => Promise<Either<Unavailable, void>>;

/** The outcome of a login, and the delay before its answer. */
interface LoginResult {
  readonly login: Either<LoginRefusal, Person>;
  readonly afterwards?: () => Promise<void>;
}

const refused = (message: string, ban: Ban | undefined): LoginResult => ({
  login: left({ kind: "refused", message, ban }),
});

/** Limits of logins. */
interface AuthenticatorLimits extends LoginLimits {
  /** Waiting logins per network. */
  readonly loginsWaiting: number;
}

/** All tablets of a home behind one proxy may log in at once after an outage. */
export const authenticatorLimits = { loginsWaiting: 256 };

/** Dependencies of the authenticator. */
interface AuthenticatorSetup {
  readonly users: KnownUsers;
  /** Identify tokens that the service does not store. */
  readonly identities: Identities | undefined;
  readonly bans: BanKeeper;
  readonly pastLogins: PastLogins;
  readonly limits: AuthenticatorLimits;
  readonly clock: Clock;
  readonly log: RatedLog;
  readonly audit: Audit;
}

/**
 * Identifies the users of tokens. A valid token passes at once. Invalid ones from one address get ever later answers,
 * then a ban, which survives a restart and can be lifted. This stops guesses, never valid tokens.
 */
export class Authenticator {
  readonly #users: KnownUsers;
  readonly #identities: Identities | undefined;
  readonly #queues: NetworkQueues;
  readonly #bans: BanKeeper;
  readonly #limits: AuthenticatorLimits;
  readonly #throttle: LoginThrottle;
  readonly #pastLogins: PastLogins;
  readonly #clock: Clock;
  readonly #log: RatedLog;
  #failures = 0;
  readonly #audit: Audit;

  constructor(setup: AuthenticatorSetup) {
    const { users, identities, bans, pastLogins, limits, clock, log, audit } = setup;
    this.#users = users;
    this.#identities = identities;
    this.#queues = new NetworkQueues(limits.loginFailures, limits.loginsWaiting);
    this.#bans = bans;
    this.#pastLogins = pastLogins;
    this.#limits = limits;
    this.#throttle = new LoginThrottle(limits);
    this.#clock = clock;
    this.#log = log;
    this.#audit = audit;
  }

  /** The number of failed logins, and of bans in force. */
  get figures(): { readonly failures: number; readonly bans: number } {
    return { failures: this.#failures, bans: this.#bans.count };
  }

  /** The ban in force for an address or its network. */
  banOf(address: string): Ban | undefined {
    return this.#bans.find(networkOf(address));
  }

  /** Identifies the user of a token. Answers late after failures from the same address. Left: why the login fails. */
  async login(token: string, address: string): Promise<Either<LoginRefusal, Person>> {
    const network = networkOf(address);
    const user = this.#users.find(token);
    const known =
      user === undefined
        ? this.#identities?.kept(token, address)
        : {
            user,
            by: "token" as const,
            key: user.id,
            holds: () => this.#users.find(token) !== undefined,
            proxy: undefined,
          };
    if (known !== undefined) {
      this.#throttle.succeeded(network, "service");
      const issuer = user === undefined ? this.#identities?.issuerOf(token) : undefined;
      if (issuer !== undefined) this.#pastLogins.remember(network, issuer, known.user.id);
      return right(known);
    }
    // The token was valid once, so it is not a guess.
    if (this.#users.hasEnded(token))
      return left({ kind: "refused", message: "the token has ended", ban: undefined });
    // At most as many guesses of a network are checked at a time as lead to a ban; the ban then stops those that wait.
    const judged = await this.#queues.during(network, () => this.#judge(token, address, network));
    if (judged === undefined) {
      const message = `too many logins from one address wait: logins-waiting, ${this.#limits.loginsWaiting}, is reached; try again`;
      return left({ kind: "unavailable", message });
    }
    await judged.afterwards?.();
    return judged.login;
  }

  async #judge(token: string, address: string, network: string): Promise<LoginResult> {
    const ban = this.#bans.find(network);
    const issuer = this.#identities?.issuerOf(token);
    // Other devices behind the same address have guessed nothing.
    const wasLetIn = issuer !== undefined && this.#pastLogins.has(network, issuer);
    if (ban !== undefined && !wasLetIn && this.#identities?.wasIssuedHere(token) !== true) {
      if (issuer === undefined) return refused(banMessage(ban), ban);
      // The token may be valid, and a client would discard it after a refusal.
      return { login: left({ kind: "unavailable", message: banMessage(ban) }) };
    }
    const identified = await this.#identities?.ask(token, address, wasLetIn);
    if (identified?.kind === "known") {
      const { person } = identified;
      this.#throttle.succeeded(network, "home-assistant");
      if (issuer !== undefined) this.#pastLogins.remember(network, issuer, person.user.id);
      return { login: right(person) };
    }
    if (identified?.kind === "unavailable") return { login: left(identified) };
    if (issuer !== undefined) this.#pastLogins.forget(network, issuer);
    if (ban !== undefined) return refused(banMessage(ban), ban);
    return {
      ...refused(identified?.message ?? "the access token is not valid", undefined),
      afterwards: this.#fail(network, identified === undefined ? "service" : "home-assistant"),
    };
  }

  /** Counts another failure, such as a wrong code, as a failed login; resolves when it may be answered. */
  async failed(address: string, judge: LoginAuthority): Promise<void> {
    await this.#fail(networkOf(address), judge)();
  }

  /** Counts a failed login, which may lead to a ban. The returned function resolves when it may be answered. */
  #fail(network: string, judge: LoginAuthority): () => Promise<void> {
    this.#failures += 1;
    const now = this.#clock.elapsed();
    const delay = this.#throttle.delayMs(network, now);
    // Counted before the delay, so that at most as many wait as lead to a ban.
    const failures = this.#throttle.failed(network, judge, now);
    const kept = failures === undefined ? undefined : this.#ban(network, failures);
    return async () => {
      await kept;
      if (delay > 0) await sleep(delay, undefined, { ref: false });
    };
  }

  #ban(address: string, failures: number): Promise<void> {
    const ban = newBan(address, this.#clock.now(), this.#limits.banMs, failures);
    const { until } = ban;
    this.#log.warn({ address, until, failures }, "an address is banned after failed logins");
    this.#audit.note("banned", { address }, { reason: `${failures} failed logins` });
    return this.#bans.add(ban);
  }
}
