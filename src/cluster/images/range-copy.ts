import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import type { RatedLog } from "../../host/rated-log.ts";
import type { Change, Etcd, EtcdProblem, KeyRange } from "../../storage/etcd/client/etcd.ts";
import { followRange } from "../../storage/etcd/follow-range.ts";

/** A key of a copy. */
export interface Entry<A> {
  readonly value: A;
  /** etcd's revision of its last change. */
  readonly changed: number;
  /** When this node first saw it there, in milliseconds since 1970 by its own clock. */
  readonly seen: number;
}

/** What a copy is of. */
export interface RangeCopySetup<A> {
  readonly etcd: Etcd;
  readonly range: KeyRange;
  /** A value as it is kept; undefined where it says nothing that can be read, which is as if it were not there. */
  readonly decode: (value: Buffer) => A | undefined;
  readonly now: () => number;
  readonly log: RatedLog;
}

/** A copy in memory of the keys of a range, which follows every change. */
export class RangeCopy<A> {
  readonly #of: RangeCopySetup<A>;
  readonly #entries = new Map<string, Entry<A>>();
  readonly #waiting = new Set<() => void>();
  readonly #over = new AbortController();
  #revision = 0;
  #end: (() => void) | undefined;

  constructor(of: RangeCopySetup<A>) {
    this.#of = of;
  }

  /** Reads the range and begins to follow it; the left says why it cannot be read. */
  async open(): Promise<Either<EtcdProblem, void>> {
    const { etcd, range, log } = this.#of;
    const followed = await followRange(etcd, range, {
      boundary: log.boundary,
      changed: (changes) => {
        for (const change of changes) this.#take(change);
      },
      reached: (revision) => this.#reached(revision),
      interrupted: ({ reason }) =>
        log.warn({ from: range.from, reason }, "a range of keys is read again"),
    });
    if (isLeft(followed)) return followed;
    this.#end = followed.right;
    return right(undefined);
  }

  get(key: string): Entry<A> | undefined {
    return this.#entries.get(key);
  }

  entries(): Iterable<readonly [key: string, entry: Entry<A>]> {
    return this.#entries;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Waits until all is in the copy that was changed up to a revision of etcd; false where it is not after so many milliseconds. */
  async reach(revision: number, ms: number): Promise<boolean> {
    const late = AbortSignal.timeout(ms);
    while (this.#revision < revision && !late.aborted && !this.#over.signal.aborted)
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          this.#waiting.delete(wake);
          late.removeEventListener("abort", wake);
          resolve();
        };
        this.#waiting.add(wake);
        late.addEventListener("abort", wake);
      });
    return this.#revision >= revision;
  }

  /** Follows no more. */
  close(): void {
    this.#over.abort();
    this.#end?.();
    for (const wake of this.#waiting) wake();
  }

  #take({ key, value, changed }: Change): void {
    const decoded = value && this.#of.decode(value);
    if (value !== undefined && decoded === undefined)
      this.#of.log.error({ key }, "what stands at a key cannot be read");
    if (decoded === undefined) this.#entries.delete(key);
    else {
      const seen = this.#entries.get(key)?.seen ?? this.#of.now();
      this.#entries.set(key, { value: decoded, changed, seen });
    }
  }

  #reached(revision: number): void {
    this.#revision = Math.max(this.#revision, revision);
    for (const wake of this.#waiting) wake();
  }
}
