import type { Logger } from "pino";

/** Lines of one kind in a row, and after them one in each period. */
const burst = 20;
const periodMs = 1000;

interface Kind {
  /** Lines that may be written at once. */
  room: number;
  /** Events since the last line that were only counted. */
  counted: number;
  lastFields: Readonly<Record<string, unknown>>;
}

/**
 * Writes a line for what any peer can make happen as often as it likes, such
 * as a refusal. Each kind of line (its message) has its rate; what goes beyond
 * is counted, and the next line of the kind says how many there were (`more`).
 */
export class RatedLog {
  readonly #log: Logger;
  readonly #kinds = new Map<string, Kind>();
  #timer: NodeJS.Timeout | undefined;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** A warning, with what is known of the peer. The same message stands for the same kind of event: what differs belongs in `fields`. */
  warn(fields: Readonly<Record<string, unknown>>, message: string): void {
    const kind = this.#kinds.get(message) ?? { room: burst, counted: 0, lastFields: fields };
    this.#kinds.set(message, kind);
    kind.lastFields = fields;
    if (kind.room > 0) {
      kind.room -= 1;
      this.#log.warn(fields, message);
    } else {
      kind.counted += 1;
    }
    this.#timer ??= setInterval(() => this.#tick(), periodMs).unref();
  }

  /** Writes what was only counted, and stops. */
  close(): void {
    for (const kind of this.#kinds.values()) kind.room = 1;
    this.#tick();
    clearInterval(this.#timer);
  }

  #tick(): void {
    for (const [message, kind] of this.#kinds) {
      kind.room = Math.min(burst, kind.room + 1);
      if (kind.counted > 0) {
        kind.room -= 1;
        this.#log.warn({ ...kind.lastFields, more: kind.counted }, message);
        kind.counted = 0;
      } else if (kind.room === burst) {
        this.#kinds.delete(message);
      }
    }
    if (this.#kinds.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
