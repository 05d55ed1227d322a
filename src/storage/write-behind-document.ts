import { type Either, isLeft, left, map, right } from "fp-ts/lib/Either.js";
import { RetryTimer } from "../server/runtime/retry-timer.ts";
import type { Boundary, Guarded } from "../server/runtime/boundary.ts";
import { Hub } from "../server/runtime/hub.ts";
import { coalescing } from "../server/runtime/coalescing.ts";
import type { StoredDocument } from "./stored-document.ts";

/** A change that applies to any content, and is idempotent. */
export type Change<A> = (content: A) => A;

interface WriteBehindSetup<A> {
  readonly document: StoredDocument<A>;
  readonly boundary: Boundary;
  /** The document cannot be understood, reported once per reason; the known content stays. */
  readonly onUnread: (problem: string) => void;
  /** Held changes cannot be written yet; the write is retried. */
  readonly onUnkept: (problem: string) => void;
}

/** Pause before a failed read or write is retried; for writes it doubles each time, until there are new changes. */
const againMs = 1000;
const maxAgainMs = 30_000;

/**
 * A document as the running service sees it: its last understood content, and the changes held here that are not
 * written yet. Changes that come together are written together, and failed writes, as on a full disk, are retried.
 */
export class WriteBehindDocument<A> {
  readonly #setup: WriteBehindSetup<A>;
  readonly #changes: Hub<[]>;
  #content: A;
  #stamp: string | undefined;
  /** Why the last read was not understood. */
  #problem: string | undefined;
  #held = new Map<string, Change<A>>();
  readonly #write = coalescing(() => this.#writeHeld());
  readonly #lookSoon: Guarded;
  #pauseMs = againMs;
  readonly #writeAgain: RetryTimer;
  readonly #lookAgain: RetryTimer;
  #unwatch: (() => void) | undefined;
  #isClosed = false;

  /** Nothing is read before the first request; until then `content` is used. */
  constructor(setup: WriteBehindSetup<A>, content: A) {
    const { document, boundary } = setup;
    this.#setup = setup;
    this.#content = content;
    this.#changes = new Hub(boundary, `a change of ${document.place} could not be followed`);
    this.#writeAgain = new RetryTimer(
      boundary(`${document.place} could not be written`, this.#write),
    );
    this.#lookSoon = boundary(`${document.place} could not be looked at`, () => this.look());
    this.#lookAgain = new RetryTimer(this.#lookSoon);
  }

  /** Reads the document. Left: why it cannot be understood. */
  static open<A>(setup: WriteBehindSetup<A>): Either<string, WriteBehindDocument<A>> {
    const stamp = setup.document.stamp();
    return map((content: A) => {
      const held = new WriteBehindDocument(setup, content);
      held.#stamp = stamp;
      return held;
    })(setup.document.read());
  }

  /** What is known now, with all held changes. */
  get content(): A {
    let content = this.#content;
    for (const change of this.#held.values()) content = change(content);
    return content;
  }

  /** The same after reading the document. Left: why it cannot be understood. */
  read(): Either<string, A> {
    return map(() => this.content)(this.look());
  }

  /** Reads the document if it has changed. Left: why it cannot be understood. */
  look(): Either<string, void> {
    const { document, onUnread } = this.#setup;
    this.#lookAgain.stop();
    const stamp = document.stamp();
    if (stamp === this.#stamp) return right(undefined);
    const read = document.read();
    if (isLeft(read)) {
      if (read.left !== this.#problem) onUnread(read.left);
      this.#problem = read.left;
      // Descriptors may have run out: others' changes must still be noticed later.
      if (this.#unwatch !== undefined) this.#lookAgain.start(againMs);
      return read;
    }
    this.#problem = undefined;
    this.#stamp = stamp;
    this.#content = read.right;
    this.#changes.publish();
    return right(undefined);
  }

  /** Whether the last change held under a key is not written yet. */
  isHeld(key: string): boolean {
    return this.#held.has(key);
  }

  /** Calls back when the content may have changed; the returned function ends it. */
  watch(onChange: () => void): () => void {
    return this.#changes.subscribe(onChange);
  }

  /** From now on others' changes are noticed without a request. */
  follow(): void {
    this.#unwatch ??= this.#setup.document.watch(this.#lookSoon);
  }

  /** As `StoredDocument.change`, on top of all held changes, which are written with it; a left changes nothing. */
  async change<B>(
    change: (content: A) => Either<string, readonly [A, B]>,
  ): Promise<Either<string, B>> {
    const held = [...this.#held];
    const changed = await this.#setup.document.change((content) =>
      change(held.reduce((made, [, each]) => each(made), content)),
    );
    // Held changes stay until they were read back.
    if (isLeft(changed) || isLeft(this.look())) return changed;
    for (const [key, each] of held) if (this.#held.get(key) === each) this.#held.delete(key);
    return changed;
  }

  /**
   * Applies a change here at once, in place of an unwritten one with its key. Resolves when it is written, or with why
   * not: it stays applied until the service stops.
   */
  hold(key: string, change: Change<A>): Promise<Either<string, void>> {
    if (this.#isClosed) return Promise.resolve(left("the service is stopping"));
    this.#held.delete(key);
    this.#held.set(key, change);
    this.#changes.publish();
    this.#pauseMs = againMs;
    return this.#write();
  }

  /**
   * Resolves once held changes are written, or cannot be; nothing is written afterwards, since the document may be
   * another process's then.
   */
  async close(): Promise<void> {
    this.#unwatch?.();
    this.#lookAgain.close();
    const last = this.#write();
    this.#isClosed = true;
    this.#writeAgain.close();
    await last;
  }

  async #writeHeld(): Promise<Either<string, void>> {
    this.#writeAgain.stop();
    if (this.#held.size === 0) return right(undefined);
    const written = await this.change((content) => right([content, undefined]));
    if (!isLeft(written)) return right(undefined);
    this.#setup.onUnkept(written.left);
    if (!this.#isClosed) {
      this.#writeAgain.start(this.#pauseMs);
      this.#pauseMs = Math.min(2 * this.#pauseMs, maxAgainMs);
    }
    return written;
  }
}
