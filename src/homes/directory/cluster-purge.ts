import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import {
  type Etcd,
  type EtcdProblem,
  type Guard,
  oneKey,
  type Operation,
  type Pair,
} from "../../storage/etcd/client/etcd.ts";
import type { HomesKeys } from "../../storage/etcd/keys.ts";
import { storeIn } from "./cluster-record.ts";

type Purging = Pick<Etcd, "read" | "transact">;

/** Deletes a key with all that is stored under a name, if the key is unchanged and the guards hold. */
const deleteStore = async (
  etcd: Purging,
  keys: HomesKeys,
  { key, changed }: Pair,
  store: string,
  guards: readonly Guard[] = [],
): Promise<Either<EtcdProblem, boolean>> => {
  const content = store === "" ? [] : keys.of(store).content;
  const then = [oneKey(key), ...content].map((range): Operation => ({ kind: "delete", range }));
  const done = await etcd.transact({ guards: [{ range: oneKey(key), changed }, ...guards], then });
  return isLeft(done) ? done : right(done.right.held);
};

/** Removes homes that were deleted before a moment, and returns their ids. Left: why it ended early. */
export const purgeDeleted = async (
  etcd: Purging,
  keys: HomesKeys,
  before: Date,
): Promise<Either<EtcdProblem, readonly string[]>> => {
  const found = await etcd.read(keys.deleted);
  if (isLeft(found)) return found;
  const purged: string[] = [];
  for (const pair of found.right.pairs) {
    const [id, at] = keys.deletionOf(pair.key);
    if (!(Date.parse(at) < before.getTime())) continue;
    const done = await deleteStore(etcd, keys, pair, storeIn(pair.value));
    if (isLeft(done)) return done;
    if (done.right) purged.push(id);
  }
  return right(purged);
};

/** Removes what is left of imports that were interrupted: no home has it. Left: why it ended early. */
export const purgeUnfinished = async (
  etcd: Purging,
  keys: HomesKeys,
): Promise<Either<EtcdProblem, void>> => {
  const found = await etcd.read(keys.unfinished);
  if (isLeft(found)) return found;
  for (const pair of found.right.pairs) {
    const store = keys.unfinishedOf(pair.key);
    // It is there while an import runs. One that goes on after a long pause finds its mark gone.
    const isOver = { range: oneKey(keys.of(store).importLock), changed: 0 };
    const done = await deleteStore(etcd, keys, pair, store, [isOver]);
    if (isLeft(done)) return done;
  }
  return right(undefined);
};
