import type { Logger } from "pino";
import type { RatedLog } from "../runtime/rated-log.ts";

/** The connection that a line is about. */
export interface ConnectionName {
  readonly connection: number;
  readonly address: string;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * The log of one connection. Anybody can cause lines before a login, so those are warnings at a bounded rate; later ones
 * are all written, with the user's name. Bugs are always logged at a bounded rate.
 */
export class ConnectionLog {
  readonly #log: Logger;
  readonly #rated: RatedLog;
  #name: ConnectionName & { readonly user?: string };
  #userLog: Logger | undefined;

  constructor(log: Logger, rated: RatedLog, name: ConnectionName) {
    this.#log = log;
    this.#rated = rated;
    this.#name = name;
  }

  /** From now on, the lines name this user. */
  identify(user: string): void {
    this.#name = { ...this.#name, user };
    this.#userLog = this.#log.child(this.#name);
  }

  info(fields: Fields, message: string): void {
    this.#write("info", fields, message);
  }

  warn(fields: Fields, message: string): void {
    this.#write("warn", fields, message);
  }

  /** Logs a bug. */
  error(fields: Fields, message: string): void {
    this.#rated.error({ ...this.#name, ...fields }, message);
  }

  #write(level: "info" | "warn", fields: Fields, message: string): void {
    if (this.#userLog === undefined) this.#rated.warn({ ...this.#name, ...fields }, message);
    else this.#userLog[level](fields, message);
  }
}
