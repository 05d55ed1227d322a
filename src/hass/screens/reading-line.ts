import { type Either, isLeft, left } from "fp-ts/lib/Either.js";
import type { TaskEither } from "fp-ts/lib/TaskEither.js";
import type { CommandError } from "../../server/websocket/command.ts";
import type { Boundary, Guarded } from "../../server/boundary.ts";
import type { JsonText } from "../../plan/raw-json/raw-json.ts";
import { type Fields, unavailable } from "./house-client.ts";

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
