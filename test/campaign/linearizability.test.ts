import assert from "node:assert/strict";
import { test } from "node:test";
import { isRight, left } from "fp-ts/lib/Either.js";
import { linearize, type Operation, type Subscription } from "./linearizability.ts";

const time = (invoked: number, returned: number) => ({ invoked, returned });

/** Two writes one after the other: value 10 is revision 1, value 20 revision 2. */
const first: Operation = { ...time(1, 2), kind: "write", value: 10, rev: 1 };
const second: Operation = { ...time(3, 4), kind: "write", value: 20, guard: 1, rev: 2 };

const subscribed = (
  invoked: number,
  ...events: [number, number, (number | undefined)?][]
): Subscription => ({
  invoked,
  events: events.map(([at, rev, value]) => ({ at, rev, value })),
});

const fits = (operations: readonly Operation[], subscriptions: readonly Subscription[] = []) => {
  const order = linearize(operations, subscriptions);
  assert(isRight(order), JSON.stringify(order));
  return order.right.values;
};

const isRefused = (
  why: string,
  operations: readonly Operation[],
  subscriptions: readonly Subscription[] = [],
): void => assert.deepEqual(linearize(operations, subscriptions), left(why));

test("PROOF-6: writes, reads, conflicts and events that fit one order are accepted", () => {
  const read: Operation = { ...time(5, 6), kind: "read", rev: 2, value: 20 };
  const conflict: Operation = { ...time(7, 8), kind: "conflict", value: 30, guard: 1, rev: 2 };
  const subscription = subscribed(0, [0.5, 0], [2.5, 1, 10], [9, 2, 20]);
  assert.deepEqual(fits([first, second, read, conflict], [subscription]), [10, 20]);
  assert.deepEqual(fits([], []), []);
});

test("PROOF-6: operations that overlap may have either order", () => {
  for (const rev of [1, 2])
    fits([
      first,
      { ...second, ...time(1.5, 9) },
      { ...time(1.6, 8), kind: "read", rev, value: rev * 10 },
    ]);
});

test("PROOF-6: a write whose answer was lost may have happened or not", () => {
  const lost: Operation = { ...time(3, 6), kind: "lost", value: 20 };
  assert.deepEqual(fits([first, lost]), [10]);
  assert.deepEqual(
    fits([first, lost, { ...time(7, 8), kind: "read", rev: 2, value: 20 }]),
    [10, 20],
  );
  assert.deepEqual(
    fits([first, lost, { ...time(7, 8), kind: "seen", rev: 2, value: 20 }]),
    [10, 20],
  );
});

test("PROOF-6: a stale read is refused", () => {
  const why = "stale: read at revision 1 began after write at revision 2 was over";
  isRefused(why, [first, second, { ...time(5, 6), kind: "read", rev: 1, value: 10 }]);
  // Also when another reader alone has seen the newer state.
  const slow: Operation = { ...second, ...time(3, 20) };
  const reader: Operation = { ...time(5, 6), kind: "read", rev: 2, value: 20 };
  isRefused("stale: read at revision 1 began after read at revision 2 was over", [
    first,
    slow,
    reader,
    { ...time(7, 8), kind: "read", rev: 1, value: 10 },
  ]);
});

test("PROOF-6: a subscription that begins in the past is refused", () =>
  isRefused(
    "stale: read at revision 1 began after write at revision 2 was over",
    [first, second],
    [subscribed(5, [6, 1, 10], [7, 2, 20])],
  ));

test("PROOF-6: a read that is older than what somebody had seen before is refused", () => {
  const lost: Operation = { ...time(3, 20), kind: "lost", value: 20 };
  const seen: Operation = { ...time(4, 5), kind: "seen", rev: 2, value: 20 };
  const read: Operation = { ...time(6, 7), kind: "read", rev: 1, value: 10 };
  isRefused("stale: read at revision 1 began after seen at revision 2 was over", [
    first,
    lost,
    seen,
    read,
  ]);
  // What somebody sees late was there earlier.
  fits([first, { ...seen, ...time(8, 9), rev: 1, value: 10 }, { ...second, ...time(3, 20) }]);
});

test("PROOF-6: a lost update is refused", () => {
  const third: Operation = { ...time(5, 6), kind: "write", value: 30, guard: 1, rev: 3 };
  isRefused("lost update: revision 3 was guarded by 1", [first, second, third]);
  isRefused("revision 2 has two values, 20 and 30", [first, second, { ...third, rev: 2 }]);
});

test("PROOF-6: events out of order, twice or with a gap are refused", () => {
  const refuses = (after: number, rev: number, value: number) =>
    isRefused(
      `event out of order: revision ${rev} after ${after}`,
      [first, second],
      [subscribed(0, [2.5, after, after * 10 || undefined], [8, rev, value])],
    );
  refuses(2, 1, 10);
  refuses(1, 1, 10);
  refuses(0, 2, 20);
});

test("PROOF-6: a conflict that was no conflict is refused", () => {
  const conflict = { ...time(5, 6), kind: "conflict", value: 30 } as const;
  isRefused("a conflict that was none: the stored revision was 2", [
    first,
    second,
    { ...conflict, guard: 2, rev: 2 },
  ]);
  isRefused("stale: conflict at revision 1 began after write at revision 2 was over", [
    first,
    second,
    { ...conflict, guard: 2, rev: 1 },
  ]);
});

test("PROOF-6: an acknowledged save that is absent is refused", () => {
  // After the restart another save has its revision, or the state before it stands.
  isRefused("revision 2 has two values, 20 and 30", [
    first,
    second,
    { ...time(5, 6), kind: "write", value: 30, rev: 2 },
  ]);
  isRefused("stale: read at revision 1 began after write at revision 2 was over", [
    first,
    second,
    { ...time(5, 6), kind: "read", rev: 1, value: 10 },
  ]);
});

test("PROOF-6: what was refused, is there twice, or comes from nobody is refused", () => {
  const seen = { ...time(7, 8), kind: "seen" } as const;
  isRefused("value 30 was refused, and is revision 3 all the same", [
    first,
    second,
    { ...time(5, 6), kind: "refused", value: 30 },
    { ...seen, rev: 3, value: 30 },
  ]);
  isRefused("value 20 is at two revisions, 2 and 3", [
    first,
    second,
    { ...seen, rev: 3, value: 20 },
  ]);
  isRefused("nobody wrote revision 3", [first, second, { ...seen, rev: 3, value: 30 }]);
  isRefused("nobody wrote revision 1", [second]);
});

test("PROOF-6: a state that is seen before its write began is refused, and so is a lost write after its time", () => {
  isRefused(
    "seen of revision 2 before its write began",
    [first, second],
    [subscribed(0, [2.1, 1, 10], [2.5, 2, 20])],
  );
  isRefused("stale: write at revision 1 began after lost at revision 2 was over", [
    { ...time(1, 2), kind: "lost", value: 20 },
    { ...first, ...time(5, 6) },
    { ...time(7, 8), kind: "read", rev: 2, value: 20 },
  ]);
});
