import type { Logger } from "pino";
import type { RatedLog } from "../rated-log.ts";

/** Which connection a line is about. */
export interface ConnectionName {
  readonly connection: number;
  readonly address: string;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * The lines about one connection. As long as it has no user anybody can cause
 * them, so they are warnings at a bounded rate; those about a user's are all
 * written, with the user's name.
 */
export class ConnectionLog {
  readonly #strangers: RatedLog;
  readonly #name: ConnectionName;
  readonly #log: Logger;
  #userLog: Logger | undefined;

  constructor(log: Logger, strangers: RatedLog, name: ConnectionName) {
    this.#log = log;
    this.#strangers = strangers;
    this.#name = name;
  }

  /** From now on the lines are about a user's connection. Returns the log of what is done for the user. */
  identify(user: string): Logger {
    return (this.#userLog = this.#log.child({ ...this.#name, user }));
  }

  info(fields: Fields, message: string): void {
    this.#write("info", fields, message);
  }

  warn(fields: Fields, message: string): void {
    this.#write("warn", fields, message);
  }

  /** A bug, whoever found it. */
  error(fields: Fields, message: string): void {
    (this.#userLog ?? this.#log.child(this.#name)).error(fields, message);
  }

  #write(level: "info" | "warn", fields: Fields, message: string): void {
    if (this.#userLog === undefined) this.#strangers.warn({ ...this.#name, ...fields }, message);
    else this.#userLog[level](fields, message);
  }
}
