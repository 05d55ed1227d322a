import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import { openClusterDirectory } from "../../src/homes/directory/cluster-directory.ts";
import type { HomeRecord } from "../../src/homes/directory/home-record.ts";
import { homesKeysOf } from "../../src/storage/etcd/keys.ts";
import { becomes, meddle } from "../storage/etcd/log/nodes.ts";
import { type Fault, MemoryEtcd } from "../storage/etcd/memory-etcd.ts";
import { MemoryStore } from "../storage/etcd/memory-store.ts";
import { keptLog, leftOf, rightOf } from "../storage/etcd/test-home.ts";

const keys = homesKeysOf("floorplan");

const recordOf = (name: string): HomeRecord => ({
  name,
  created_at: "2026-01-01T00:00:00.000Z",
  quotas: { homeSaves: 3 },
});

const openOn = async (t: TestContext, store: MemoryStore) => {
  const etcd = new MemoryEtcd(store);
  const { rated, lines } = keptLog(t);
  const directory = rightOf(await openClusterDirectory(etcd, keys, rated));
  t.after(() => directory.close());
  return { directory, etcd, lines };
};

/** What lies below the store of a home. */
const storedIn = (store: MemoryStore, name: string): readonly string[] =>
  store.keys.filter((key) => key.includes(`/${name}/`));

test("HOMES-114: a home that is created at one node is known there at once, and soon at the others, which are told of each change", async (t) => {
  const store = new MemoryStore();
  const one = await openOn(t, store);
  const other = await openOn(t, store);
  const told: string[] = [];
  other.directory.watch((id) => void told.push(id));
  rightOf(await one.directory.create("b", recordOf("B")));
  rightOf(await one.directory.create("a", recordOf("A")));
  assert.deepEqual(one.directory.ids(), ["a", "b"]);
  await becomes(() => other.directory.ids().length === 2, "the other does not know them");
  assert.deepEqual(rightOf(await other.directory.record("a")), recordOf("A"));
  assert.equal(one.directory.storeOf("a"), other.directory.storeOf("a"));
  const changed = await other.directory.change("a", (record) => ({ ...record, name: "new" }));
  assert.equal(rightOf(changed).name, "new");
  assert.equal(rightOf(await one.directory.record("a")).name, "new");
  await becomes(() => told.join() === "b,a,a", told.join());
  const again = await openOn(t, store);
  assert.deepEqual(again.directory.ids(), ["a", "b"]);
});

test("HOMES-114: of several nodes that create a home with one id, one succeeds", async (t) => {
  const store = new MemoryStore();
  const nodes = await Promise.all([1, 2, 3].map(() => openOn(t, store)));
  const created = await Promise.all(
    nodes.map(({ directory }, at) => directory.create("a", recordOf(`${at}`))),
  );
  assert.equal(created.filter(isRight).length, 1);
  assert.deepEqual(
    created.flatMap((each) => (isRight(each) ? [] : [leftOf(each)])),
    Array.from({ length: 2 }, () => ({
      kind: "exists",
      message: "there is a home a already",
    })),
  );
});

test("HOMES-115: a deleted home and the next one of its id have nothing in common; it is restored as it was, and purged as a whole", async (t) => {
  const store = new MemoryStore();
  const { directory } = await openOn(t, store);
  rightOf(await directory.create("a", recordOf("first")));
  const first = directory.storeOf("a") ?? "";
  const content = [keys.of(first).head, keys.of(first).part("upload", 1)];
  for (const key of content) meddle(store, key, () => Buffer.from("first"));
  rightOf(await directory.remove("a", new Date(1000)));
  assert(!directory.has("a"));
  assert.equal(leftOf(await directory.record("a")).kind, "not_found");
  assert.equal(leftOf(await directory.remove("a", new Date(1000))).kind, "not_found");
  rightOf(await directory.create("a", recordOf("second")));
  const second = directory.storeOf("a") ?? "";
  assert.notEqual(second, first);
  assert.equal(directory.identity("a"), second);
  assert.equal(leftOf(await directory.restore("a")).kind, "exists");
  rightOf(await directory.remove("a", new Date(2000)));
  assert.deepEqual(await directory.deleted(), [
    { id: "a", deletedAt: "1970-01-01T00:00:02.000Z" },
    { id: "a", deletedAt: "1970-01-01T00:00:01.000Z" },
  ]);
  assert.deepEqual(rightOf(await directory.purge(new Date(1000))), []);
  assert.deepEqual(rightOf(await directory.purge(new Date(1001))), ["a"]);
  assert.deepEqual(storedIn(store, first), []);
  rightOf(await directory.restore("a"));
  assert.equal(directory.storeOf("a"), second);
  assert.equal(rightOf(await directory.record("a")).name, "second");
  assert.equal(leftOf(await directory.restore("a")).kind, "exists");
  assert.equal(leftOf(await directory.restore("b")).kind, "not_found");
  assert.equal(storedIn(store, second).length, 1);
});

test("HOMES-115: what a lost answer leaves unknown is found out: every change is made once", async (t) => {
  const store = new MemoryStore();
  const { directory, etcd } = await openOn(t, store);
  let faults: Fault[] = [];
  etcd.weather.call = (name) => (name === "transact" ? faults.shift() : undefined) ?? "none";
  for (const given of [["lost"], ["never"], ["never", "lost"], ["lost", "lost"]] as const) {
    faults = [...given];
    rightOf(await directory.create("a", recordOf("A")));
    faults = [...given];
    rightOf(await directory.change("a", (record) => ({ ...record, name: "changed" })));
    faults = [...given];
    rightOf(await directory.remove("a", new Date(1000)));
    faults = [...given];
    rightOf(await directory.restore("a"));
    assert.equal(rightOf(await directory.record("a")).name, "changed");
    rightOf(await directory.remove("a", new Date(2000)));
    rightOf(await directory.purge(new Date(3000)));
    assert.deepEqual(store.keys, []);
  }
});

test("HOMES-114: a record that cannot be read is a problem of its home alone", async (t) => {
  const store = new MemoryStore();
  const { directory } = await openOn(t, store);
  rightOf(await directory.create("a", recordOf("A")));
  rightOf(await directory.create("b", recordOf("B")));
  meddle(store, keys.record("a"), () => Buffer.from("{"));
  await becomes(() => directory.storeOf("a") === undefined, "it is not noticed");
  assert.deepEqual(directory.ids(), ["a", "b"]);
  const { kind, message } = leftOf(await directory.record("a"));
  assert.equal(kind, "failed");
  assert.match(message, /^the record of the home a cannot be read: /);
  assert.equal(rightOf(await directory.record("b")).name, "B");
});
