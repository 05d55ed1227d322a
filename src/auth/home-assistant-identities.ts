import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { type Boundary, type Guarded, unexpectedError } from "../server/runtime/boundary.ts";
import { BoundedMap } from "../server/runtime/bounded-map.ts";
import { RetryTimer } from "../server/runtime/retry-timer.ts";
import { coalescing, SharedAnswers } from "../server/runtime/coalescing.ts";
import type { Identified, Identities, Person } from "./authenticator.ts";
import type { User } from "./user.ts";
import { type CloseReason, closeReasons } from "../server/websocket/close.ts";
import { networkOf } from "../server/http/client-address.ts";
import { fetchCurrentUser, type LocalOnly } from "./home-assistant-users.ts";
import { UpstreamProxy } from "../home-assistant/proxy/upstream-proxy.ts";
import { type HomeAssistantProblem, wordsFor } from "../home-assistant/upstream/status.ts";
import type {
  LoginSource,
  LoginFamiliarity,
  Refusals,
  TooManyRefused,
} from "../home-assistant/upstream/refusals.ts";
import type { TokenSource, TokenSources } from "./home-assistant-tokens.ts";
import type { UpstreamConnection, UpstreamContext } from "../home-assistant/upstream/connection.ts";

const rightsOf = ({ id, admin, owner, control, positions = false }: User): string =>
  JSON.stringify([id, admin, owner, control, positions]);

/** The user to watch, and the connection to close. */
interface WatchSetup {
  readonly identify: () => Promise<Identified>;
  /** The user at sign-in. */
  readonly user: User;
  readonly everyMs: number;
  readonly close: (why: CloseReason) => void;
  readonly boundary: Boundary;
}

/** Checks at intervals that the user of a connection still has the same rights, and closes the connection otherwise. */
export class IdentityWatch {
  readonly #setup: WatchSetup;
  /** Checks now, or again after a check in progress. */
  readonly look: Guarded;
  readonly #timer: RetryTimer;
  #isOver = false;

  constructor(setup: WatchSetup) {
    this.#setup = setup;
    this.look = setup.boundary(
      "the user of a connection could not be checked",
      coalescing(() => this.#lookOnce()),
    );
    this.#timer = new RetryTimer(this.look);
    this.#timer.start(setup.everyMs);
  }

  async #lookOnce(): Promise<void> {
    if (this.#isOver) return;
    this.#timer.stop();
    const { identify, everyMs } = this.#setup;
    this.#judge(await identify().finally(() => this.#timer.start(everyMs)));
  }

  /** The token is no longer valid. */
  revoked(): void {
    if (!this.#isOver) this.#setup.close(closeReasons.tokenRevoked);
  }

  end(): void {
    this.#isOver = true;
    this.#timer.close();
  }

  #judge(identified: Identified): void {
    if (this.#isOver) return;
    const { user, close } = this.#setup;
    switch (identified.kind) {
      case "known":
        if (rightsOf(identified.person.user) !== rightsOf(user)) close(closeReasons.rightsChanged);
        return;
      case "refused":
        return close(closeReasons.tokenRefused(identified.message));
      case "unavailable":
        // Home Assistant does not answer: the connection stays.
        return;
    }
  }
}

/** Answers kept at a time, each with its connection; the oldest go first. */
const maxKept = 1000;

/** An answer of Home Assistant, valid while the connection that brought it is open. */
interface CachedIdentity {
  readonly user: User;
  readonly connection: UpstreamConnection;
  readonly timer: NodeJS.Timeout;
}

const endKept = ({ connection, timer }: CachedIdentity): void => {
  clearTimeout(timer);
  connection.close();
};

const notIdentified = (problem: HomeAssistantProblem | TooManyRefused): Identified => {
  if (problem.kind === "too-many-refused") return { ...problem, kind: "unavailable" };
  const message = wordsFor(problem);
  return problem.kind === "invalid-auth"
    ? { kind: "refused", message }
    : { kind: "unavailable", message, problem: problem.message };
};

/**
 * The users of Home Assistant, which identifies a token by a login with it. An answer is kept for
 * `home-assistant-check-ms`, and ends with its connection, which Home Assistant closes when it revokes the token.
 */
export class HomeAssistantIdentities implements Identities {
  readonly #context: UpstreamContext;
  readonly #sources: readonly TokenSources[];
  readonly #localOnly: LocalOnly;
  readonly #kept = new BoundedMap<string, CachedIdentity>(maxKept, (_key, kept) => endKept(kept));
  /**
   * Logins share a pending answer: it is valid while its connection is open, and the end of that checks every user
   * again.
   */
  readonly #looking = new SharedAnswers<
    string,
    Either<HomeAssistantProblem | TooManyRefused, User>
  >();
  readonly #refusals: Refusals;
  readonly #watches = new Map<string, Set<IdentityWatch>>();

  /** The first of `sources` that recognizes a token decides. */
  constructor(
    context: UpstreamContext,
    sources: readonly TokenSources[],
    localOnly: LocalOnly,
    refusals: Refusals,
  ) {
    this.#context = context;
    this.#sources = sources;
    this.#localOnly = localOnly;
    this.#refusals = refusals;
  }

  kept(token: string, address: string): Person | undefined {
    const source = this.#sourceOf(token);
    if (source === undefined) return undefined;
    const user = this.#kept.get(source.key)?.user;
    return user !== undefined && this.#localOnly.isKnownToPass(user, address)
      ? this.#person(source, user, address)
      : undefined;
  }

  wasIssuedHere(token: string): boolean {
    return this.#sourceOf(token)?.isGivenHere === true;
  }

  issuerOf(token: string): string | undefined {
    // Home Assistant issues tokens that last half an hour, one after another.
    return this.#sourceOf(token)?.issuer;
  }

  ask(token: string, address: string, wasLetIn: boolean): Promise<Identified> | undefined {
    const source = this.#sourceOf(token);
    return source && this.#identify(source, address, wasLetIn);
  }

  /** The user of an access token that Home Assistant has just issued for an address. The answer is not kept. */
  async whoIs(accessToken: string, address: string): Promise<Either<HomeAssistantProblem, User>> {
    const asked = await fetchCurrentUser(this.#context, accessToken, "known");
    if (isLeft(asked)) return asked;
    const { user, connection } = asked.right;
    connection.close();
    const problem = await this.#localOnly.problem(user, address);
    return problem === undefined ? right(user) : left(problem);
  }

  /** Closes the connections of a key, such as an ended session. */
  forget(key: string): void {
    this.#letGo(key);
    for (const watch of this.#watches.get(key) ?? []) watch.revoked();
  }

  /** Drops every answer. */
  close(): void {
    for (const key of this.#kept.keys()) this.#letGo(key);
  }

  #sourceOf(token: string): TokenSource | undefined {
    for (const sourceOf of this.#sources) {
      const source = sourceOf(token);
      if (source !== undefined) return source;
    }
    return undefined;
  }

  async #identify(source: TokenSource, address: string, wasLetIn: boolean): Promise<Identified> {
    try {
      const { issuer } = source;
      const user = await this.#userOf(source, { network: networkOf(address), issuer, wasLetIn });
      if (isLeft(user)) return notIdentified(user.left);
      const problem = await this.#localOnly.problem(user.right, address);
      if (problem !== undefined) return notIdentified(problem);
      return { kind: "known", person: this.#person(source, user.right, address) };
    } catch (error) {
      this.#context.log.error({ err: error }, "a user could not be identified");
      return { kind: "unavailable", message: unexpectedError };
    }
  }

  async #userOf(
    source: TokenSource,
    asker: LoginSource,
  ): Promise<Either<HomeAssistantProblem | TooManyRefused, User>> {
    const kept = this.#kept.get(source.key);
    if (kept !== undefined) return right(kept.user);
    return this.#looking.to(source.key, () => this.#lookUp(source, asker));
  }

  async #lookUp(
    source: TokenSource,
    asker: LoginSource,
  ): Promise<Either<HomeAssistantProblem | TooManyRefused, User>> {
    const token = await source.accessToken();
    if (isLeft(token)) return token;
    const ask = (whose: LoginFamiliarity): ReturnType<typeof fetchCurrentUser> =>
      fetchCurrentUser(this.#context, token.right, whose);
    // Tokens that this service issued cannot be guesses.
    const asked = await (source.isGivenHere ? ask("known") : this.#refusals.during(asker, ask));
    if (isLeft(asked)) return asked;
    const { user, connection } = asked.right;
    this.#keep(source.key, user, connection);
    return right(user);
  }

  #person(source: TokenSource, user: User, address: string): Person {
    const { key, holds } = source;
    const proxy = { open: this.#opener(source, user, address) };
    return { user, by: "home_assistant", key, holds, proxy };
  }

  #opener(source: TokenSource, user: User, address: string): NonNullable<Person["proxy"]>["open"] {
    return (returns) => {
      const { homeAssistantCheckMs } = this.#context.settings;
      const identify = (): Promise<Identified> => this.#identify(source, address, true);
      const watch = new IdentityWatch({
        identify,
        user,
        everyMs: homeAssistantCheckMs,
        close: returns.close,
        boundary: this.#context.log.boundary,
      });
      const watches = this.#watches.get(source.key) ?? new Set();
      this.#watches.set(source.key, watches.add(watch));
      return new UpstreamProxy(this.#context, source, returns, watch.look, () => {
        watch.end();
        watches.delete(watch);
        if (watches.size === 0) this.#watches.delete(source.key);
      });
    };
  }

  #keep(key: string, user: User, connection: UpstreamConnection): void {
    const { homeAssistantCheckMs } = this.#context.settings;
    const { boundary } = this.#context.log;
    const letGo = boundary("a remembered user could not be released", () => this.#letGo(key));
    const timer = setTimeout(letGo, homeAssistantCheckMs).unref();
    const kept = { user, connection, timer };
    this.#kept.set(key, kept);
    boundary("the end of a connection failed unexpectedly", () => this.#outlive(key, kept))();
  }

  async #outlive(key: string, kept: CachedIdentity): Promise<void> {
    await kept.connection.closed;
    if (this.#kept.get(key) !== kept) return;
    this.#letGo(key);
    // The token may be revoked, or Home Assistant may be down: connections are checked.
    for (const watch of this.#watches.get(key) ?? []) watch.look();
  }

  #letGo(key: string): void {
    const kept = this.#kept.get(key);
    if (kept === undefined) return;
    this.#kept.delete(key);
    endKept(kept);
  }
}
