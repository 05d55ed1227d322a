import { type Either, isLeft, left, map, mapLeft, right } from "fp-ts/lib/Either.js";
import { describeProblem, type Etcd, oneKey, type Pair } from "../../storage/etcd/client/etcd.ts";
import type { HomesKeys } from "../../storage/etcd/keys.ts";
import { decodeDocument } from "../../storage/stored-document.ts";
import type { ClusterDirectory } from "../directory/cluster-directory.ts";
import { type HomeUsage, homeUsageKind, noUsage } from "../homes.ts";
import type { UsageStore } from "./homes-storage.ts";

/** How often a change is made anew because another node was first. */
const maxTries = 50;

/** That nothing of a home can be found. */
export const noStore = (id: string): Either<string, never> =>
  left(`the record of the home ${id} is gone, or does not say where it is stored`);

type Reader = Pick<Etcd, "read">;

const pairAt = async (etcd: Reader, key: string): Promise<Either<string, Pair | undefined>> =>
  mapLeft(describeProblem)(
    map(({ pairs }: { readonly pairs: readonly Pair[] }) => pairs[0])(await etcd.read(oneKey(key))),
  );

const usageIn = (pair: Pair | undefined): Either<string, HomeUsage | undefined> =>
  pair === undefined
    ? right(undefined)
    : decodeDocument(homeUsageKind, `${pair.key} in etcd`, pair.value.toString());

/** The usage of homes in a cluster, each in a document beside the home's others, to which every node adds what it counted. */
export const clusterUsage =
  (
    etcd: Pick<Etcd, "read" | "transact">,
    keys: HomesKeys,
    directory: Pick<ClusterDirectory, "storeOf">,
  ) =>
  (id: string): UsageStore => {
    const store = directory.storeOf(id);
    if (store === undefined) {
      const none = async (): Promise<Either<string, never>> => noStore(id);
      return { read: none, keep: none };
    }
    const { document, home } = keys.of(store);
    const key = document(homeUsageKind.name);
    /** True once it is stored, or need not be; false if it changed meanwhile. */
    const tryToKeep = async (
      change: (stored: HomeUsage) => HomeUsage,
    ): Promise<Either<string, boolean>> => {
      const [mark, pair] = await Promise.all([pairAt(etcd, home), pairAt(etcd, key)]);
      if (isLeft(mark)) return mark;
      if (isLeft(pair)) return pair;
      // A home that was purged meanwhile leaves nothing behind.
      if (mark.right === undefined) return right(true);
      const stored = usageIn(pair.right);
      if (isLeft(stored)) return stored;
      const usage = homeUsageKind.codec.encode(change(stored.right ?? noUsage));
      const guards = [
        { range: oneKey(home), changed: mark.right.changed },
        { range: oneKey(key), changed: pair.right?.changed ?? 0 },
      ];
      const value = Buffer.from(JSON.stringify(usage));
      const done = await etcd.transact({ guards, then: [{ kind: "put", key, value }] });
      // Tried again when it may have been done, it could be added twice.
      return isLeft(done) ? left(describeProblem(done.left)) : right(done.right.held);
    };
    return {
      read: async () => {
        const pair = await pairAt(etcd, key);
        return isLeft(pair) ? pair : usageIn(pair.right);
      },
      keep: async (change) => {
        for (let tries = 1; tries <= maxTries; tries += 1) {
          const kept = await tryToKeep(change);
          if (isLeft(kept)) return kept;
          if (kept.right) return right(undefined);
        }
        return left(`${key} in etcd: other nodes change it all the time`);
      },
    };
  };
