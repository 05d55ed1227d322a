import type { Logger } from "pino";
import { type Boundary, boundaryIn } from "./boundary.ts";

/** Events of one kind that are reported at once; after that, one per period. */
const burst = 20;

interface Kind<A> {
  /** Events that may still be reported at once. */
  room: number;
  /** Events since the last report, only counted. */
  counted: number;
  /** The last counted event, merged with the earlier ones. */
  last: A;
}

/**
 * Reports events that anybody can cause repeatedly, at a bounded rate per kind. Further events are counted: a period
 * later the last one, or all of them merged, is reported with the number of the others.
 */
export class RateLimitedReport<A> {
  readonly #tell: (event: A, more: number, kind: string) => void;
  readonly #merge: (counted: A, event: A) => A;
  readonly #periodMs: number;
  readonly #kinds = new Map<string, Kind<A>>();
  #timer: NodeJS.Timeout | undefined;

  /** `merge` combines a counted event with the next one; by default the later one replaces it. */
  constructor(
    tell: (event: A, more: number, kind: string) => void,
    periodMs = 1000,
    merge = (_counted: A, event: A): A => event,
  ) {
    this.#tell = tell;
    this.#merge = merge;
    this.#periodMs = periodMs;
  }

  /** Adds an event of a kind. */
  add(kindName: string, event: A): void {
    const kind = this.#kinds.get(kindName) ?? { room: burst, counted: 0, last: event };
    this.#kinds.set(kindName, kind);
    kind.last = kind.counted > 0 ? this.#merge(kind.last, event) : event;
    if (kind.room > 0) {
      kind.room -= 1;
      this.#tell(event, 0, kindName);
    } else {
      kind.counted += 1;
    }
    this.#timer ??= setInterval(() => this.#tick(), this.#periodMs).unref();
  }

  /** Reports the counted events, and stops. */
  close(): void {
    for (const kind of this.#kinds.values()) kind.room = 1;
    this.#tick();
    clearInterval(this.#timer);
  }

  #tick(): void {
    for (const [name, kind] of this.#kinds) {
      kind.room = Math.min(burst, kind.room + 1);
      if (kind.counted > 0) {
        kind.room -= 1;
        this.#tell(kind.last, kind.counted, name);
        kind.counted = 0;
      } else if (kind.room === burst) {
        this.#kinds.delete(name);
      }
    }
    if (this.#kinds.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * A log for events that any peer can cause repeatedly, such as refusals. Each message has its own rate; events beyond
 * it are counted, and the message's next line has their number (`more`).
 */
export class RatedLog {
  readonly #warnings: RateLimitedReport<Fields>;
  readonly #errors: RateLimitedReport<Fields>;

  constructor(log: Pick<Logger, "warn" | "error">) {
    const rated = (level: "warn" | "error"): RateLimitedReport<Fields> =>
      new RateLimitedReport((fields, more, message) =>
        log[level](more > 0 ? { ...fields, more } : fields, message),
      );
    this.#warnings = rated("warn");
    this.#errors = rated("error");
  }

  /** Logs a warning. The message identifies the kind of event: varying parts belong in `fields`. */
  warn(fields: Fields, message: string): void {
    this.#warnings.add(message, fields);
  }

  /** Logs a bug, at the same rate. */
  error(fields: Fields, message: string): void {
    this.#errors.add(message, fields);
  }

  /** A boundary that logs bugs at a bounded rate. */
  readonly boundary: Boundary = boundaryIn(this);

  /** Writes the counted events, and stops. */
  close(): void {
    this.#warnings.close();
    this.#errors.close();
  }
}
