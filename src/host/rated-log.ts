import type { Logger } from "pino";
import { Rated } from "./rated.ts";

type Fields = Readonly<Record<string, unknown>>;

/**
 * Writes a line for what any peer can make happen as often as it likes, such
 * as a refusal. Each kind of line (its message) has its rate; what goes beyond
 * is counted, and the next line of the kind says how many there were (`more`).
 */
export class RatedLog {
  readonly #rated: Rated<Fields>;

  constructor(log: Logger) {
    this.#rated = new Rated((fields, more, message) =>
      log.warn(more > 0 ? { ...fields, more } : fields, message),
    );
  }

  /** A warning, with what is known of the peer. The same message stands for the same kind of event: what differs belongs in `fields`. */
  warn(fields: Fields, message: string): void {
    this.#rated.add(message, fields);
  }

  /** Writes what was only counted, and stops. */
  close(): void {
    this.#rated.close();
  }
}
