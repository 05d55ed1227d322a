import type { User } from "../../auth/user.ts";

/** Limits of the websocket channel. */
export interface ConnectionLimits {
  /** Bytes of one message; a longer one closes the connection with 1009. */
  readonly messageBytes: number;
  /** Bytes of one message of a user who is no administrator, and so saves nothing; a longer one closes the connection with 1009. */
  readonly viewerMessageBytes: number;
  /** Bytes of plans that may wait to be saved; as many, and one message more, may be on their way in. */
  readonly mailboxBytes: number;
  /** Commands a second of a user who is no administrator, on all connections together. */
  readonly viewerCommands: number;
  /** Bytes that are kept of what such a user has asked for, on all connections together: lists of subscriptions, and commands that somebody else has to answer. */
  readonly viewerBytes: number;
  /** Commands in one array. */
  readonly messageCommands: number;
  /** Levels of nesting in one message, those of a plan in it aside. */
  readonly messageDepth: number;
  /** Bytes that a connection may leave unread. */
  readonly outboxBytes: number;
  /** Bytes that all connections of a user who is no administrator may leave unread together. */
  readonly viewerOutboxBytes: number;
  /** Bytes that a peer may send before it is authenticated. */
  readonly authBytes: number;
  /** Milliseconds that a peer has for authenticating. */
  readonly authTimeoutMs: number;
  /** Subscriptions of one connection, templates aside. */
  readonly connectionSubscriptions: number;
  /** Templates that are rendered for one connection. */
  readonly connectionTemplates: number;
  /** Milliseconds between two pings; a peer that answers neither of two is dropped. */
  readonly pingMs: number;
}

const KiB = 1024;
const MiB = 1024 * KiB;

/**
 * What a connection may do, far more than a page, a card or a tablet does. A message holds two plans of the usual largest
 * size, and of a service whose plans may be larger two of those; whoever cannot save sends no plans.
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

/** What was not used may be caught up with, up to the commands of this time. */
const burstMs = 1000;

/** Lets so many commands a second through, and makes more of them wait, the first that came first. */
export class RateLimiter {
  #msPerCommand: number;
  /** When all that was let through would have been, one by one. */
  #evenAt = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #waiting: (() => void)[] = [];

  constructor(perSecond: number) {
    this.#msPerCommand = 1000 / perSecond;
  }

  /** Counts one more command: undefined where it may be done at once, else resolves when it may. */
  next(): Promise<void> | undefined {
    if (this.#waiting.length === 0 && this.#letThrough()) return undefined;
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#serve();
    });
  }

  /** Whether nothing waits, nor has to for what was let through. */
  get isEven(): boolean {
    return this.#waiting.length === 0 && this.#evenAt <= performance.now();
  }

  /** From now on nothing waits. */
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

/** A connection, as far as it leaves something unread. */
export interface Reader {
  /** Bytes that the kernel has not taken yet. */
  readonly backlogBytes: number;
  /** Whether it may be sent more. */
  readonly isOpen: boolean;
  /** Closes it; the peer is told why behind what it has not read. */
  readonly overflow: () => void;
  /** Ends it without a word, and lets go of what it has not read. */
  readonly drop: () => void;
}

/** What a connection left at the last look at it: since then it may have read some, and may have closed. */
interface UnreadReading {
  bytes: number;
  isOpen: boolean;
}

/**
 * What the connections of one user leave unread, bounded for all together, as each alone may leave as much as a
 * large plan needs. Past the limit the one that holds the most is closed. Its bytes are kept until it has read why; past
 * twice the limit, of all that are kept, the closed one that holds the most is dropped.
 */
export class UnreadTotal {
  readonly #limitBytes: number;
  readonly #seen = new Map<Reader, UnreadReading>();
  #bytes = 0;
  /** Those of the bytes that were left by connections that were open. */
  #openBytes = 0;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  /** Whether no connection is left. */
  get isEmpty(): boolean {
    return this.#seen.size === 0;
  }

  /** One more connection, until it is removed. */
  add(reader: Reader): void {
    this.#seen.set(reader, { bytes: 0, isOpen: true });
  }

  remove(reader: Reader): void {
    const seen = this.#seen.get(reader);
    if (seen === undefined) return;
    this.#update(seen, 0, false);
    this.#seen.delete(reader);
  }

  /** A connection was sent something, and leaves so much now. */
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

/** What the connections of one user who may not save share, so that more of them bring no more. */
export class Viewer {
  /** When the user's next command may be done. */
  readonly rate: RateLimiter;
  /** What the user's connections leave unread. */
  readonly unread: UnreadTotal;
  readonly #maxBytes: number;
  #bytes = 0;
  #connections = 0;

  constructor(limits: ViewerLimits) {
    this.rate = new RateLimiter(limits.viewerCommands);
    this.unread = new UnreadTotal(limits.viewerOutboxBytes);
    this.#maxBytes = limits.viewerBytes;
  }

  /** Counts bytes that are kept for the user, until the returned function is called; undefined where they would be too many. */
  keep(bytes: number): (() => void) | undefined {
    if (this.#bytes + bytes > this.#maxBytes) return undefined;
    this.#bytes += bytes;
    let isKept = true;
    return () => {
      if (isKept) this.#bytes -= bytes;
      isKept = false;
    };
  }

  /** One more connection, until `leave` is called. */
  enter(): this {
    this.#connections += 1;
    return this;
  }

  leave(): void {
    this.#connections -= 1;
  }

  /** Whether nothing would be different if the user came for the first time. */
  get isAsNew(): boolean {
    return this.#connections === 0 && this.#bytes === 0 && this.unread.isEmpty && this.rate.isEven;
  }
}

/** The users who may not save, as long as anything is to be known of them. */
export class Viewers {
  readonly #limits: ViewerLimits;
  readonly #viewers = new Map<string, Viewer>();
  #isLifted = false;

  constructor(limits: ViewerLimits) {
    this.#limits = limits;
  }

  /** How many are known. */
  get size(): number {
    return this.#viewers.size;
  }

  /** A user has one more connection, until `leave` of what is returned is called; undefined for an administrator, who has no such bounds. */
  enter(user: User): Viewer | undefined {
    if (user.admin) return undefined;
    for (const [id, viewer] of this.#viewers) if (viewer.isAsNew) this.#viewers.delete(id);
    const viewer = this.#viewers.get(user.id) ?? new Viewer(this.#limits);
    if (this.#isLifted) viewer.rate.lift();
    this.#viewers.set(user.id, viewer);
    return viewer.enter();
  }

  /** From now on nobody's commands wait. */
  liftRates(): void {
    this.#isLifted = true;
    for (const { rate } of this.#viewers.values()) rate.lift();
  }
}
