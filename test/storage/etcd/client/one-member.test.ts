import assert from "node:assert/strict";
import { after, test } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import { oneKey, type Pair, withPrefix } from "../../../../src/storage/etcd/client/etcd.ts";
import { sharedEtcd } from "../../../support/etcd.ts";
import { eventually } from "../../../support/polling.ts";
import { mayUse } from "../../../support/programs.ts";
import { clientOf, done, problem, put } from "./test-client.ts";

const shared = sharedEtcd(after);

test("ETCD-1: a transaction is done where every key of its guards is at the revision named, and an empty range at 0", async (t) => {
  if (!mayUse(t, "etcd")) return;
  const etcd = clientOf(t, await shared());
  const range = withPrefix("/guards/");
  const first = done(
    await etcd.transact({
      guards: [{ range, changed: 0 }],
      then: [put("/guards/a", "1"), put("/guards/b", "1")],
    }),
  );
  assert.equal(first.held, true);
  // Each guard with which it is not done: the range is not empty, a key is older, a key is newer.
  const second = done(
    await etcd.transact({
      guards: [{ range, changed: first.revision }],
      then: [put("/guards/b", "2")],
    }),
  );
  assert.equal(second.held, true);
  for (const guards of [
    [{ range, changed: 0 }],
    [{ range, changed: second.revision }],
    [{ range: oneKey("/guards/a"), changed: second.revision }],
    [{ range: oneKey("/guards/b"), changed: first.revision }],
    [
      { range: oneKey("/guards/a"), changed: first.revision },
      { range: oneKey("/guards/none"), changed: first.revision },
    ],
  ]) {
    const answer = done(
      await etcd.transact({
        guards,
        then: [put("/guards/c", "never")],
        otherwise: [{ kind: "get", range }],
      }),
    );
    assert.equal(answer.held, false);
    const found = answer.found.map((pairs) =>
      pairs.map(({ key, value, changed }) => [key, value.toString(), changed]),
    );
    assert.deepEqual(found, [
      [
        ["/guards/a", "1", first.revision],
        ["/guards/b", "2", second.revision],
      ],
    ]);
  }
  const gone = done(
    await etcd.transact({
      guards: [
        { range: oneKey("/guards/a"), changed: first.revision },
        { range: oneKey("/guards/b"), changed: second.revision },
        { range: oneKey("/guards/c"), changed: 0 },
      ],
      then: [
        { kind: "get", range: oneKey("/guards/b") },
        { kind: "delete", range },
        { kind: "get", range },
      ],
    }),
  );
  assert.equal(gone.held, true);
  assert.deepEqual(
    gone.found.map((pairs) => pairs.length),
    [1, 0],
  );
});

test("ETCD-2: keys of a lease end with it, unless a transaction keeps them", async (t) => {
  if (!mayUse(t, "etcd")) return;
  const etcd = clientOf(t, await shared());
  const lease = done(await etcd.lease(60));
  const keys = ["/leases/kept", "/leases/lost"];
  done(await etcd.transact({ guards: [], then: keys.map((key) => put(key, "part", lease)) }));
  const leases = async (): Promise<readonly (readonly [string, string | undefined])[]> =>
    done(await etcd.read(withPrefix("/leases/"))).pairs.map((pair) => [pair.key, pair.lease]);
  assert.deepEqual(await leases(), [
    ["/leases/kept", lease],
    ["/leases/lost", lease],
  ]);
  done(await etcd.transact({ guards: [], then: [{ kind: "keep", key: "/leases/kept" }] }));
  assert.equal(done(await etcd.renew(lease)), true);
  done(await etcd.revoke(lease));
  const { pairs } = done(await etcd.read(withPrefix("/leases/")));
  assert.deepEqual(
    pairs.map(({ key, value, lease: left }) => [key, value.toString(), left]),
    [["/leases/kept", "part", undefined]],
  );
  assert.equal(done(await etcd.renew(lease)), false);
  done(await etcd.revoke(lease));
  const keeping = await etcd.transact({
    guards: [],
    then: [{ kind: "keep", key: "/leases/lost" }],
  });
  assert.equal(problem(keeping).kind, "refused");
  const late = await etcd.transact({ guards: [], then: [put("/leases/late", "part", lease)] });
  assert.equal(problem(late).kind, "refused");
});

test("ETCD-2: a lease that nobody renews ends by itself", async (t) => {
  if (!mayUse(t, "etcd")) return;
  const etcd = clientOf(t, await shared());
  // It may have ended before anything is put under it, where the disk takes its time.
  const lease = await eventually(async () => {
    const granted = done(await etcd.lease(1));
    const held = await etcd.transact({ guards: [], then: [put("/short", "", granted)] });
    return isRight(held) ? { seen: granted } : { not: held.left.reason };
  }, 60_000);
  await eventually(async () => {
    const { pairs } = done(await etcd.read(oneKey("/short")));
    return pairs.length === 0 ? { seen: undefined } : { not: "the key is there" };
  }, 60_000);
  assert.equal(done(await etcd.renew(lease)), false);
});

test("ETCD-3: a large range is read whole, in order, at one revision", async (t) => {
  if (!mayUse(t, "etcd")) return;
  const etcd = clientOf(t, await shared());
  const range = withPrefix("/plans/");
  const value = (number: number): Buffer => Buffer.alloc(512 * 1024, number);
  const keys = Array.from(
    { length: 21 },
    (_, number) => `/plans/${String(number).padStart(3, "0")}`,
  );
  let revision = 0;
  for (const [number, key] of keys.entries()) {
    const then = [{ kind: "put", key, value: value(number) } as const];
    revision = done(await etcd.transact({ guards: [], then })).revision;
  }
  const small = Array.from(
    { length: 120 },
    (_, number) => `/plans/x${String(number).padStart(3, "0")}`,
  );
  const then = small.map((key) => put(key, key));
  done(await etcd.transact({ guards: [], then }));
  const all = done(await etcd.read(range));
  assert.deepEqual(
    all.pairs.map(({ key }) => key),
    [...keys, ...small],
  );
  assert(all.pairs.slice(0, 21).every((pair, number) => pair.value.equals(value(number))));
  const before = done(await etcd.read(range, revision));
  assert.equal(before.revision, revision);
  assert.deepEqual(
    before.pairs.map(({ key }) => key),
    keys,
  );
  // While another one changes the first and the last key together, no reader sees them apart.
  const enough = new AbortController();
  const changing = (async () => {
    for (let count = 0; !enough.signal.aborted; count += 1) {
      const ends = ["/plans/!", "/plans/~"].map((key) => put(key, String(count)));
      done(await etcd.transact({ guards: [], then: ends }));
    }
  })();
  try {
    for (let reads = 0; reads < 3; reads += 1) {
      const { pairs } = done(await etcd.read(range));
      const isEnd = ({ key }: Pair): boolean => !keys.includes(key) && !small.includes(key);
      const ends = new Set(pairs.filter(isEnd).map(({ changed }) => changed));
      assert(ends.size <= 1, "both were changed at once");
    }
  } finally {
    enough.abort();
    await changing;
  }
});

test("ETCD-7: a request that etcd does not take is refused, and nothing of it is done", async (t) => {
  if (!mayUse(t, "etcd")) return;
  const etcd = clientOf(t, await shared());
  const many = Array.from({ length: 129 }, (_, number) => put(`/many/${number}`, ""));
  for (const then of [
    many,
    // More than etcd takes, and more than its server receives at all.
    [put("/large", "x".repeat(1_600_000))],
    [put("/large", "x".repeat(3_000_000))],
    [put("/twice", "1"), put("/twice", "2")],
    [put("", "")],
  ]) {
    const answer = problem(await etcd.transact({ guards: [], then }));
    assert.equal(answer.kind, "refused", answer.reason);
  }
  for (const range of [withPrefix("/many/"), oneKey("/large"), oneKey("/twice")])
    assert.deepEqual(done(await etcd.read(range)).pairs, []);
  done(await etcd.transact({ guards: [], then: many.slice(1) }));
});
