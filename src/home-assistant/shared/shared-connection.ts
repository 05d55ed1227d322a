import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { CommandError } from "../../server/websocket/command.ts";
import type { Boundary, Guarded } from "../../server/boundary.ts";
import { Backoff } from "../../hass/pauses.ts";
import { type HassClient, unavailable } from "../../hass/screens/house-client.ts";

/** A connection that was made. */
export interface Connected {
  readonly client: HassClient;
  /** Resolves with why it ended, as a sentence. */
  readonly closed: Promise<string>;
  readonly close: () => void;
}

/** How Home Assistant is seen from here: why it is away is a sentence. */
export type ConnectionState =
  | { readonly kind: "connected" }
  | { readonly kind: "away"; readonly reason: string };

/** Who uses the connection. */
export interface ConnectionListener {
  /** It is there, at first or again. */
  readonly connected?: (client: HassClient) => void;
  /** It is not there any more; its subscriptions are over. */
  readonly lost?: () => void;
  /** Whether it is there, or why not, is news. */
  readonly changed?: (state: ConnectionState) => void;
}

/** What the connection is made with. */
interface LineSetup {
  /** The left is a sentence why it cannot be. */
  readonly connect: () => Promise<Either<string, Connected>>;
  readonly longestPauseMs: number;
  /** Why there is none before the start. */
  readonly reason: string;
  readonly boundary: Boundary;
}

/** The service's one connection to Home Assistant: made again whenever it was lost, with growing pauses. */
export class SharedConnection {
  readonly #connect: () => Promise<Either<string, Connected>>;
  readonly #pauses: Backoff;
  readonly #longestPauseMs: number;
  readonly #users = new Set<ConnectionListener>();
  #state: ConnectionState;
  #connected: Connected | undefined;
  /** Around whatever goes on over the connection. */
  readonly boundary: Boundary;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** Connects, and goes on trying. */
  readonly start: Guarded;

  constructor({ connect, longestPauseMs, reason, boundary }: LineSetup) {
    this.#connect = connect;
    this.#state = { kind: "away", reason };
    this.#pauses = new Backoff(longestPauseMs);
    this.#longestPauseMs = longestPauseMs;
    this.boundary = boundary;
    this.start = boundary(
      "the connection to Home Assistant failed unexpectedly",
      () => this.#connectOnce(),
      () => {
        this.#connected?.close();
        this.#over("an unexpected error, which the service logged");
      },
    );
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /** The connection; a left while there is none. */
  get client(): Either<CommandError, HassClient> {
    if (this.#connected !== undefined) return right(this.#connected.client);
    return left(unavailable(this.#state.kind === "away" ? this.#state.reason : ""));
  }

  /** Pauses for somebody who asks again for what was refused, or not answered in time. */
  pauses(): Backoff {
    return new Backoff(this.#longestPauseMs);
  }

  /** Tells somebody from now on; the returned function ends it. */
  use(user: ConnectionListener): () => void {
    this.#users.add(user);
    return () => this.#users.delete(user);
  }

  async #connectOnce(): Promise<void> {
    if (this.#isClosed) return;
    const connected = await this.#connect();
    if (this.#isClosed) return isLeft(connected) ? undefined : connected.right.close();
    if (isLeft(connected)) return this.#away(connected.left);
    this.#connected = connected.right;
    const since = performance.now();
    this.#become({ kind: "connected" });
    this.#tellAll(({ connected: tell }) => tell?.(connected.right.client));
    const why = await connected.right.closed;
    // One that ends as soon as it is made is tried ever more rarely, too.
    if (performance.now() - since > this.#longestPauseMs) this.#pauses.reset();
    this.#over(why);
  }

  #over(why: string): void {
    this.#connected = undefined;
    this.#tellAll(({ lost }) => lost?.());
    if (!this.#isClosed) this.#away(why);
  }

  #tellAll(tell: (user: ConnectionListener) => void): void {
    const told = this.boundary("a change of the connection to Home Assistant failed", tell);
    for (const user of this.#users) told(user);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#connected?.close();
  }

  #away(reason: string): void {
    this.#become({ kind: "away", reason });
    this.#timer = setTimeout(this.start, this.#pauses.next()).unref();
  }

  #become(state: ConnectionState): void {
    const before = this.#state;
    this.#state = state;
    if (before.kind === state.kind && state.kind === "connected") return;
    if (before.kind === "away" && state.kind === "away" && before.reason === state.reason) return;
    this.#tellAll(({ changed }) => changed?.(state));
  }
}
