import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { oneKey, withPrefix } from "../../../src/storage/etcd/client/etcd.ts";
import { boundaryTo } from "../../../src/server/runtime/boundary.ts";
import { followRange } from "../../../src/storage/etcd/follow-range.ts";
import { boundary } from "../../support/failing-boundary.ts";
import { change, leftOf, rightOf } from "./test-home.ts";
import { MemoryEtcd } from "./memory-etcd.ts";
import { MemoryStore } from "./memory-store.ts";
import { becomes, gate } from "./log/nodes.ts";

const range = withPrefix("/range/");

const put = (name: string, value: string) =>
  ({ kind: "put", key: `/range/${name}`, value: Buffer.from(value) }) as const;

const remove = (name: string) => ({ kind: "delete", range: oneKey(`/range/${name}`) }) as const;

/** An etcd with two keys in the range, and what somebody hears who follows it. */
const following = async (t: TestContext) => {
  const store = new MemoryStore();
  const etcd = new MemoryEtcd(store);
  await change(etcd, put("a", "1"), put("b", "1"));
  const heard: string[] = [];
  const problems: string[] = [];
  let upTo = 0;
  const end = rightOf(
    await followRange(etcd, range, {
      boundary,
      changed: (changes) => {
        for (const { key, value } of changes)
          heard.push(`${key.at(-1)} ${value?.toString() ?? "is gone"}`);
      },
      reached: (revision) => (upTo = revision),
      interrupted: ({ kind }) => void problems.push(kind),
    }),
  );
  t.after(end);
  assert.deepEqual(heard.splice(0), ["a 1", "b 1"], "what is there, at once");
  assert.equal(upTo, store.revision);
  const reaches = (revision: number) => becomes(() => upTo === revision, `${revision} of etcd`);
  return { store, etcd, heard, problems, reaches, end };
};

test("SHARE-1, NODE-4: who follows a range of keys hears of what is there and of every change after it, until the end", async (t) => {
  const { etcd, heard, problems, reaches, end } = await following(t);
  await change(etcd, put("c", "1"));
  await change(etcd, put("b", "2"), remove("a"));
  await reaches(await change(etcd, { kind: "put", key: "/other", value: Buffer.from("1") }));
  assert.deepEqual(heard.splice(0).toSorted(), ["a is gone", "b 2", "c 1"]);
  end();
  let upTo = 0;
  const other = await followRange(etcd, range, {
    boundary,
    changed: () => undefined,
    reached: (revision) => (upTo = revision),
  });
  t.after(rightOf(other));
  const last = await change(etcd, put("b", "3"));
  await becomes(() => upTo === last, "what another one hears");
  assert.deepEqual([heard, problems], [[], []]);
});

test("SHARE-6, NODE-4: what a compaction overtook is read again, what is gone included, and again until that succeeds", async (t) => {
  const { store, etcd, heard, problems, reaches } = await following(t);
  const quiet = gate();
  etcd.weather.watch = () => quiet.opened;
  // The watch waits for a change, and for the gate after it.
  await change(etcd, put("c", "1"));
  await change(etcd, put("b", "2"), remove("a"));
  const last = await change(etcd, put("c", "2"));
  store.compact(store.revision);
  const faults = ["away", "refused"] as const;
  let reads = 0;
  etcd.weather.read = () => faults[reads++] ?? "none";
  quiet.open();
  await reaches(last);
  assert.deepEqual(problems, ["compacted", ...faults]);
  assert.deepEqual(heard.splice(0).toSorted().slice(-3), ["a is gone", "b 2", "c 2"]);
  await reaches(await change(etcd, put("c", "3")));
  assert.deepEqual(heard, ["c 3"], "and from there");
});

test("CLUS-38: where nobody takes that a range is not followed, that is told, and the range is read again", async (t) => {
  const store = new MemoryStore();
  const etcd = new MemoryEtcd(store);
  const quiet = gate();
  etcd.weather.watch = () => quiet.opened;
  const bugs: string[] = [];
  const heard: string[] = [];
  const followed = await followRange(etcd, range, {
    boundary: boundaryTo((error, what) => void bugs.push(`${what}: ${String(error)}`)),
    changed: (changes) => heard.push(...changes.map(({ key }) => key)),
    interrupted: () => {
      // Were it told again at once and always threw, nothing else had its turn.
      if (bugs.length < 3) throw new Error("a bug");
    },
  });
  t.after(rightOf(followed));
  await change(etcd, put("a", "1"));
  await change(etcd, put("a", "2"));
  store.compact(store.revision);
  quiet.open();
  await becomes(() => heard.length > 0, "what is there");
  assert.deepEqual(bugs, ["a watch's interruption could not be handled: Error: a bug"]);
});

test("SHARE-6: who cannot read a range at first is told why", async () => {
  const etcd = new MemoryEtcd(new MemoryStore());
  etcd.weather.read = () => "away";
  const problem = leftOf(
    await followRange(etcd, range, { changed: () => assert.fail(), boundary }),
  );
  assert.equal(problem.kind, "away");
});
