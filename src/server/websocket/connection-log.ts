import type { Logger } from "pino";
import type { RatedLog } from "../runtime/rated-log.ts";

/** Which connection a line is about. */
export interface ConnectionName {
  readonly connection: number;
  readonly address: string;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * The lines about one connection. As long as it has no user anybody can cause
 * them, so they are warnings at a bounded rate; those about a user's are all
 * written, with the user's name. Bugs are at a bounded rate, whoever finds them.
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

  /** From now on the lines are about a user's connection. */
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

  /** A bug. */
  error(fields: Fields, message: string): void {
    this.#rated.error({ ...this.#name, ...fields }, message);
  }

  #write(level: "info" | "warn", fields: Fields, message: string): void {
    if (this.#userLog === undefined) this.#rated.warn({ ...this.#name, ...fields }, message);
    else this.#userLog[level](fields, message);
  }
}
