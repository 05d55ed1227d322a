import { type Either, isLeft, left, map, right } from "fp-ts/lib/Either.js";
import { RetryTimer } from "../server/runtime/retry-timer.ts";
import type { Boundary, Guarded } from "../server/runtime/boundary.ts";
import { coalescing } from "../server/runtime/coalescing.ts";
import type { StoredDocument } from "./stored-document.ts";

/** A change of a document, whatever others have made of it meanwhile. Made once more on what it led to, it changes nothing. */
export type Change<A> = (content: A) => A;

/** What a document is held with. */
export interface WriteBehindSetup<A> {
  readonly document: StoredDocument<A>;
  readonly boundary: Boundary;
  /** The document cannot be understood, as is told once of each reason; what was known of it stays. */
  readonly onUnread: (problem: string) => void;
  /** Changes that hold already cannot be written; that is tried again. */
  readonly onUnkept: (problem: string) => void;
}

/** Time after which what could not be read or written is tried again; of what cannot be written it doubles each time, until more is. */
const againMs = 1000;
const mostAgainMs = 30_000;

/**
 * A document as the running service goes by it: what it was last understood to hold, and the changes that hold here
 * though they are not in it yet. These are written one after another, together where they come together, and those
 * that cannot be, as on a full disk, are tried again until they are.
 */
export class WriteBehindDocument<A> {
  readonly #setup: WriteBehindSetup<A>;
  readonly #watchers = new Set<() => void>();
  #content: A;
  #stamp: string | undefined;
  /** Why it could not be understood when it was read last. */
  #problem: string | undefined;
  #held = new Map<string, Change<A>>();
  /** Writes every change that is held until now. */
  readonly #write = coalescing(() => this.#writeHeld());
  readonly #lookSoon: Guarded;
  #pauseMs = againMs;
  readonly #writeAgain: RetryTimer;
  readonly #lookAgain: RetryTimer;
  #unwatch: (() => void) | undefined;
  #isClosed = false;

  /** Nothing is read before somebody asks for it; `content` stands for it until then. */
  constructor(setup: WriteBehindSetup<A>, content: A) {
    const { document, boundary } = setup;
    this.#setup = setup;
    this.#content = content;
    this.#writeAgain = new RetryTimer(
      boundary(`${document.place} could not be written`, this.#write),
    );
    this.#lookSoon = boundary(`${document.place} could not be looked at`, () => this.look());
    this.#lookAgain = new RetryTimer(this.#lookSoon);
  }

  /** Reads the document; the left says why it cannot be understood. */
  static open<A>(setup: WriteBehindSetup<A>): Either<string, WriteBehindDocument<A>> {
    const stamp = setup.document.stamp();
    return map((content: A) => {
      const held = new WriteBehindDocument(setup, content);
      held.#stamp = stamp;
      return held;
    })(setup.document.read());
  }

  /** What is known now, with all that is held. */
  get content(): A {
    let content = this.#content;
    for (const change of this.#held.values()) content = change(content);
    return content;
  }

  /** The same after a look at the document; the left says why that cannot be understood. */
  read(): Either<string, A> {
    return map(() => this.content)(this.look());
  }

  /** Takes in what the document holds now; the left says why that cannot be understood. */
  look(): Either<string, void> {
    const { document, onUnread } = this.#setup;
    this.#lookAgain.stop();
    const stamp = document.stamp();
    if (stamp === this.#stamp) return right(undefined);
    const read = document.read();
    if (isLeft(read)) {
      if (read.left !== this.#problem) onUnread(read.left);
      this.#problem = read.left;
      // It may be the want of a descriptor, and what others have changed meanwhile is to be known.
      if (this.#unwatch !== undefined) this.#lookAgain.start(againMs);
      return read;
    }
    this.#problem = undefined;
    this.#stamp = stamp;
    this.#content = read.right;
    this.#tell();
    return right(undefined);
  }

  /** Whether the change that was held last under a key is not in the document yet. */
  isHeld(key: string): boolean {
    return this.#held.has(key);
  }

  /** Calls back when the content may have changed; the returned function ends it. */
  watch(onChange: () => void): () => void {
    const { boundary, document } = this.#setup;
    const told = boundary(`a change of ${document.place} could not be followed`, onChange);
    this.#watchers.add(told);
    return () => void this.#watchers.delete(told);
  }

  /** From now on changes that others make are noticed without anybody who asks. */
  follow(): void {
    this.#unwatch ??= this.#setup.document.watch(this.#lookSoon);
  }

  /** As `StoredDocument.change`, on top of all that is held, which is written with it; unlike what is held, a left changes nothing. */
  async change<B>(
    change: (content: A) => Either<string, readonly [A, B]>,
  ): Promise<Either<string, B>> {
    const held = [...this.#held];
    const changed = await this.#setup.document.change((content) =>
      change(held.reduce((made, [, each]) => each(made), content)),
    );
    // What was written holds until it was read, too.
    if (isLeft(changed) || isLeft(this.look())) return changed;
    for (const [key, each] of held) if (this.#held.get(key) === each) this.#held.delete(key);
    return changed;
  }

  /**
   * Makes a change that holds here before this returns, in place of an earlier one of its key that is not written yet.
   * Resolves when it is written, or with why it is not: it holds all the same, until the service stops.
   */
  hold(key: string, change: Change<A>): Promise<Either<string, void>> {
    if (this.#isClosed) return Promise.resolve(left("the service is stopping"));
    this.#held.delete(key);
    this.#held.set(key, change);
    this.#tell();
    this.#pauseMs = againMs;
    return this.#write();
  }

  /** Resolves when what is held was written, or cannot be; nothing is afterwards, since the document may be another's then. */
  async close(): Promise<void> {
    this.#unwatch?.();
    this.#lookAgain.close();
    const last = this.#write();
    this.#isClosed = true;
    this.#writeAgain.close();
    await last;
  }

  #tell(): void {
    for (const watcher of this.#watchers) watcher();
  }

  async #writeHeld(): Promise<Either<string, void>> {
    this.#writeAgain.stop();
    if (this.#held.size === 0) return right(undefined);
    const written = await this.change((content) => right([content, undefined]));
    if (!isLeft(written)) return right(undefined);
    this.#setup.onUnkept(written.left);
    if (!this.#isClosed) {
      this.#writeAgain.start(this.#pauseMs);
      this.#pauseMs = Math.min(2 * this.#pauseMs, mostAgainMs);
    }
    return written;
  }
}
