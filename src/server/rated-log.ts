import type { Logger } from "pino";
import { type Boundary, boundaryIn } from "./boundary.ts";
import { Rated } from "../host/rated.ts";

type Fields = Readonly<Record<string, unknown>>;

/**
 * Writes a line for what any peer can make happen as often as it likes, such
 * as a refusal. Each kind of line (its message) has its rate; what goes beyond
 * is counted, and the next line of the kind says how many there were (`more`).
 */
export class RatedLog {
  readonly #warnings: Rated<Fields>;
  readonly #errors: Rated<Fields>;

  constructor(log: Logger) {
    const rated = (level: "warn" | "error"): Rated<Fields> =>
      new Rated((fields, more, message) =>
        log[level](more > 0 ? { ...fields, more } : fields, message),
      );
    this.#warnings = rated("warn");
    this.#errors = rated("error");
  }

  /** A warning, with what is known of the peer. The same message stands for the same kind of event: what differs belongs in `fields`. */
  warn(fields: Fields, message: string): void {
    this.#warnings.add(message, fields);
  }

  /** The same of a bug, which may come as often as what it is in. */
  error(fields: Fields, message: string): void {
    this.#errors.add(message, fields);
  }

  /** The boundary of whatever can fail as often as what comes in. */
  readonly boundary: Boundary = boundaryIn(this);

  /** Writes what was only counted, and stops. */
  close(): void {
    this.#warnings.close();
    this.#errors.close();
  }
}
