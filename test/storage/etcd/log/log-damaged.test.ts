import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { isLeft, isRight, left, right } from "fp-ts/lib/Either.js";
import { openClusterLog } from "../../../../src/storage/etcd/log/cluster-log.ts";
import { revisionOf } from "../../../../src/plan/state.ts";
import { boundary } from "../../../support/failing-boundary.ts";
import { MemoryEtcd } from "../memory-etcd.ts";
import { MemoryStore } from "../memory-store.ts";
import { becomes, keys, meddle, numbered, save, startNode } from "./nodes.ts";

/** A home of three revisions, the second one in parts. */
const threeRevisions = async (t: TestContext) => {
  const store = new MemoryStore();
  const node = await startNode(t, store, { unknownMs: 500 });
  assert.deepEqual(await node.actor.save(save(1))(), right(1));
  const long = { content: numbered(2, { bytes: 1_500_000 }), guard: undefined };
  assert.deepEqual(await node.actor.save(long)(), right(2));
  assert.deepEqual(await node.actor.save(save(3))(), right(3));
  return { store, node };
};

const openAt = async (store: MemoryStore) => {
  const settings = { commitDelayMs: 0, clusterUnknownMs: 500 };
  const status = { away: assert.fail, back: assert.fail, failed: assert.fail };
  const allReadChanges = () => true;
  const etcd = new MemoryEtcd(store);
  return openClusterLog({ etcd, keys, settings, status, boundary, allReadChanges });
};

const isPart = (key: string): boolean => key.includes("/part/");

const flipped = (value: Buffer): Buffer => {
  const copy = Buffer.from(value);
  copy.writeUInt8(copy.readUInt8(copy.length - 5) ^ 1, copy.length - 5);
  return copy;
};

const newer = (value: Buffer): Buffer =>
  Buffer.from(value.toString().replace('"format":1', '"format":3'));

test("CLUS-31: what is not as it was saved is refused at the start, and the reason names it", async (t) => {
  const { store: sound } = await threeRevisions(t);
  const part = sound.keys.find(isPart) ?? "";
  const cases: readonly (readonly [string, (value: Buffer) => Buffer | undefined, RegExp])[] = [
    [keys.revision(1), flipped, /000000000001: its plan does not fit its SHA-256/],
    [keys.revision(1), (value) => value.subarray(0, -1), /its plan has \d+ bytes, and not the \d+/],
    [keys.revision(1), (value) => value.subarray(0, 20), /its first line has no end/],
    [keys.revision(1), () => undefined, /000000000001 is missing/],
    [
      keys.revision(2),
      (value) => value.subarray(value.indexOf("\n")),
      /its first line: it is not JSON/,
    ],
    [part, flipped, /000000000002: its plan does not fit its SHA-256/],
    [part, () => undefined, /000000000002: a part of its plan is missing/],
    [keys.head, () => Buffer.from("{}"), /head: format: expected integer/],
    [keys.head, () => Buffer.from('{"format":1,"plans":[],"gone":[]}'), /head: it names no plan/],
    [keys.head, newer, /head: a newer version wrote it: its format is 3/],
  ];
  for (const [key, change, reason] of cases) {
    const { store } = await threeRevisions(t);
    // The parts have other names in each.
    const there = isPart(key) ? (store.keys.find(isPart) ?? "") : key;
    meddle(store, there, change);
    const opened = await openAt(store);
    assert(isLeft(opened));
    assert.match(opened.left, reason);
  }
  assert(isRight(await openAt(sound)));
});

test("CLUS-31: what something else does to the plan in etcd is told and never shown, and nothing is saved upon it", async (t) => {
  const another = Buffer.from('{"rev":9}\n{}');
  const cases: readonly (readonly [string, (value: Buffer) => Buffer | undefined, RegExp])[] = [
    [keys.revision(2), () => undefined, /revision 2 was deleted from the cluster/],
    [
      keys.revision(3),
      (value) => value,
      /revision 3 was written to the cluster, and does not follow 3/,
    ],
    [keys.revision(3), () => another, /000000000003: its first line: .*expected/],
    [keys.head, () => undefined, /the cluster has lost plans that it had reported/],
    [
      keys.head,
      (value) => value,
      /the head in the cluster was changed by something that saved no plan/,
    ],
    [keys.head, newer, /a newer version wrote it/],
  ];
  for (const [key, change, reason] of cases) {
    const { store, node } = await threeRevisions(t);
    const seen = [...node.seen];
    meddle(store, key, change);
    const before = store.revision;
    const refused = await node.actor.save(save(4))();
    assert(isLeft(refused), String(reason));
    await becomes(() => node.told.length > 0, "told");
    assert.match(node.told.join(), reason);
    const failed = `the storage failed, and plans cannot be saved until a restart: ${node.told[0]}`;
    assert.deepEqual(
      await node.actor.save(save(5))(),
      left({ kind: "not-loaded", reason: failed }),
    );
    assert.equal(store.revision, before, "nothing is stored");
    assert.deepEqual(node.seen, seen);
    assert.deepEqual(await node.log.caughtUp(), left(node.told[0]));
    assert.equal(node.failures.length, 1);
    assert.deepEqual(await node.actor.read(revisionOf)(), right(3), "reads go on");
  }
});
