import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Asking } from "./asking.ts";
import type { Operation, Transacted, Transaction } from "./etcd.ts";
import type { Failure } from "./failure.ts";
import { type RequestOp, txn } from "./methods.ts";
import { equal, modRevisionTarget } from "./protocol.ts";
import { pairOf, wireRange } from "./ranges.ts";

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

/** Does what `Etcd.transact` says. */
export const transact = async (
  asking: Asking,
  { guards, then, otherwise = [] }: Transaction,
  ms: number | undefined,
): Promise<Either<Failure, Transacted>> => {
  const repeatable = then.every(isGet) && otherwise.every(isGet);
  const answer = await asking.ask(
    txn,
    {
      compare: guards.map(({ range, changed }) => ({
        ...wireRange(range),
        result: equal,
        target: modRevisionTarget,
        modRevision: changed,
      })),
      success: then.map(wireOperation),
      failure: otherwise.map(wireOperation),
    },
    { repeatable, ms },
  );
  if (isLeft(answer)) {
    const { kind } = answer.left;
    return repeatable && kind === "unknown" ? left({ ...answer.left, kind: "away" }) : answer;
  }
  const { succeeded, header, responses } = answer.right;
  return right({
    held: succeeded,
    revision: header.revision,
    found: responses.flatMap(({ responseRange }) =>
      responseRange === null ? [] : [responseRange.kvs.map(pairOf)],
    ),
  });
};
