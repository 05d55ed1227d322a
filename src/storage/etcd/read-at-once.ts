import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import type { Etcd, EtcdProblem, KeyRange, Pair } from "./client/etcd.ts";

const isIn = (key: string, { from, end }: KeyRange): boolean => key >= from && key < end;

/** What is read at once. */
interface AtOnce {
  /** What is read now. */
  readonly all: KeyRange;
  /** Ranges within it, each of which is read by itself later. */
  readonly parts: readonly KeyRange[];
}

/**
 * Reads a range of keys now. The result is `Etcd.read`, where the first read of each part is answered by that: whoever
 * opens many small things, one after another, asks etcd once. What is answered is let go, and later reads ask etcd.
 * Left: why the range cannot be read.
 */
export const readAtOnce = async (
  etcd: Pick<Etcd, "read">,
  { all, parts }: AtOnce,
): Promise<Either<EtcdProblem, Etcd["read"]>> => {
  const found = await etcd.read(all);
  if (isLeft(found)) return found;
  const { revision, pairs } = found.right;
  const kept = new Map<string, { readonly end: string; readonly pairs: readonly Pair[] }>();
  for (const part of parts)
    kept.set(part.from, { end: part.end, pairs: pairs.filter(({ key }) => isIn(key, part)) });
  return right(async (range, at) => {
    const own = kept.get(range.from);
    if (at !== undefined || own?.end !== range.end) return etcd.read(range, at);
    kept.delete(range.from);
    return right({ revision, pairs: own.pairs });
  });
};
