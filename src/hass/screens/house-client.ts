import { type Either, left } from "fp-ts/lib/Either.js";
import type { TaskEither } from "fp-ts/lib/TaskEither.js";
import type { CommandError } from "../../host/channel/command.ts";

/** Fields of a command, without `id` and `type`. */
export type Fields = Readonly<Record<string, unknown>>;

/** A connection to Home Assistant that answers commands. */
export interface HouseClient {
  /** The result; a left is its own error, or why it cannot be asked. */
  readonly command: (type: string, fields: Fields) => TaskEither<CommandError, unknown>;
  /** The same of an action, which may take long: not to know whether it was done is worse than to wait. */
  readonly call: (fields: Fields) => TaskEither<CommandError, unknown>;
  /** The right, which ends the subscription, comes before its first event. No event comes once the connection is lost. */
  readonly subscribe: (
    type: string,
    fields: Fields,
    onEvent: (event: unknown) => void,
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
