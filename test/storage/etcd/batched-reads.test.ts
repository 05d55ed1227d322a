import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { isLeft } from "fp-ts/lib/Either.js";
import { batchedReads } from "../../../src/storage/etcd/batched-reads.ts";
import { type Etcd, oneKey, withPrefix } from "../../../src/storage/etcd/client/etcd.ts";
import { boundary } from "../../support/failing-boundary.ts";
import { range as numbers } from "../../service/revisions.ts";
import { MemoryEtcd } from "./memory-etcd.ts";
import { MemoryStore } from "./memory-store.ts";
import { change, leftOf, rightOf } from "./test-home.ts";

const among = withPrefix("/small/");
const keyOf = (number: number): string => `/small/${number}`;

/** An etcd with keys whose values are their numbers, batched reads of it, and how often it is asked. */
const stage = async () => {
  const store = new MemoryStore();
  const etcd = new MemoryEtcd(store);
  const put = (key: string, value: string) =>
    ({ kind: "put", key, value: Buffer.from(value) }) as const;
  await change(etcd, ...numbers(1, 20).map((each) => put(keyOf(each), String(each))));
  await change(etcd, put("/large/1", "large"));
  const asked = { transactions: 0, reads: 0 };
  const counted: Pick<Etcd, "read" | "transact"> = {
    transact: (transaction) => {
      asked.transactions += 1;
      return etcd.transact(transaction);
    },
    read: (range, at) => {
      asked.reads += 1;
      return etcd.read(range, at);
    },
  };
  const read = batchedReads({ etcd: counted, among, boundary });
  const valueOf = async (key: string, at?: number): Promise<string | undefined> =>
    rightOf(await read(oneKey(key), at)).pairs[0]?.value.toString();
  return { store, etcd, asked, read, valueOf, put };
};

test("HOMES-140: reads of single keys that begin at once share requests to etcd, and each gets its own value", async () => {
  const { asked, valueOf } = await stage();
  const values = await Promise.all(numbers(1, 21).map((each) => valueOf(keyOf(each))));
  assert.deepEqual(values, [...numbers(1, 20).map(String), undefined]);
  assert.deepEqual(asked, { transactions: 2, reads: 0 });
});

test("HOMES-140: a read has what was stored before it began, though another was asked for earlier", async () => {
  const { etcd, store, read, valueOf, put } = await stage();
  const before = valueOf(keyOf(1));
  await change(etcd, put(keyOf(2), "new"));
  const { revision } = store;
  const answer = rightOf(await read(oneKey(keyOf(2))));
  assert.equal(answer.pairs[0]?.value.toString(), "new");
  assert(answer.revision >= revision, "its revision is the moment of the read");
  assert.equal(await before, "1");
});

test("HOMES-140: while others are read, reads of several turns share a request a few milliseconds later", async (t) => {
  const { etcd, asked, valueOf } = await stage();
  const { wire } = etcd.weather;
  let answer = (): void => undefined;
  etcd.weather.wire = () => new Promise((resolve) => (answer = resolve));
  const first = [valueOf(keyOf(1)), valueOf(keyOf(2))];
  await turn();
  await turn();
  assert.deepEqual(asked, { transactions: 1, reads: 0 });
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const later = [valueOf(keyOf(3))];
  await turn();
  later.push(valueOf(keyOf(4)));
  await turn();
  assert.deepEqual(asked, { transactions: 1, reads: 0 });
  etcd.weather.wire = wire;
  t.mock.timers.tick(3);
  assert.deepEqual(await Promise.all(later), ["3", "4"]);
  assert.deepEqual(asked, { transactions: 2, reads: 0 });
  answer();
  assert.deepEqual(await Promise.all(first), ["1", "2"]);
});

test("HOMES-140: ranges, old revisions and other keys are read as ever", async () => {
  const { store, asked, read, valueOf } = await stage();
  const { revision } = store;
  const [all, large, old] = await Promise.all([
    read(among),
    valueOf("/large/1"),
    valueOf(keyOf(1), revision),
  ]);
  assert.equal(rightOf(all).pairs.length, 20);
  assert.deepEqual([large, old], ["large", "1"]);
  assert.deepEqual(asked, { transactions: 0, reads: 3 });
});

test("HOMES-140: where the shared request fails, each key is read by itself, and fails by itself", async () => {
  const { etcd, asked, read, valueOf } = await stage();
  etcd.weather.call = () => "away";
  const values = await Promise.all([valueOf(keyOf(1)), valueOf(keyOf(2))]);
  assert.deepEqual(values, ["1", "2"]);
  assert.deepEqual(asked, { transactions: 1, reads: 2 });
  etcd.weather.read = () => "away";
  const answers = await Promise.all([1, 2].map((each) => read(oneKey(keyOf(each)))));
  assert(answers.every(isLeft));
  for (const answer of answers) assert.equal(leftOf(answer).kind, "away");
});
