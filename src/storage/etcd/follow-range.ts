import { setTimeout as sleep } from "node:timers/promises";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import type { Boundary } from "../../boundary.ts";
import type { Change, Etcd, EtcdProblem, KeyRange } from "./client/etcd.ts";

/** How long it takes until a range is read again, where that failed or etcd refused to tell its changes. */
const againMs = 1000;

/** Hears of the keys of a range. */
export interface RangeFollower {
  /** Takes first all that is there, then what changes; after an interruption all that is there, and what is gone. */
  readonly changed: (changes: readonly Change[]) => void;
  /** Everything up to this revision of etcd was told. */
  readonly reached?: (revision: number) => void;
  /** What changes is not told before the range is read again; comes once more each time that this fails. */
  readonly interrupted?: (problem: EtcdProblem) => void;
  /** Around what is begun again: where what is told is not taken, the range is read once more. */
  readonly boundary: Boundary;
}

/**
 * Reads a range of keys and follows it from there, also beyond what ends a watch. The right ends that; the left says
 * why the range cannot be read at first, and then it is not followed.
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
  // What it throws keeps nobody from reading the range again.
  const tellInterrupted = boundary("that a range is not followed was not taken", interrupted);
  const beginAgain = async (problem: EtcdProblem): Promise<void> => {
    tellInterrupted(problem);
    // What was compacted is there to be read; anything else takes its time.
    if (problem.kind !== "compacted")
      await sleep(againMs, undefined, { ref: false, signal }).catch(() => undefined);
    const begun = signal.aborted ? right(undefined) : await begin();
    if (isLeft(begun)) again(begun.left);
  };
  const again = boundary("a range of keys could not be followed again", beginAgain, () =>
    again({ kind: "away", reason: "what is there was not taken" }),
  );
  const begun = await begin();
  if (isLeft(begun)) return begun;
  return right(() => {
    over.abort();
    endWatch?.();
  });
};
