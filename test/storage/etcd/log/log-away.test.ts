import assert from "node:assert/strict";
import { test } from "node:test";
import { isLeft, isRight, left, right } from "fp-ts/lib/Either.js";
import { oneKey } from "../../../../src/storage/etcd/client/etcd.ts";
import { decodeHead } from "../../../../src/storage/etcd/log/head.ts";
import { revisionOf, storedPlans } from "../../../../src/plan/state.ts";
import { contentOf } from "../../logs-under-test.ts";
import { done, MemoryStore } from "../memory-store.ts";
import { becomes, gate, keys, numbered, save, startNode } from "./nodes.ts";

test("CLUS-3: while etcd is away saves are refused and nothing of them is stored; that is told once, and once that it is back", async (t) => {
  const store = new MemoryStore();
  const { actor, weather, told, log, failures } = await startNode(t, store, { unknownMs: 500 });
  assert.deepEqual(await actor.save(save(1))(), right(1));
  for (const [at, fault] of (["away", "refused"] as const).entries()) {
    weather.call = () => fault;
    weather.read = () => fault;
    for (const bytes of [60, 1_500_000]) {
      const refused = await actor.save({ content: numbered(2, { bytes }), guard: undefined })();
      assert(isLeft(refused) && refused.left.kind === "not-loaded");
    }
    assert(isLeft(await log.caughtUp()), "nobody knows what others have saved");
    assert.deepEqual(await actor.read(revisionOf)(), right(1 + at), "reads go on");
    weather.call = () => "none";
    weather.read = () => "none";
    await becomes(() => told.length === 2 * (at + 1), "back");
    assert.equal(told.at(-1), "back");
    assert.deepEqual(await actor.save(save(3))(), right(2 + at));
  }
  assert.equal(told.length, 4);
  assert.deepEqual(failures, [], "saving has not ended");
});

test("CLUS-3: the reason of a save that is refused for want of space names etcd's quota, until there is room again", async (t) => {
  const store = new MemoryStore();
  const { actor, told } = await startNode(t, store, { unknownMs: 500 });
  store.isFull = true;
  for (const bytes of [60, 1_500_000]) {
    const refused = await actor.save({ content: numbered(1, { bytes }), guard: undefined })();
    assert(isLeft(refused) && refused.left.kind === "not-loaded");
    assert.match(refused.left.reason, /--quota-backend-bytes/);
  }
  store.isFull = false;
  await becomes(() => told.at(-1) === "back", "back");
  assert.equal(told.length, 2);
  assert.deepEqual(await actor.save(save(1))(), right(1));
});

test("CLUS-4: what a compaction overtakes is read again: nothing is missed while it is kept, and else the jump is told", async (t) => {
  for (const [saves, isMissed] of [
    [20, false],
    [22, true],
  ] as const) {
    const store = new MemoryStore();
    const node = await startNode(t, store);
    const slow = await startNode(t, store);
    assert.deepEqual(await node.actor.save(save(1))(), right(1));
    await becomes(() => slow.actor.revision === 1, "revision 1");
    const quiet = gate();
    slow.weather.watch = () => quiet.opened;
    for (let rev = 2; rev <= saves + 1; rev += 1)
      assert.deepEqual(await node.actor.save(save(rev))(), right(rev));
    store.compact(store.revision);
    quiet.open();
    await becomes(() => slow.actor.revision === saves + 1, "the newest revision");
    if (isMissed) assert.deepEqual(slow.seen.slice(1), [[-1, saves + 1]]);
    else assert.deepEqual(slow.seen, node.seen);
    const both = await Promise.all([slow, node].map(({ actor }) => actor.read(contentOf)()));
    assert.deepEqual(both[0], both[1]);
    slow.weather.watch = async () => undefined;
    assert.deepEqual(await slow.actor.save(save(50, saves + 1))(), right(saves + 2));
    await becomes(() => node.actor.revision === saves + 2, "its own save");
    assert.deepEqual(slow.failures, []);
  }
});

test("CLUS-4: of a save that a compaction overtakes the kept revisions tell, and where they do not it is unknown", async (t) => {
  for (const { others, isStored, answers } of [
    { others: 0, isStored: true, answers: [right(2), right(3)] },
    { others: 5, isStored: true, answers: [right(2), right(3)] },
    // The first of the two has left the history, and the second tells of both.
    { others: 19, isStored: true, answers: [right(2), right(3)] },
    { others: 5, isStored: false, answers: [left({ kind: "conflict", current: 6 }), right(7)] },
    { others: 30, isStored: true, answers: undefined },
    { others: 30, isStored: false, answers: undefined },
  ]) {
    const store = new MemoryStore();
    const node = await startNode(t, store);
    const other = await startNode(t, store);
    assert.deepEqual(await node.actor.save(save(1))(), right(1));
    const quiet = gate();
    node.weather.watch = () => quiet.opened;
    node.weather.call = (name) => {
      if (name !== "transact") return "none";
      node.weather.call = (next) => (next === "transact" ? "never" : "none");
      return isStored ? "lost" : "never";
    };
    const saved = Promise.all([node.actor.save(save(2, 1))(), node.actor.save(save(3))()]);
    const before = isStored ? 3 : 1;
    await becomes(() => store.keys.includes(keys.revision(before)), `revision ${before}`);
    assert(isRight(await other.log.caughtUp()));
    for (let count = 1; count <= others; count += 1)
      assert.deepEqual(await other.actor.save(save(100 + count))(), right(before + count));
    store.compact(store.revision);
    quiet.open();
    node.weather.watch = async () => undefined;
    if (!isStored) {
      await becomes(() => node.actor.revision >= before + others, "what was kept");
      node.weather.call = () => "none";
    }
    const what = JSON.stringify({ others, isStored });
    if (answers === undefined) {
      for (const answer of await saved)
        assert(isLeft(answer) && answer.left.kind === "outcome-unknown", what);
      assert.deepEqual(node.seen.at(-1), [-1, before + others]);
    } else {
      assert.deepEqual(await saved, answers, what);
    }
    node.weather.call = () => "none";
    assert(isRight(await node.log.caughtUp()));
    const last = node.actor.revision;
    assert.deepEqual(await node.actor.save(save(99, last))(), right(last + 1));
    assert.deepEqual(node.failures, []);
  }
});

test("CLUS-32: who catches up waits for what was saved before, and shares the question with others who ask at once", async (t) => {
  const store = new MemoryStore();
  const node = await startNode(t, store, { unknownMs: 60_000 });
  const other = await startNode(t, store);
  const quiet = gate();
  node.weather.watch = () => quiet.opened;
  assert.deepEqual(await other.actor.save(save(1))(), right(1));
  let reads = 0;
  node.weather.read = () => {
    reads += 1;
    return "none";
  };
  let isDone = false;
  const first = node.log.caughtUp();
  await becomes(() => reads === 1, "a question");
  const asked = [first, node.log.caughtUp(), node.log.caughtUp()];
  const all = Promise.all(asked).then((answers) => {
    isDone = true;
    return answers;
  });
  await becomes(
    () => reads === 2,
    "two questions, the second for those who asked while the first was under way",
  );
  assert.equal(isDone, false);
  assert.equal(node.actor.revision, 0);
  quiet.open();
  assert.deepEqual(await all, [right(undefined), right(undefined), right(undefined)]);
  assert.equal(node.actor.revision, 1);
  assert.equal(reads, 2);
});

test("CLUS-32: who cannot catch up in time is told so", async (t) => {
  const store = new MemoryStore();
  const node = await startNode(t, store, { unknownMs: 500 });
  const other = await startNode(t, store);
  const quiet = gate();
  node.weather.watch = () => quiet.opened;
  assert.deepEqual(await other.actor.save(save(1))(), right(1));
  assert.deepEqual(await node.log.caughtUp(), left("the cluster does not report what was saved"));
  quiet.open();
  const decoded = decodeHead(
    done(store.read(oneKey(keys.head))).pairs[0]?.value ?? Buffer.alloc(0),
  );
  assert(isRight(decoded) && decoded.right.plans.length === 1);
});

test("CLUS-6: a node saves after a plan of another one whose clock is a day ahead, a millisecond later", async (t) => {
  const store = new MemoryStore();
  const dayAhead = Date.now() + 24 * 3600 * 1000;
  const ahead = await startNode(t, store);
  const here = await startNode(t, store);
  const clock = t.mock.method(Date, "now", () => dayAhead);
  assert.deepEqual(await ahead.actor.save(save(1))(), right(1));
  clock.mock.restore();
  await becomes(() => here.actor.revision === 1, "followed");
  assert.deepEqual(await here.actor.save(save(2, 1))(), right(2));
  assert.deepEqual(await here.actor.save(save(3, 2))(), right(3));
  const times = await here.actor.read((state) =>
    storedPlans(state).map(({ saved_at }) => Date.parse(saved_at) - dayAhead),
  )();
  assert.deepEqual(times, right([0, 1, 2]));
});
