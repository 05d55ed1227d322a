import assert from "node:assert/strict";
import { test } from "node:test";
import { type Etcd, oneKey, withPrefix } from "../../../src/storage/etcd/client/etcd.ts";
import { homesKeysOf } from "../../../src/storage/etcd/keys.ts";
import { readAtOnce } from "../../../src/storage/etcd/read-at-once.ts";
import { MemoryEtcd } from "./memory-etcd.ts";
import { MemoryStore } from "./memory-store.ts";
import { change, leftOf, rightOf } from "./test-home.ts";

const all = withPrefix("/home/");
const one = oneKey("/home/one");
const many = withPrefix("/home/many/");

const put = (key: string, value: string) =>
  ({ kind: "put", key, value: Buffer.from(value) }) as const;

/** An etcd with some keys, and how often it is read. */
const stage = async () => {
  const store = new MemoryStore();
  const etcd = new MemoryEtcd(store);
  await change(etcd, put("/home/one", "1"), put("/home/many/a", "a"), put("/home/many/b", "b"));
  let asked = 0;
  const counted: Pick<Etcd, "read"> = {
    read: (range, at) => {
      asked += 1;
      return etcd.read(range, at);
    },
  };
  return { store, etcd, counted, asked: () => asked };
};

const valuesIn = async (read: Etcd["read"], ...given: Parameters<Etcd["read"]>) =>
  rightOf(await read(...given)).pairs.map(({ value }) => value.toString());

test("HOMES-185: the first read of each part is answered by what was read at once, as of its revision", async () => {
  const { store, etcd, counted, asked } = await stage();
  const { revision } = store;
  const nothing = oneKey("/home/none");
  const read = rightOf(await readAtOnce(counted, { all, parts: [one, many, nothing] }));
  await change(etcd, put("/home/one", "2"), put("/home/none", "now"));
  assert.deepEqual(rightOf(await read(one)).revision, revision);
  assert.deepEqual(await valuesIn(read, many), ["a", "b"]);
  assert.deepEqual(await valuesIn(read, nothing), []);
  assert.equal(asked(), 1);
});

test("HOMES-185: a later read of a part, one of an old revision, and one of another range ask etcd", async () => {
  const { store, etcd, counted, asked } = await stage();
  const read = rightOf(await readAtOnce(counted, { all, parts: [one, many] }));
  const { revision } = store;
  await change(etcd, put("/home/one", "2"));
  assert.deepEqual(await valuesIn(read, one, store.revision), ["2"]);
  assert.deepEqual(await valuesIn(read, all), ["a", "b", "2"]);
  assert.equal(asked(), 3);
  assert.deepEqual(await valuesIn(read, one), ["1"]);
  assert.deepEqual(await valuesIn(read, one), ["2"]);
  assert.deepEqual(await valuesIn(read, one, revision), ["1"]);
  assert.equal(asked(), 5);
});

test("HOMES-185: what cannot be read at once is told, and is read later", async () => {
  const { etcd, counted } = await stage();
  etcd.weather.read = () => "away";
  assert.equal(leftOf(await readAtOnce(counted, { all, parts: [one] })).kind, "away");
});

test("HOMES-185: all that a home has but its revisions and parts is in one range of keys", () => {
  const keys = homesKeysOf("house").of("home.1");
  const { small, home, head, id, newestImage, images, backgrounds } = keys;
  const within = [home, head, id, newestImage, keys.document("users"), keys.image("a.png")];
  for (const key of [...within, images.from, backgrounds.from])
    assert(key >= small.from && key < small.end, key);
  for (const key of [keys.revision(1), keys.part("upload", 0)])
    assert(!(key >= small.from && key < small.end), key);
});
