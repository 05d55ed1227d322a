import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Lock } from "../../../wal/index.ts";
import { describeProblem, type Etcd, oneKey } from "./client/etcd.ts";
import type { Keys } from "./keys.ts";
import { encodeHomeId, homeIdOf, newHomeId } from "../home-id.ts";

/** Seconds without a sign of life after which a node counts as making no backup. */
const leaseSeconds = 10;

/**
 * Keeps other nodes from backing up the home; undefined if one does already. The lock ends with the process. A node
 * paused for longer than the lease may back up at the same time as another. Left: why the cluster does not answer.
 */
export const lockBackups = async (
  etcd: Etcd,
  keys: Keys,
): Promise<Either<string, Lock | undefined>> => {
  const lease = await etcd.lease(leaseSeconds);
  if (isLeft(lease)) return left(describeProblem(lease.left));
  const letGo = etcd.keep(lease.right, leaseSeconds);
  const release = async (): Promise<void> => {
    letGo();
    await etcd.revoke(lease.right);
  };
  const taken = await etcd.transact({
    guards: [{ range: oneKey(keys.backupLock), changed: 0 }],
    then: [{ kind: "put", key: keys.backupLock, value: Buffer.alloc(0), lease: lease.right }],
  });
  if (!isLeft(taken) && taken.right.held) return right({ release });
  await release();
  return isLeft(taken) ? left(describeProblem(taken.left)) : right(undefined);
};

/** The home's id in a cluster, created if there is none. Left: why it cannot be read. */
export const clusterHomeId = async (etcd: Etcd, keys: Keys): Promise<Either<string, string>> => {
  const id = newHomeId();
  const asked = await etcd.transact({
    guards: [{ range: oneKey(keys.id), changed: 0 }],
    then: [{ kind: "put", key: keys.id, value: encodeHomeId(id) }],
    otherwise: [{ kind: "get", range: oneKey(keys.id) }],
  });
  if (isLeft(asked)) return left(describeProblem(asked.left));
  if (asked.right.held) return right(id);
  const known = homeIdOf(String(asked.right.found[0]?.[0]?.value));
  return known === undefined ? left(`${keys.id} does not hold a home's id`) : right(known);
};
