import assert from "node:assert/strict";
import { test } from "node:test";
import { Leadership } from "../../../src/storage/etcd/leadership.ts";
import { uncaught } from "../../../src/server/runtime/boundary.ts";
import type { TestScope } from "../../support/service.ts";
import { bounded, until } from "../../support/timeouts.ts";
import { MemoryEtcd } from "./memory-etcd.ts";
import { MemoryStore } from "./memory-store.ts";

const ttl = 1;

/** A node that may lead, and what it was told. */
const node = (t: TestScope, etcd: MemoryEtcd) => {
  const told: boolean[] = [];
  const onChange = (leads: boolean): void => void told.push(leads);
  const leadership = new Leadership({ etcd, key: "leader", onChange, boundary: uncaught, ttl });
  t.after(() => leadership.leave());
  return { told, leadership, leads: () => told.at(-1) === true };
};

test("MQTT-8: of several nodes one leads, and another after it has left", bounded, async (t) => {
  const store = new MemoryStore();
  const one = node(t, new MemoryEtcd(store));
  await until(one.leads);
  const others = [node(t, new MemoryEtcd(store)), node(t, new MemoryEtcd(store))];
  await one.leadership.leave();
  assert.deepEqual(one.told, [true], "who leaves knows it");
  await until(() => others.some(({ leads }) => leads()));
  assert.equal(others.filter(({ leads }) => leads()).length, 1, "one of them leads");
});

test(
  "MQTT-8: a node that cannot reach the cluster stops before another begins, and may lead again later",
  bounded,
  async (t) => {
    const store = new MemoryStore();
    const etcd = new MemoryEtcd(store);
    const one = node(t, etcd);
    await until(one.leads);
    const other = node(t, new MemoryEtcd(store));
    etcd.weather.call = () => "away";
    await until(() => !one.leads());
    assert(!other.leads(), "its key is there until its lease ends");
    store.endLeases();
    await until(other.leads);
    etcd.weather.call = () => "none";
    await other.leadership.leave();
    await until(one.leads);
    assert.deepEqual(one.told, [true, false, true]);
  },
);

test("MQTT-8: an answer that was lost keeps nobody from leading", bounded, async (t) => {
  const store = new MemoryStore();
  const etcd = new MemoryEtcd(store);
  let lost = 0;
  etcd.weather.call = (name) => {
    if (name === "lease" || lost > 1) return "none";
    lost += 1;
    // The key is there, and its lease cannot be ended.
    return name === "transact" ? "lost" : "away";
  };
  const one = node(t, etcd);
  await until(() => lost > 1);
  store.endLeases();
  await until(one.leads);
});
