import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { TaskEither } from "fp-ts/lib/TaskEither.js";
import type { CommandError } from "../../server/websocket/command.ts";
import { parsedIn } from "../upstream/message.ts";
import { unavailable } from "../upstream/connection.ts";
import { type Boundary, type Guarded, unexpectedError } from "../../server/runtime/boundary.ts";
import { Backoff, RetryTimer } from "../../server/runtime/retry-timer.ts";
import type { JsonText } from "../../plan/raw-json/raw-json.ts";

/** Fields of a command, without `id` and `type`. */
export type Fields = Readonly<Record<string, unknown>>;

/** An event of a subscription, as Home Assistant wrote it. */
export class HassEvent {
  readonly json: Buffer;
  /** As deep it may be nested for anybody to look at it. */
  readonly levels: number;
  #parsed: { readonly value: unknown } | undefined;

  constructor(json: Buffer, levels: number) {
    this.json = json;
    this.levels = levels;
  }

  /** The same, made of a value. */
  static of(value: unknown): HassEvent {
    return new HassEvent(Buffer.from(JSON.stringify(value)), Infinity);
  }

  /** What is in it; undefined where it is nested deeper. */
  get value(): unknown {
    this.#parsed ??= { value: parsedIn(this.json, this.levels) };
    return this.#parsed.value;
  }
}

/** A connection to Home Assistant that answers commands. */
export interface HassClient {
  /** The result; a left is its own error, or why it cannot be asked. */
  readonly command: (type: string, fields: Fields) => TaskEither<CommandError, unknown>;
  /** The same of an action, which may take long: not to know whether it was done is worse than to wait. */
  readonly call: (fields: Fields) => TaskEither<CommandError, unknown>;
  /** The right, which ends the subscription, comes before its first event. No event comes once the connection is lost. */
  readonly subscribe: (
    type: string,
    fields: Fields,
    onEvent: (event: HassEvent) => void,
  ) => TaskEither<CommandError, () => void>;
}

/** What Home Assistant answers is not what it should be. */
export const notUnderstood: Either<CommandError, never> = left(
  unavailable("what Home Assistant answers is not understood"),
);

/** A connection that was made. */
export interface Connected {
  readonly client: HassClient;
  /** Resolves with why it ended, as a sentence. */
  readonly closed: Promise<string>;
  readonly close: () => void;
}

/** How Home Assistant is seen from here: why it is away is a sentence. */
type ConnectionState =
  | { readonly kind: "connected" }
  | { readonly kind: "away"; readonly reason: string };

/** Who uses the connection. */
interface ConnectionListener {
  /** It is there, at first or again. */
  readonly connected?: (client: HassClient) => void;
  /** It is not there any more; its subscriptions are over. */
  readonly lost?: () => void;
  /** Whether it is there, or why not, is news. */
  readonly changed?: (state: ConnectionState) => void;
}

/** What the connection is made with. */
interface ConnectionSetup {
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
  readonly #timer: RetryTimer;
  #isClosed = false;

  /** Connects, and goes on trying. */
  readonly start: Guarded;

  constructor({ connect, longestPauseMs, reason, boundary }: ConnectionSetup) {
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
        this.#over(unexpectedError);
      },
    );
    this.#timer = new RetryTimer(this.start);
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
    this.#timer.close();
    this.#connected?.close();
  }

  #away(reason: string): void {
    this.#become({ kind: "away", reason });
    this.#timer.start(this.#pauses);
  }

  #become(state: ConnectionState): void {
    const before = this.#state;
    this.#state = state;
    if (before.kind === state.kind && state.kind === "connected") return;
    if (before.kind === "away" && state.kind === "away" && before.reason === state.reason) return;
    this.#tellAll(({ changed }) => changed?.(state));
  }
}

/** A connection over which something long is read. */
export interface LongReader {
  /** The result, as Home Assistant wrote it. */
  readonly text: (type: string, fields: Fields) => TaskEither<CommandError, JsonText>;
  readonly isOpen: () => boolean;
  readonly close: () => void;
}

/** How long the connection stays open with nothing to read. */
const idleMs = 10_000;

/**
 * Reads what may be long, such as a day of many entities, over a connection of its own, which is open only while there is
 * something to read: so that no answer, however long, is in front of states, or ends the connection that they come over.
 */
export class LongReadConnection {
  readonly #connect: () => Promise<Either<string, LongReader>>;
  #opening: Promise<Either<string, LongReader>> | undefined;
  readonly #closeIdle: Guarded;
  #reading = 0;
  #idle: NodeJS.Timeout | undefined;

  /** `connect`: the left is a sentence why it cannot be. */
  constructor(connect: () => Promise<Either<string, LongReader>>, boundary: Boundary) {
    this.#connect = connect;
    this.#closeIdle = boundary("an idle connection to Home Assistant could not be closed", () =>
      this.close(),
    );
  }

  /** What a command answers, as it is written. */
  text(type: string, fields: Fields): TaskEither<CommandError, JsonText> {
    return async () => {
      clearTimeout(this.#idle);
      this.#reading += 1;
      try {
        const reader = await this.#reader();
        if (isLeft(reader)) return left(unavailable(reader.left));
        return await reader.right.text(type, fields)();
      } finally {
        this.#reading -= 1;
        if (this.#reading === 0) this.#idle = setTimeout(this.#closeIdle, idleMs).unref();
      }
    };
  }

  /** Ends the connection, if there is one. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const opening = this.#opening;
    this.#opening = undefined;
    const opened = await opening;
    if (opened !== undefined && !isLeft(opened)) opened.right.close();
  }

  async #reader(): Promise<Either<string, LongReader>> {
    for (;;) {
      const opening = (this.#opening ??= this.#connect());
      const opened = await opening.catch((error: unknown) => {
        if (this.#opening === opening) this.#opening = undefined;
        throw error;
      });
      if (!isLeft(opened) && opened.right.isOpen()) return opened;
      if (this.#opening === opening) this.#opening = undefined;
      if (isLeft(opened)) return opened;
    }
  }
}

/** What the codes mean of errors that have to do with Home Assistant, for the documents: when each is answered. */
export const hassErrors = {
  home_assistant_unavailable: "Home Assistant cannot be asked for now; the message says why",
  timeout: "Home Assistant has not answered in time",
  too_many_codes:
    "a user called more actions with a code than `code-calls`; the message says when the next may come",
} as const satisfies Readonly<Record<string, string>>;

/** Of a command that Home Assistant is asked for. Beside these, its own codes come through as they are. */
export const askingErrors = ["home_assistant_unavailable", "timeout", "overloaded"] as const;
