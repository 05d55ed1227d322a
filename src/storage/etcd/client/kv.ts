import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { RequestDispatcher } from "./request-dispatcher.ts";
import type { KeyRange, Pair } from "./etcd.ts";
import type { Failure } from "./failure.ts";
import { range as rangeMethod } from "./methods.ts";
import { pairOf, wireRange } from "../../../cluster/etcd/ranges.ts";

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
