import { isLeft, right } from "fp-ts/lib/Either.js";
import type { Boundary } from "../../server/runtime/boundary.ts";
import { type Etcd, type KeyRange, oneKey } from "./client/etcd.ts";

/** Reads in one transaction: as many of etcd's largest values as the first page of a range. */
const batchReads = 16;

/** Milliseconds in which reads are gathered while earlier ones are under way: about as long as etcd takes for those. */
const gatherMs = 3;

type Answer = Awaited<ReturnType<Etcd["read"]>>;

interface Wanted {
  readonly range: KeyRange;
  readonly settle: (answer: Answer | Promise<Answer>) => void;
}

interface BatchedReadsSetup {
  readonly etcd: Pick<Etcd, "read" | "transact">;
  /** The keys whose reads are batched: small values, each read by itself. */
  readonly among: KeyRange;
  readonly boundary: Boundary;
}

/**
 * `Etcd.read`, of which those of single keys that begin in one turn of the event loop share transactions, or within a
 * few milliseconds while others are under way: many homes that wake at once, or let their clients in, cost a few
 * requests. A transaction of reads alone is as linearizable as a read. If it fails, each key is read by itself.
 */
export const batchedReads = ({ etcd, among, boundary }: BatchedReadsSetup): Etcd["read"] => {
  let wanted: Wanted[] = [];
  let underWay = 0;
  const ask = async (batch: readonly Wanted[]): Promise<void> => {
    const [first] = batch;
    if (first !== undefined && batch.length === 1) return first.settle(etcd.read(first.range));
    const then = batch.map(({ range }) => ({ kind: "get", range }) as const);
    underWay += 1;
    const found = await etcd.transact({ guards: [], then }).finally(() => (underWay -= 1));
    for (const [position, { range, settle }] of batch.entries()) {
      const pairs = isLeft(found) ? undefined : found.right.found[position];
      if (isLeft(found) || pairs === undefined) settle(etcd.read(range));
      else settle(right({ revision: found.right.revision, pairs }));
    }
  };
  const askNow = boundary("reads of etcd could not be made together", async () => {
    const all = wanted;
    wanted = [];
    const batches: Promise<void>[] = [];
    for (let at = 0; at < all.length; at += batchReads)
      batches.push(ask(all.slice(at, at + batchReads)));
    await Promise.all(batches);
  });
  return (range, at) => {
    const isOne = range.end === oneKey(range.from).end;
    const isAmong = range.from >= among.from && range.from < among.end;
    if (at !== undefined || !isOne || !isAmong) return etcd.read(range, at);
    return new Promise((settle) => {
      wanted.push({ range, settle });
      if (wanted.length > 1) return;
      if (underWay === 0) setImmediate(askNow);
      else setTimeout(askNow, gatherMs);
    });
  };
};
