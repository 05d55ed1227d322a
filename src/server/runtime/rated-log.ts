import type { Logger } from "pino";
import { type Boundary, boundaryIn } from "./boundary.ts";

/** Events of one kind in a row, and after them one in each period. */
const burst = 20;

interface Kind<A> {
  /** Events that may be reported at once. */
  room: number;
  /** Events since the last report, which were only counted. */
  counted: number;
  /** The last that was counted, with what the others add to it. */
  last: A;
}

/**
 * Reports events that anybody can cause as often as they like, at a bounded rate for each kind. Further ones are
 * counted: the last of them, or all of them merged, is reported a period later, with how many more there were.
 */
export class RateLimitedReport<A> {
  readonly #tell: (event: A, more: number, kind: string) => void;
  readonly #merge: (counted: A, event: A) => A;
  readonly #periodMs: number;
  readonly #kinds = new Map<string, Kind<A>>();
  #timer: NodeJS.Timeout | undefined;

  /** `merge` makes one event of one that was counted and the next; by default the later one. */
  constructor(
    tell: (event: A, more: number, kind: string) => void,
    periodMs = 1000,
    merge = (_counted: A, event: A): A => event,
  ) {
    this.#tell = tell;
    this.#merge = merge;
    this.#periodMs = periodMs;
  }

  /** Something happened, of that kind. */
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

  /** Reports what was only counted, and stops. */
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
 * Writes a line for what any peer can make happen as often as it likes, such
 * as a refusal. Each kind of line (its message) has its rate; what goes beyond
 * is counted, and the next line of the kind says how many there were (`more`).
 */
export class RatedLog {
  readonly #warnings: RateLimitedReport<Fields>;
  readonly #errors: RateLimitedReport<Fields>;

  constructor(log: Logger) {
    const rated = (level: "warn" | "error"): RateLimitedReport<Fields> =>
      new RateLimitedReport((fields, more, message) =>
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
