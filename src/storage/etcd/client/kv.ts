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

/** What a page should hold, in bytes of values. */
const pageBytes = 4 * 1024 * 1024;

/** A first page of 16 of etcd's largest values (1.5 MiB) is 24 MiB. */
const firstPage = 16;
const largestPage = 4096;

/** Does what `Etcd.read` says, in pages of one revision, so that no answer is huge. */
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
        // Older than anybody asked for: the pages before are read again.
        pairs.length = 0;
        from = range.from;
        revision = undefined;
        continue;
      }
      // A read that may have been done is nothing to know of.
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
      // A put without a lease takes the key from the one that it had.
      return { requestPut: { key: Buffer.from(operation.key), ignoreValue: true } };
    case "delete":
      return { requestDeleteRange: wireRange(operation.range) };
    case "get":
      return { requestRange: wireRange(operation.range) };
  }
};

const isGet = ({ kind }: Operation): boolean => kind === "get";

/**
 * What is looked at where guards alone do not hold. Where nothing is done or looked at, etcd compares them with what
 * the one member knows that is asked, however old (isTxnSerializable of v3_server.go; in 3.6 of txn/txn.go).
 */
const lookAt = (guards: readonly Guard[]): readonly RequestOp[] =>
  guards.slice(0, 1).map(({ range }) => ({ requestRange: wireRange(oneKey(range.from)) }));

/** A transaction as it is. */
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
 * The transaction with which the quota is found to be reached may have been done all the same: server/etcdserver/apply
 * does it, and then says that there is no space (quotaApplierV3; applierV3Capped, once there is an alarm, and
 * quotaKVServer, before it is proposed, do not). As no answer is open any more, what guarded it tells: it is in etcd's
 * log once at most, as nobody sends it twice, and was applied before the answer.
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

/** Asks several members at once for what is guarded by itself, and else one after another. */
const send = async (
  dispatcher: RequestDispatcher,
  transaction: Transaction,
  retry: RetryPolicy,
): Promise<HedgedAnswer<TxnAnswer>> =>
  transaction.isGuardedByItself === true
    ? dispatcher.askSeveral(requestFor(transaction), retry.ms)
    : { answer: await dispatcher.perform(requestFor(transaction), retry), doubt: undefined };

/** Does what `Etcd.transact` says. */
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
