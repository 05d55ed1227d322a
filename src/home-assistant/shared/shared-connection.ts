import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { TaskEither } from "fp-ts/lib/TaskEither.js";
import type { CommandError } from "../../server/websocket/command.ts";
import { parsedIn } from "../upstream/message.ts";
import type { Picture } from "../upstream/picture.ts";
import { unavailable } from "../upstream/status.ts";
import { type Boundary, type Guarded, unexpectedError } from "../../server/runtime/boundary.ts";
import { Backoff, RetryTimer } from "../../server/runtime/retry-timer.ts";
import type { JsonText } from "../../plan/raw-json/raw-json.ts";

/** Fields of a command, without `id` and `type`. */
export type Fields = Readonly<Record<string, unknown>>;

/** An event of a subscription, as Home Assistant sent it. */
export class HomeAssistantEvent {
  readonly json: Buffer;
  /** The nesting limit for parsing it. */
  readonly levels: number;
  #parsed: { readonly value: unknown } | undefined;

  constructor(json: Buffer, levels: number) {
    this.json = json;
    this.levels = levels;
  }

  /** Makes an event from a value. */
  static of(value: unknown): HomeAssistantEvent {
    return new HomeAssistantEvent(Buffer.from(JSON.stringify(value)), Infinity);
  }

  /** The parsed event; undefined if it is nested too deep. */
  get value(): unknown {
    this.#parsed ??= { value: parsedIn(this.json, this.levels) };
    return this.#parsed.value;
  }
}

/** A connection to Home Assistant that answers commands. */
export interface HomeAssistantClient {
  /** The result; a left is Home Assistant's error, or why it cannot be asked. */
  readonly command: (type: string, fields: Fields) => TaskEither<CommandError, unknown>;
  /** The same for an action, which may take long: waiting is better than not knowing whether it was done. */
  readonly call: (fields: Fields) => TaskEither<CommandError, unknown>;
  /** The right ends the subscription, and comes before its first event. No event comes after the connection is lost. */
  readonly subscribe: (
    type: string,
    fields: Fields,
    onEvent: (event: HomeAssistantEvent) => void,
  ) => TaskEither<CommandError, () => void>;
}

/** The answer from Home Assistant is invalid. */
export const notUnderstood: Either<CommandError, never> = left(
  unavailable("Home Assistant's answer cannot be read"),
);

/** An open connection. */
export interface Connected {
  readonly client: HomeAssistantClient;
  /** Resolves with a sentence on why it ended. */
  readonly closed: Promise<string>;
  readonly close: () => void;
}

/** The connection's state; `away` has the reason as a sentence. */
type ConnectionState =
  | { readonly kind: "connected" }
  | { readonly kind: "away"; readonly reason: string };

/** A user of the connection. */
interface ConnectionListener {
  /** The connection is open, at first or again. */
  readonly connected?: (client: HomeAssistantClient) => void;
  /** The connection is lost, and its subscriptions with it. */
  readonly lost?: () => void;
  /** The connection's state, or the reason why it is away, has changed. */
  readonly changed?: (state: ConnectionState) => void;
}

/** Why it cannot connect: a sentence, and how many milliseconds the pause before the next attempt may take. */
export interface ConnectProblem {
  readonly reason: string;
  readonly longestPauseMs?: number;
}

/** Dependencies of the connection. */
interface ConnectionSetup {
  readonly connect: () => Promise<Either<ConnectProblem, Connected>>;
  readonly longestPauseMs: number;
  /** Why there is no connection before `start`. */
  readonly reason: string;
  readonly boundary: Boundary;
}

/** The service's one connection to Home Assistant, reopened after each loss, with growing pauses. */
export class SharedConnection {
  readonly #connect: () => Promise<Either<ConnectProblem, Connected>>;
  readonly #pauses: Backoff;
  readonly #longestPauseMs: number;
  readonly #users = new Set<ConnectionListener>();
  #state: ConnectionState;
  #connected: Connected | undefined;
  /** Wraps everything done over the connection. */
  readonly boundary: Boundary;
  readonly #timer: RetryTimer;
  #isClosed = false;

  /** Connects, and keeps trying. */
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
  get client(): Either<CommandError, HomeAssistantClient> {
    if (this.#connected !== undefined) return right(this.#connected.client);
    return left(unavailable(this.#state.kind === "away" ? this.#state.reason : ""));
  }

  /** Pauses for retrying requests that were refused or not answered in time. */
  pauses(): Backoff {
    return new Backoff(this.#longestPauseMs);
  }

  /** Adds a user of the connection; the returned function removes it. */
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
    // The pauses also grow if a connection ends soon after it opens.
    if (performance.now() - since > this.#longestPauseMs) this.#pauses.reset();
    this.#over(why);
  }

  #over(why: string): void {
    this.#connected = undefined;
    this.#tellAll(({ lost }) => lost?.());
    if (!this.#isClosed) this.#away({ reason: why });
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

  #away({ reason, longestPauseMs }: ConnectProblem): void {
    this.#become({ kind: "away", reason });
    this.#timer.start(this.#pauses.next(longestPauseMs));
  }

  #become(state: ConnectionState): void {
    const before = this.#state;
    this.#state = state;
    if (before.kind === state.kind && state.kind === "connected") return;
    if (before.kind === "away" && state.kind === "away" && before.reason === state.reason) return;
    this.#tellAll(({ changed }) => changed?.(state));
  }
}

/** A connection for long answers. */
export interface LongAnswerConnection {
  /** The result, as Home Assistant sent it. */
  readonly text: (type: string, fields: Fields) => TaskEither<CommandError, JsonText>;
  readonly isOpen: () => boolean;
  readonly close: () => void;
}

/** An open connection for screens. */
export interface ScreenConnection extends Connected {
  readonly client: HomeAssistantClient & LongAnswerConnection;
}

/** How screens reach Home Assistant. */
export interface ScreenUpstream {
  /** Whether the service has a token for Home Assistant. */
  readonly hasToken: boolean;
  /** Milliseconds between two attempts to connect, at most. */
  readonly longestPauseMs: number;
  readonly connect: () => Promise<Either<ConnectProblem, ScreenConnection>>;
  /** The newest picture of an entity. */
  readonly picture: (entity: string) => Promise<Either<CommandError, Picture>>;
}

/** Why screens have no Home Assistant if the service has no token for it. */
export const noToken =
  "this service has no Home Assistant token for its screens: set --home-assistant-token-file";

/** How long an idle connection stays open. */
const idleMs = 10_000;

/**
 * Reads what may be long, such as a day of many entities, over a connection of its own, opened on demand. So no
 * answer, however long, delays states or ends the connection that they come over.
 */
export class LongReadConnection {
  readonly #connect: () => Promise<Either<string, LongAnswerConnection>>;
  #opening: Promise<Either<string, LongAnswerConnection>> | undefined;
  readonly #closeIdle: Guarded;
  #reading = 0;
  #idle: NodeJS.Timeout | undefined;

  /** `connect`: the left is a sentence on why it cannot connect. */
  constructor(connect: () => Promise<Either<string, LongAnswerConnection>>, boundary: Boundary) {
    this.#connect = connect;
    this.#closeIdle = boundary("an idle connection to Home Assistant could not be closed", () =>
      this.close(),
    );
  }

  /** A command's result, unparsed. */
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

  /** Closes the connection, if there is one. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const opening = this.#opening;
    this.#opening = undefined;
    const opened = await opening;
    if (opened !== undefined && !isLeft(opened)) opened.right.close();
  }

  async #reader(): Promise<Either<string, LongAnswerConnection>> {
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

/** What the error codes related to Home Assistant mean, for the documentation. */
export const homeAssistantErrors = {
  home_assistant_unavailable: "Home Assistant is unavailable for now; the message says why",
  timeout: "Home Assistant has not answered in time",
  no_picture: "Home Assistant has no picture of the entity, or a larger one than `picture-bytes`",
  no_mesh: "this mesh cannot be read; the message says why, and what to do",
  too_many_codes:
    "a user called more actions with a code than `code-calls`; the message says when the next may come",
} as const satisfies Readonly<Record<string, string>>;

/** The errors of a command sent to Home Assistant, whose own codes are passed on besides. */
export const requestErrorCodes = ["home_assistant_unavailable", "timeout", "overloaded"] as const;
