import type { User } from "../../auth/user.ts";

/** Limits of websocket connections. */
export interface ConnectionLimits {
  /** Bytes of one message; a longer one closes the connection with 1009. */
  readonly messageBytes: number;
  /** Bytes of one message of a user who may not save; a longer one closes the connection with 1009. */
  readonly viewerMessageBytes: number;
  /** Bytes of plans that may wait in the mailbox. As many, plus one message, may be incomplete. */
  readonly mailboxBytes: number;
  /** Commands per second of a user who may not save, on all connections together. */
  readonly viewerCommands: number;
  /** Bytes kept for the requests of such a user, on all connections together: subscription lists, and commands that Home Assistant has to answer. */
  readonly viewerBytes: number;
  /** Commands in one array. */
  readonly messageCommands: number;
  /** Levels of nesting in one message, not counting a plan in it. */
  readonly messageDepth: number;
  /** Bytes that a connection may leave unread. */
  readonly outboxBytes: number;
  /** Bytes that all connections of a user who may not save may leave unread together. */
  readonly viewerOutboxBytes: number;
  /** Bytes that a peer may send before it is authenticated. */
  readonly authBytes: number;
  /** Milliseconds for authenticating. */
  readonly authTimeoutMs: number;
  /** Subscriptions of one connection, not counting templates. */
  readonly connectionSubscriptions: number;
  /** Templates rendered for one connection. */
  readonly connectionTemplates: number;
  /** Milliseconds between two pings; a peer that answers neither of two is dropped. */
  readonly pingMs: number;
}

const KiB = 1024;
const MiB = 1024 * KiB;

/**
 * Far more than a page, a card or a tablet needs. A message holds two plans of the default largest size, or of the
 * configured size if that is larger; users who may not save send no plans.
 */
export const connectionLimits = {
  messageBytes: 32 * MiB,
  viewerMessageBytes: 64 * KiB,
  viewerCommands: 1000,
  viewerBytes: 8 * MiB,
  messageCommands: 1000,
  messageDepth: 128,
  authBytes: 4 * KiB,
  authTimeoutMs: 10_000,
  connectionSubscriptions: 32,
  connectionTemplates: 500,
};

/** Milliseconds of unused commands that may be caught up with. */
const burstMs = 1000;

/** Admits so many commands per second; further ones wait in order. */
export class RateLimiter {
  #msPerCommand: number;
  /** When all admitted commands would be done at the steady rate. */
  #evenAt = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #waiting: (() => void)[] = [];

  constructor(perSecond: number) {
    this.#msPerCommand = 1000 / perSecond;
  }

  /** Counts a command: undefined if it may run at once; else resolves when it may. */
  next(): Promise<void> | undefined {
    if (this.#waiting.length === 0 && this.#letThrough()) return undefined;
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#serve();
    });
  }

  /** Whether nothing waits, and the next command would not. */
  get isEven(): boolean {
    return this.#waiting.length === 0 && this.#evenAt <= performance.now();
  }

  /** Lifts the limit: waiting commands continue, and later ones never wait. */
  lift(): void {
    this.#msPerCommand = 0;
    this.#serve();
  }

  #letThrough(): boolean {
    const now = performance.now();
    const evenAt = Math.max(now, this.#evenAt) + this.#msPerCommand;
    if (this.#msPerCommand > 0 && evenAt > now + burstMs) return false;
    this.#evenAt = evenAt;
    return true;
  }

  #serve(): void {
    clearTimeout(this.#timer);
    while (this.#waiting.length > 0 && this.#letThrough()) this.#waiting.shift()?.();
    if (this.#waiting.length === 0) return;
    const ms = this.#evenAt + this.#msPerCommand - burstMs - performance.now();
    this.#timer = setTimeout(() => this.#serve(), Math.max(1, ms));
  }
}

/** A connection with unread bytes. */
export interface Reader {
  /** Bytes that the kernel has not accepted yet. */
  readonly backlogBytes: number;
  /** Whether the connection may be sent more. */
  readonly isOpen: boolean;
  /** Closes the connection; the reason follows the unread bytes. */
  readonly overflow: () => void;
  /** Ends the connection without a close frame, and frees the unread bytes. */
  readonly drop: () => void;
}

/** A connection's state when last checked; it may have read or closed since. */
interface UnreadReading {
  bytes: number;
  isOpen: boolean;
}

/**
 * Limits what one user's connections leave unread together, since each alone may leave as much as a large plan needs.
 * Beyond the limit, the connection with the most is closed; its bytes are kept until it has read the reason. Beyond
 * twice the limit, the closed connection with the most is dropped.
 */
export class UnreadTotal {
  readonly #limitBytes: number;
  readonly #seen = new Map<Reader, UnreadReading>();
  #bytes = 0;
  /** The bytes of connections that are open. */
  #openBytes = 0;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  /** Whether there is no connection. */
  get isEmpty(): boolean {
    return this.#seen.size === 0;
  }

  /** Adds a connection, until it is removed. */
  add(reader: Reader): void {
    this.#seen.set(reader, { bytes: 0, isOpen: true });
  }

  remove(reader: Reader): void {
    const seen = this.#seen.get(reader);
    if (seen === undefined) return;
    this.#update(seen, 0, false);
    this.#seen.delete(reader);
  }

  /** Notes that a connection was sent something, and how much is unread now. */
  sent(reader: Reader, bytes: number): void {
    const seen = this.#seen.get(reader);
    if (seen === undefined || seen.bytes === bytes) return;
    this.#update(seen, bytes, seen.isOpen);
    if (!this.#isTooMuch()) return;
    for (const [each, was] of this.#seen) this.#update(was, each.backlogBytes, each.isOpen);
    if (this.#isTooMuch()) this.#makeRoom();
  }

  #isTooMuch(): boolean {
    return this.#openBytes > this.#limitBytes || this.#bytes > 2 * this.#limitBytes;
  }

  #makeRoom(): void {
    const maxFirst = [...this.#seen].toSorted(([, one], [, other]) => other.bytes - one.bytes);
    for (const [reader, seen] of maxFirst) {
      if (this.#openBytes <= this.#limitBytes) break;
      if (!seen.isOpen) continue;
      this.#update(seen, seen.bytes, false);
      reader.overflow();
    }
    for (const [reader, seen] of maxFirst) {
      if (this.#bytes <= 2 * this.#limitBytes) break;
      if (seen.isOpen) continue;
      this.remove(reader);
      reader.drop();
    }
  }

  #update(seen: UnreadReading, bytes: number, isOpen: boolean): void {
    this.#bytes += bytes - seen.bytes;
    this.#openBytes += (isOpen ? bytes : 0) - (seen.isOpen ? seen.bytes : 0);
    seen.bytes = bytes;
    seen.isOpen = isOpen;
  }
}

type ViewerLimits = Pick<ConnectionLimits, "viewerCommands" | "viewerBytes" | "viewerOutboxBytes">;

/** What the connections of a user who may not save share, so that more connections gain nothing. */
export class Viewer {
  /** Delays the user's commands. */
  readonly rate: RateLimiter;
  /** The unread bytes of the user's connections. */
  readonly unread: UnreadTotal;
  readonly #maxBytes: number;
  #bytes = 0;
  #connections = 0;

  constructor(limits: ViewerLimits) {
    this.rate = new RateLimiter(limits.viewerCommands);
    this.unread = new UnreadTotal(limits.viewerOutboxBytes);
    this.#maxBytes = limits.viewerBytes;
  }

  /** Counts bytes kept for the user, until the returned function is called; undefined if that would exceed the limit. */
  keep(bytes: number): (() => void) | undefined {
    if (this.#bytes + bytes > this.#maxBytes) return undefined;
    this.#bytes += bytes;
    let isKept = true;
    return () => {
      if (isKept) this.#bytes -= bytes;
      isKept = false;
    };
  }

  /** Adds a connection, until `leave` is called. */
  enter(): this {
    this.#connections += 1;
    return this;
  }

  leave(): void {
    this.#connections -= 1;
  }

  /** Whether the state equals that of a new user. */
  get isAsNew(): boolean {
    return this.#connections === 0 && this.#bytes === 0 && this.unread.isEmpty && this.rate.isEven;
  }
}

/** The users who may not save, while there is any state of theirs. */
export class Viewers {
  readonly #limits: ViewerLimits;
  readonly #viewers = new Map<string, Viewer>();
  #isLifted = false;

  constructor(limits: ViewerLimits) {
    this.#limits = limits;
  }

  /** The number of users. */
  get size(): number {
    return this.#viewers.size;
  }

  /** Adds a connection of a user, until `leave` of the result is called; undefined for an administrator, who has no such limits. */
  enter(user: User): Viewer | undefined {
    if (user.admin) return undefined;
    for (const [id, viewer] of this.#viewers) if (viewer.isAsNew) this.#viewers.delete(id);
    const viewer = this.#viewers.get(user.id) ?? new Viewer(this.#limits);
    if (this.#isLifted) viewer.rate.lift();
    this.#viewers.set(user.id, viewer);
    return viewer.enter();
  }

  /** Lifts the rates: waiting commands continue, and later ones never wait. */
  liftRates(): void {
    this.#isLifted = true;
    for (const { rate } of this.#viewers.values()) rate.lift();
  }
}
