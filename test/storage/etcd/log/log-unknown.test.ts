import assert from "node:assert/strict";
import { test } from "node:test";
import { isLeft, left, right } from "fp-ts/lib/Either.js";
import { saveAndFollow } from "../../../../src/storage/etcd/log/save.ts";
import { revisionOf } from "../../../../src/plan/state.ts";
import { otherwise } from "../test-home.ts";
import { type Fault, MemoryEtcd } from "../memory-etcd.ts";
import { MemoryStore } from "../memory-store.ts";
import { becomes, gate, keys, type Node, numbered, save, startNode } from "./nodes.ts";

/** The next transactions of a node meet these faults, one each; those behind them go well. */
const faults = ({ weather }: Node, ...next: readonly Fault[]): { readonly left: Fault[] } => {
  const remaining = [...next];
  weather.call = (name) => (name === "transact" ? (remaining.shift() ?? "none") : "none");
  return { left: remaining };
};

test("CLUS-2: a save whose answer was lost is made once, however often it is tried", async (t) => {
  const store = new MemoryStore();
  const node = await startNode(t, store, { unknownMs: 2000 });
  const { log, actor, seen } = node;
  for (const [at, lost] of (["lost", "never"] as const).entries()) {
    const { left: remaining } = faults(node, lost, lost, lost);
    const rev = at * 3 + 1;
    const answers = await Promise.all([1, 2, 3].map((number) => actor.save(save(rev + number))()));
    assert.deepEqual(answers, [rev, rev + 1, rev + 2].map(right));
    // The watch may tell before it is tried again.
    if (lost === "never") assert.deepEqual(remaining, []);
    assert.deepEqual(await log.caughtUp(), right(undefined));
  }
  assert.deepEqual(
    seen.map(([rev]) => rev),
    [1, 2, 3, 4, 5, 6],
  );
});

test("CLUS-2: a save that is stored after nobody asked any more is unknown, and comes like anybody's", async (t) => {
  const store = new MemoryStore();
  const node = await startNode(t, store, { unknownMs: 500 });
  const { actor, seen, weather, failures } = node;
  assert.deepEqual(await actor.save(save(1))(), right(1));
  const late = gate();
  let isFirst = true;
  weather.call = (name) => {
    if (name !== "transact") return "none";
    const fault = isFirst ? { later: late.opened } : "never";
    isFirst = false;
    return fault;
  };
  const [lost, conflict] = await Promise.all([actor.save(save(2, 1))(), actor.save(save(3, 1))()]);
  assert(isLeft(lost) && lost.left.kind === "outcome-unknown");
  assert(isLeft(conflict) && conflict.left.kind === "not-loaded", "nobody knows of a conflict");
  assert.deepEqual(seen, [[1, 1]]);
  assert.deepEqual(await actor.read(revisionOf)(), right(1));
  weather.call = () => "none";
  late.open();
  await becomes(() => actor.revision === 2, "revision 2");
  assert.deepEqual(seen.at(-1), [2, 2]);
  assert.deepEqual(await actor.save(save(4, 2))(), right(3));
  assert.deepEqual(failures, []);
});

test("CLUS-2: a save that was given up and one that came in its place are never both stored", async (t) => {
  const store = new MemoryStore();
  const node = await startNode(t, store, { unknownMs: 500 });
  const { actor, seen, weather } = node;
  const late = gate();
  weather.call = (name) => (name === "transact" ? { later: late.opened } : "none");
  const lost = await actor.save(save(1))();
  assert(isLeft(lost) && lost.left.kind === "outcome-unknown");
  weather.call = () => "none";
  assert.deepEqual(await actor.save(save(2, 0))(), right(1));
  late.open();
  assert.deepEqual(await actor.save(save(3, 1))(), right(2));
  assert.deepEqual(seen, [
    [1, 2],
    [2, 3],
  ]);
});

test("CLUS-2: what another node saves in the place of a save without an answer says that it was not made", async (t) => {
  const store = new MemoryStore();
  const node = await startNode(t, store);
  const other = await startNode(t, store);
  const late = gate();
  faults(node, { later: late.opened }, { later: late.opened }, { later: late.opened });
  const saved = node.actor.save(save(1, 0))();
  const overwritten = node.actor.save(save(2))();
  assert.deepEqual(await other.actor.save(save(3))(), right(1));
  assert.deepEqual(await saved, left({ kind: "conflict", current: 1 }), "long before the deadline");
  late.open();
  assert.deepEqual(await overwritten, right(2));
  const both = [
    [1, 3],
    [2, 2],
  ];
  await becomes(() => other.actor.revision === 2, "revision 2");
  assert.deepEqual(node.seen, both);
  assert.deepEqual(other.seen, both);
});

test("CLUS-2: a refusal of a second try says nothing of the first", async (t) => {
  for (const second of ["away", "refused"] as const) {
    const store = new MemoryStore();
    const { actor, weather } = await startNode(t, store, { unknownMs: 500 });
    const late = gate();
    let tries = 0;
    weather.call = (name) => {
      if (name !== "transact") return "none";
      tries += 1;
      return tries === 1 ? { later: late.opened } : second;
    };
    const lost = await actor.save(save(1))();
    assert(isLeft(lost) && lost.left.kind === "outcome-unknown", second);
    late.open();
    await becomes(() => actor.revision === 1, "revision 1");
  }
});

test("CLUS-2: a save that is stored while the watch says nothing is unknown, and never answered before its event", async (t) => {
  const store = new MemoryStore();
  const { actor, seen, weather } = await startNode(t, store, { unknownMs: 500 });
  const quiet = gate();
  assert.deepEqual(await actor.save(save(1))(), right(1));
  weather.watch = () => quiet.opened;
  const lost = await actor.save(save(2))();
  assert(isLeft(lost) && lost.left.kind === "outcome-unknown");
  // Decided on a head that is no longer there: etcd stores nothing of it.
  const refused = await actor.save(save(3))();
  assert(isLeft(refused) && refused.left.kind === "not-loaded");
  assert.deepEqual(seen, [[1, 1]]);
  quiet.open();
  await becomes(() => actor.revision === 2, "revision 2");
  assert.deepEqual(await actor.save(save(4, 2))(), right(3));
});

test("CLUS-2, CLUS-33: long plans whose outcome is unknown are stored whole, or leave nothing behind", async (t) => {
  for (const isStored of [true, false]) {
    const store = new MemoryStore();
    const { actor, weather, log } = await startNode(t, store, { unknownMs: 500 });
    const late = gate();
    const saves = keys.revision(1);
    weather.call = (_name, transaction) => {
      const isSave = transaction?.then.some((each) => each.kind === "put" && each.key === saves);
      return isSave === true ? { later: late.opened } : "none";
    };
    const content = numbered(1, { bytes: 1_500_000 });
    const lost = await actor.save({ content, guard: undefined })();
    assert(isLeft(lost) && lost.left.kind === "outcome-unknown");
    assert.equal(store.bound.length, 3, "the parts are there, under a lease");
    weather.call = () => "none";
    if (isStored) late.open();
    if (isStored) await becomes(() => actor.revision === 1, "revision 1");
    store.endLeases();
    late.open();
    assert.deepEqual(await log.caughtUp(), right(undefined));
    assert.equal(actor.revision, isStored ? 1 : 0);
    assert.equal(store.keys.length, isStored ? 5 : 0);
    const again = await startNode(t, store);
    assert.equal(again.actor.revision, isStored ? 1 : 0);
  }
});

test("CLUS-2: a save whose guard did not hold where several members were asked, of which another may have done it, is told as unknown until the watch tells", async () => {
  for (const [doubt, kind] of [
    [undefined, "away"],
    ["another member gave no answer", "unknown"],
  ] as const) {
    const told = await saveAndFollow({
      etcd: otherwise(new MemoryEtcd(new MemoryStore()), {
        transact: async () =>
          right({ held: false, revision: 2, found: [[]], ...(doubt !== undefined && { doubt }) }),
      }),
      transaction: { guards: [], then: [], isGuardedByItself: true },
      fate: new Promise(() => undefined),
      unknownMs: 1,
      pauseMs: 1,
      guarded: () => undefined,
      trouble: assert.fail,
    });
    assert.equal(told.kind, kind);
  }
});
