import assert from "node:assert/strict";
import { test } from "node:test";
import { clusterHomeId, lockBackups } from "../../../src/storage/etcd/backup-lock.ts";
import { change, leftOf, newHome, rightOf } from "./test-home.ts";
import { MemoryEtcd } from "./memory-etcd.ts";
import { MemoryStore } from "./memory-store.ts";

/** Two nodes of a home, and its keys. */
const cluster = () => {
  const store = new MemoryStore();
  return { one: new MemoryEtcd(store), other: new MemoryEtcd(store), ...newHome() };
};

test("BACKUP-8: of the nodes of a cluster one at a time makes a backup, wherever its folder is", async () => {
  const { one, other, keys } = cluster();
  const lock = rightOf(await lockBackups(one, keys));
  assert(lock !== undefined);
  assert.equal(rightOf(await lockBackups(other, keys)), undefined);
  assert.equal(rightOf(await lockBackups(one, keys)), undefined);
  await lock.release();
  const next = rightOf(await lockBackups(other, keys));
  assert(next !== undefined);
  await next.release();
  one.weather.call = () => "away";
  assert.match(leftOf(await lockBackups(one, keys)), /away/);
});

test("BACKUP-12: all nodes have the id of their home, whoever asked for it first and whatever became of the answer", async () => {
  const { one, other, keys } = cluster();
  one.weather.call = () => "lost";
  leftOf(await clusterHomeId(one, keys));
  const id = rightOf(await clusterHomeId(other, keys));
  assert.match(id, /^[0-9a-f]{32}$/);
  one.weather.call = () => "none";
  assert.equal(rightOf(await clusterHomeId(one, keys)), id);
  assert.notEqual(rightOf(await clusterHomeId(one, newHome().keys)), id);
  await change(one, { kind: "put", key: keys.id, value: Buffer.from("a house") });
  assert.match(leftOf(await clusterHomeId(other, keys)), /\/id does not hold a home's id/);
});
