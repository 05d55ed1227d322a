import { setTimeout as sleep } from "node:timers/promises";
import { type Either, isLeft, left } from "fp-ts/lib/Either.js";
import type { Etcd, EtcdProblem, Transaction, TransactionResult } from "./etcd.ts";

/** How long a transaction is tried again, and of what. Times are milliseconds. */
interface UntilKnown {
  readonly ms: number;
  readonly pauseMs: number;
  /** Whether it is also tried again while the cluster is away. */
  readonly whileAway: boolean;
}

/**
 * Does a transaction that may be done twice, and does it again until its outcome is known. The left is `unknown` where
 * it is not known in time: what was refused last may have been done by the request before it.
 */
export const transactUntilKnown = async (
  etcd: Pick<Etcd, "transact">,
  transaction: Transaction,
  { ms, pauseMs, whileAway }: UntilKnown,
): Promise<Either<EtcdProblem, TransactionResult>> => {
  const until = performance.now() + ms;
  let unknown: EtcdProblem | undefined;
  for (;;) {
    const done = await etcd.transact(transaction, Math.max(1, until - performance.now()));
    if (!isLeft(done)) return done;
    const { kind } = done.left;
    if (kind === "unknown") unknown = done.left;
    if (unknown === undefined && !(whileAway && kind === "away")) return done;
    if (performance.now() >= until) return left(unknown ?? done.left);
    await sleep(pauseMs);
  }
};
