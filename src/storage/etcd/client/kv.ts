import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import {
  type MemberRequest,
  memberRequest,
  type RequestDispatcher,
  type RetryPolicy,
} from "./request-dispatcher.ts";
import {
  type Guard,
  type KeyRange,
  oneKey,
  type Operation,
  type Pair,
  type Transaction,
  type TransactionResult,
} from "./etcd.ts";
import type { Failure } from "./failure.ts";
import {
  pairOf,
  range as rangeMethod,
  type RequestOp,
  txn,
  type TxnAnswer,
  wireRange,
} from "./methods.ts";
import type { HedgedAnswer } from "./hedged-request.ts";
import { equal, modRevisionTarget } from "./protocol.ts";

/** Bytes of values that a page should hold. */
const pageBytes = 4 * 1024 * 1024;

/** A first page of 16 of etcd's largest values (1.5 MiB) is 24 MiB. */
const firstPage = 16;
const largestPage = 4096;

/** Reads in pages of one revision, so that no answer is huge. */
export const read = async (
  dispatcher: RequestDispatcher,
  range: KeyRange,
  at: number | undefined,
): Promise<Either<Failure, { readonly revision: number; readonly pairs: readonly Pair[] }>> => {
  const pairs: Pair[] = [];
  let from = range.from;
  let revision = at;
  let limit = firstPage;
  for (;;) {
    const answer = await dispatcher.ask(
      rangeMethod,
      {
        ...wireRange({ from, end: range.end }),
        limit,
        ...(revision !== undefined && { revision }),
      },
      { repeatable: true },
    );
    if (isLeft(answer)) {
      const { kind } = answer.left;
      if (kind === "compacted" && at === undefined && pairs.length > 0) {
        // The caller asked for no revision: read everything again at a newer one.
        pairs.length = 0;
        from = range.from;
        revision = undefined;
        continue;
      }
      // Whether a read was done does not matter.
      return kind === "unknown" ? left({ ...answer.left, kind: "away" }) : answer;
    }
    const { header, kvs, more } = answer.right;
    revision ??= header.revision;
    for (const keyValue of kvs) pairs.push(pairOf(keyValue));
    const last = pairs.at(-1);
    if (!more || last === undefined) return right({ revision, pairs });
    from = `${last.key}\0`;
    const bytes = kvs.reduce((sum, { value }) => sum + value.length, 0);
    const fitting = Math.floor((limit * pageBytes) / Math.max(bytes, 1));
    limit = Math.max(1, Math.min(fitting, limit * 4, largestPage));
  }
};

const wireOperation = (operation: Operation): RequestOp => {
  switch (operation.kind) {
    case "put": {
      const { key, value, lease } = operation;
      const put = { key: Buffer.from(key), value };
      return { requestPut: lease === undefined ? put : { ...put, lease } };
    }
    case "keep":
      // A put without a lease detaches the key from its lease.
      return { requestPut: { key: Buffer.from(operation.key), ignoreValue: true } };
    case "delete":
      return { requestDeleteRange: wireRange(operation.range) };
    case "get":
      return { requestRange: wireRange(operation.range) };
  }
};

const isGet = ({ kind }: Operation): boolean => kind === "get";

/**
 * etcd checks the guards of a transaction without operations against the asked member's data, however old
 * (isTxnSerializable of v3_server.go; in 3.6 of txn/txn.go). So the transaction gets a read.
 */
const lookAt = (guards: readonly Guard[]): readonly RequestOp[] =>
  guards.slice(0, 1).map(({ range }) => ({ requestRange: wireRange(oneKey(range.from)) }));

const requestFor = ({ guards, then, otherwise = [] }: Transaction): MemberRequest<TxnAnswer> =>
  memberRequest(txn, {
    compare: guards.map(({ range, changed }) => ({
      ...wireRange(range),
      result: equal,
      target: modRevisionTarget,
      modRevision: changed,
    })),
    success: then.map(wireOperation),
    failure: then.length + otherwise.length > 0 ? otherwise.map(wireOperation) : lookAt(guards),
  });

/**
 * A transaction that meets the quota may have been done regardless: server/etcdserver/apply does it, then reports
 * that there is no space (quotaApplierV3; applierV3Capped, once there is an alarm, and quotaKVServer, before it is
 * proposed, do not). The guards tell: etcd's log has the transaction at most once, as it is sent once, and it was
 * applied before the answer.
 */
const whetherDone = async (
  dispatcher: RequestDispatcher,
  { guards }: Transaction,
  refused: Failure,
): Promise<Failure> => {
  if (guards.length === 0) return refused;
  const asked = await dispatcher.perform(requestFor({ guards, then: [] }), { repeatable: true });
  return !isLeft(asked) && asked.right.succeeded ? refused : { ...refused, kind: "unknown" };
};

/** Several members at once if the transaction changes its guard, else one after another. */
const send = async (
  dispatcher: RequestDispatcher,
  transaction: Transaction,
  retry: RetryPolicy,
): Promise<HedgedAnswer<TxnAnswer>> =>
  transaction.isGuardedByItself === true
    ? dispatcher.askSeveral(requestFor(transaction), retry.ms)
    : { answer: await dispatcher.perform(requestFor(transaction), retry), doubt: undefined };

export const transact = async (
  dispatcher: RequestDispatcher,
  transaction: Transaction,
  ms: number | undefined,
): Promise<Either<Failure, TransactionResult>> => {
  const { then, otherwise = [] } = transaction;
  const repeatable = then.every(isGet) && otherwise.every(isGet);
  const { answer, doubt } = await send(dispatcher, transaction, { repeatable, ms });
  if (isLeft(answer)) {
    const { kind, reason } = answer.left;
    if (doubt !== undefined && kind !== "unknown")
      return left({ kind: "unknown", reason: `${reason}; ${doubt}` });
    if (kind === "no-space") return left(await whetherDone(dispatcher, transaction, answer.left));
    return repeatable && kind === "unknown" ? left({ ...answer.left, kind: "away" }) : answer;
  }
  const { succeeded, header, responses } = answer.right;
  return right({
    held: succeeded,
    revision: header.revision,
    found: responses
      .slice(0, (succeeded ? then : otherwise).length)
      .flatMap(({ responseRange }) =>
        responseRange === null ? [] : [responseRange.kvs.map(pairOf)],
      ),
    ...(!succeeded && doubt !== undefined && { doubt }),
  });
};
