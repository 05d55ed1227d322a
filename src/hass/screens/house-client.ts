import { type Either, left } from "fp-ts/lib/Either.js";
import type { TaskEither } from "fp-ts/lib/TaskEither.js";
import type { CommandError } from "../../server/websocket/command.ts";
import { parsedIn } from "../../home-assistant/upstream/message.ts";

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

/** The error of a command that Home Assistant cannot be asked for now. */
export const unavailable = (reason: string): CommandError => ({
  code: "home_assistant_unavailable",
  message: reason,
});

/** What Home Assistant answers is not what it should be. */
export const notUnderstood: Either<CommandError, never> = left(
  unavailable("what Home Assistant answers is not understood"),
);
