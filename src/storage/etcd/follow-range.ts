import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import type { Boundary } from "../../server/runtime/boundary.ts";
import { pause } from "../../server/runtime/time.ts";
import type { Change, Etcd, EtcdProblem, KeyRange } from "./client/etcd.ts";
import type { RatedLog } from "../../server/runtime/rated-log.ts";

/** Pause before a range is read again after a failure. */
const againMs = 1000;

/** Follows the keys of a range. */
interface RangeFollower {
  /** First everything there is, then changes; after an interruption everything there is, and deletions. */
  readonly changed: (changes: readonly Change[]) => void;
  /** Everything up to this revision of etcd was reported. */
  readonly reached?: (revision: number) => void;
  /** Changes are not reported until the range is read again; called again each time that fails. */
  readonly interrupted?: (problem: EtcdProblem) => void;
  /** Wraps the callbacks. If handling a change fails, the range is read again. */
  readonly boundary: Boundary;
}

/**
 * Reads a range of keys and follows it, also beyond the end of a watch. The right ends that. Left: why the range cannot
 * be read at first, and then it is not followed.
 */
export const followRange = async (
  etcd: Etcd,
  range: KeyRange,
  { changed, reached, interrupted = () => undefined, boundary }: RangeFollower,
): Promise<Either<EtcdProblem, () => void>> => {
  const over = new AbortController();
  const { signal } = over;
  const there = new Set<string>();
  let endWatch: (() => void) | undefined;
  const tell = (changes: readonly Change[], revision: number): void => {
    for (const { key, value } of changes)
      if (value === undefined) there.delete(key);
      else there.add(key);
    changed(changes);
    reached?.(revision);
  };
  const begin = async (): Promise<Either<EtcdProblem, void>> => {
    const read = await etcd.read(range);
    if (isLeft(read)) return read;
    if (signal.aborted) return right(undefined);
    const { pairs, revision } = read.right;
    const gone = new Set(there);
    for (const { key } of pairs) gone.delete(key);
    tell(
      [...pairs, ...[...gone].map((key) => ({ key, value: undefined, changed: revision }))],
      revision,
    );
    endWatch = etcd.watch(range, revision + 1, {
      changed: (changes) => tell(changes, changes.at(-1)?.changed ?? 0),
      reached: (upTo) => reached?.(upTo),
      ended: (problem) => again(problem),
    });
    return right(undefined);
  };
  // An error in it must not keep the range from being read again.
  const tellInterrupted = boundary("a watch's interruption could not be handled", interrupted);
  const beginAgain = async (problem: EtcdProblem): Promise<void> => {
    tellInterrupted(problem);
    // After a compaction the range can be read at once; other problems take their time.
    if (problem.kind !== "compacted") await pause(againMs, signal, false);
    const begun = signal.aborted ? right(undefined) : await begin();
    if (isLeft(begun)) again(begun.left);
  };
  const again = boundary("a range of keys could not be followed again", beginAgain, () =>
    again({ kind: "away", reason: "the keys could not be handled" }),
  );
  const begun = await begin();
  if (isLeft(begun)) return begun;
  return right(() => {
    over.abort();
    endWatch?.();
  });
};

/** Waits for revisions of etcd. */
export class RevisionWaiters {
  /** The awaited revision, by its wake-up callback. */
  readonly #waiting = new Map<() => void, number>();

  /** Resolves when `reached` is called with that revision or a later one, or after `ms` milliseconds. */
  async until(revision: number, ms: number): Promise<void> {
    const woken = new AbortController();
    const wake = (): void => woken.abort();
    this.#waiting.set(wake, revision);
    await pause(ms, woken.signal);
    this.#waiting.delete(wake);
  }

  reached(revision: number): void {
    for (const [wake, awaited] of this.#waiting) if (awaited <= revision) wake();
  }
}

/** A key of a range. */
export interface Entry<A> {
  readonly value: A;
  /** etcd's revision of its last change. */
  readonly changed: number;
  /** When this node first saw it, in milliseconds since 1970 by its own clock. */
  readonly seen: number;
}

interface RangeCopySetup<A> {
  readonly etcd: Etcd;
  readonly range: KeyRange;
  /** Undefined if a value is unreadable: it counts as missing. */
  readonly decode: (value: Buffer) => A | undefined;
  readonly now: () => number;
  readonly log: RatedLog;
  /** Called after each change of a key. */
  readonly onChange?: (key: string) => void;
}

/** A copy of a range in memory, which follows every change. */
export class RangeCopy<A> {
  readonly #of: RangeCopySetup<A>;
  readonly #entries = new Map<string, Entry<A>>();
  readonly #waiters = new RevisionWaiters();
  #isClosed = false;
  #revision = 0;
  #end: (() => void) | undefined;

  constructor(of: RangeCopySetup<A>) {
    this.#of = of;
  }

  /** Reads the range and starts to follow it. Left: why it cannot be read. */
  async open(): Promise<Either<EtcdProblem, void>> {
    const { etcd, range, log } = this.#of;
    const followed = await followRange(etcd, range, {
      boundary: log.boundary,
      changed: (changes) => {
        for (const change of changes) this.#take(change);
      },
      reached: (revision) => this.#reached(revision),
      interrupted: ({ reason }) =>
        log.warn(
          { from: range.from, reason },
          "a range of keys cannot be followed; it is read again",
        ),
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

  /** Waits until the copy has everything up to a revision of etcd; false if it has not after `ms` milliseconds. */
  async reach(revision: number, ms: number): Promise<boolean> {
    if (this.#revision < revision && !this.#isClosed) await this.#waiters.until(revision, ms);
    return this.#revision >= revision;
  }

  close(): void {
    this.#isClosed = true;
    this.#end?.();
    this.#waiters.reached(Infinity);
  }

  #take({ key, value, changed }: Change): void {
    const decoded = value && this.#of.decode(value);
    const isNew = this.#entries.get(key)?.changed !== changed;
    if (value !== undefined && decoded === undefined)
      this.#of.log.error({ key }, "the value of a key cannot be read");
    if (decoded === undefined) this.#entries.delete(key);
    else {
      const seen = this.#entries.get(key)?.seen ?? this.#of.now();
      this.#entries.set(key, { value: decoded, changed, seen });
    }
    if (isNew) this.#of.onChange?.(key);
  }

  #reached(revision: number): void {
    this.#revision = Math.max(this.#revision, revision);
    this.#waiters.reached(this.#revision);
  }
}
