import { setTimeout as sleep } from "node:timers/promises";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { Audit, WayIn } from "../server/audit/audit.ts";
import type { CommandProxyOpener } from "../server/websocket/command.ts";
import type { User } from "./user.ts";
import { networkOf } from "../server/http/client-address.ts";
import type { RatedLog } from "../server/runtime/rated-log.ts";
import { type Ban, type BanKeeper, banMessage, newBan } from "./bans.ts";
import type { Clock } from "../server/runtime/time.ts";
import type { PastLogins } from "./past-logins.ts";
import { type Judge, type LoginLimits, LoginThrottle, NetworkQueues } from "./login-throttle.ts";
import type { KnownUsers } from "./known-users.ts";

/** Somebody who has logged in. */
export interface Person {
  readonly user: User;
  readonly by: WayIn;
  /** Identifies the token or session, among all of the same user. */
  readonly key: string;
  /** Whether it is still valid, as far as is known here: it may have been revoked since. */
  readonly holds: () => boolean;
  /** Takes their commands that are not known here; undefined where these are refused. */
  readonly proxy: CommandProxyOpener | undefined;
}

/** Whose a token is, as Home Assistant says. */
export type Identified =
  | { readonly kind: "known"; readonly person: Person }
  /** The token is not valid. */
  | { readonly kind: "refused"; readonly message: string }
  /** It cannot be found out now; the token may be valid. `problem` is for the log, the message for the peer. */
  | { readonly kind: "unavailable"; readonly message: string; readonly problem?: string };

/** Knows whose the tokens are that the service does not store. */
export interface Identities {
  /** The user of a token, where that was found out a short while ago. Makes no request. A token for one login is spent with it. */
  readonly kept: (token: string, address: string) => Person | undefined;
  /** Whether the service issued the token, so that it is no guess. Makes no request. */
  readonly wasIssuedHere: (token: string) => boolean;
  /** What issued a token of Home Assistant: the same for all tokens that its owner gets one after another. Undefined for any other. Makes no request. */
  readonly issuerOf: (token: string) => string | undefined;
  /** Finds out whose a token is. `wasLetIn`: one of its issuer was accepted from the address before. Undefined where the token is of no known kind. */
  readonly ask: (
    token: string,
    address: string,
    wasLetIn: boolean,
  ) => Promise<Identified> | undefined;
}

/** Asks each in turn whether a token can be one that it knows. */
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

/** Why nobody is logged in, with a sentence for the peer. */
export type LoginRefusal =
  /** The token is not valid, or not any more; `ban` is the one that its address is under, if any. */
  | { readonly kind: "refused"; readonly message: string; readonly ban: Ban | undefined }
  /** It cannot be found out now, so this is no failed login. `problem` is for the log. */
  | { readonly kind: "unavailable"; readonly message: string; readonly problem?: string };

/** Whose a token is cannot be found out now. */
export type Unavailable = Extract<LoginRefusal, { readonly kind: "unavailable" }>;

/** Whose a token is that comes from an address, or why it is nobody's. */
export type Login = (token: string, address: string) => Promise<Either<LoginRefusal, Person>>;

/** Learns what others have changed who share the users; the left is for whoever waits for that. */
export type Admit = () => Promise<Either<Unavailable, void>>;

/** How a login ends, and what is waited for before it is answered. */
interface LoginResult {
  readonly login: Either<LoginRefusal, Person>;
  readonly afterwards?: () => Promise<void>;
}

const refused = (message: string, ban: Ban | undefined): LoginResult => ({
  login: left({ kind: "refused", message, ban }),
});

/** Limits of logins. */
interface AuthenticatorLimits extends LoginLimits {
  /** Logins of one network that wait for those before them. */
  readonly loginsWaiting: number;
}

/** All tablets of a home behind one proxy may log in at once after it was away. */
export const authenticatorLimits = { loginsWaiting: 256 };

/** What logins are judged by. */
interface AuthenticatorSetup {
  readonly users: KnownUsers;
  /** For tokens that the service does not store. */
  readonly identities: Identities | undefined;
  readonly bans: BanKeeper;
  readonly pastLogins: PastLogins;
  readonly limits: AuthenticatorLimits;
  readonly clock: Clock;
  readonly log: RatedLog;
  readonly audit: Audit;
}

/**
 * Decides who a token belongs to. A valid one passes at once; invalid ones of an address are answered later
 * and later, and end in a ban that outlasts a restart and can be lifted. It stops guesses, and no valid token.
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

  /** How many logins have failed, and how many bans last. */
  get figures(): { readonly failures: number; readonly bans: number } {
    return { failures: this.#failures, bans: this.#bans.count };
  }

  /** The ban of an address or of its network, while it lasts. */
  banOf(address: string): Ban | undefined {
    return this.#bans.find(networkOf(address));
  }

  /** Whose a token is, or why it is nobody's; that takes its time after failures of the same address. */
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
    // It was valid once, so it is no guess.
    if (this.#users.hasEnded(token))
      return left({ kind: "refused", message: "the token has ended", ban: undefined });
    // No more guesses of a network are checked at a time than lead to a ban, which then stops those that wait.
    const judged = await this.#queues.during(network, () => this.#judge(token, address, network));
    if (judged === undefined) {
      const message = `too many logins of one address wait: logins-waiting, ${this.#limits.loginsWaiting}, is reached; try again`;
      return left({ kind: "unavailable", message });
    }
    await judged.afterwards?.();
    return judged.login;
  }

  async #judge(token: string, address: string, network: string): Promise<LoginResult> {
    const ban = this.#bans.find(network);
    const issuer = this.#identities?.issuerOf(token);
    // Others behind the same address have guessed nothing.
    const wasLetIn = issuer !== undefined && this.#pastLogins.has(network, issuer);
    if (ban !== undefined && !wasLetIn && this.#identities?.wasIssuedHere(token) !== true) {
      if (issuer === undefined) return refused(banMessage(ban), ban);
      // It may be valid, and a client would give it up if it were refused.
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

  /** Counts a failure of another kind, such as a wrong code, as a failed login; resolves when it is to be answered. */
  async failed(address: string, judge: Judge): Promise<void> {
    await this.#fail(networkOf(address), judge)();
  }

  /** Counts a failed login, which may end in a ban; what it returns resolves when it is to be answered. */
  #fail(network: string, judge: Judge): () => Promise<void> {
    this.#failures += 1;
    const now = this.#clock.elapsed();
    const delay = this.#throttle.delayMs(network, now);
    // Counted before the wait, so that no more than lead to a ban wait at a time.
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
