import { setTimeout as sleep } from "node:timers/promises";
import { type Either, isLeft, left } from "fp-ts/lib/Either.js";
import type { Etcd, EtcdProblem, Transaction, TransactionResult } from "./etcd.ts";

/** How long a transaction is repeated. Times are milliseconds. */
interface UntilKnown {
  readonly ms: number;
  readonly pauseMs: number;
  /** Whether it is also repeated while the cluster is away. */
  readonly whileAway: boolean;
}

/**
 * Repeats a transaction that may be done twice until its outcome is known. The left is `unknown` if that takes too
 * long: what was refused last may have been done by an earlier request.
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
