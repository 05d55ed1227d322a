import assert from "node:assert/strict";
import { test } from "node:test";
import { isLeft, isRight, right } from "fp-ts/lib/Either.js";
import { storedPlans } from "../../../../src/plan/state.ts";
import { decodeHead } from "../../../../src/storage/etcd/log/head.ts";
import { readKeptPlans } from "../../../../src/storage/etcd/log/read-revisions.ts";
import { decodeRevision } from "../../../../src/storage/etcd/log/revision-value.ts";
import { neededRevisions } from "../../../../src/storage/etcd/log/save-transaction.ts";
import { readPatchText } from "../../../plan/changes/read-patch-text.ts";
import { readDraft, textOfPlan } from "../../../plan/drafts.ts";
import { range } from "../../../service/revisions.ts";
import { seededRandom } from "../../../support/random.ts";
import { longPlan, randomChange } from "../../folder/changed-log.ts";
import { MemoryEtcd } from "../memory-etcd.ts";
import { MemoryStore } from "../memory-store.ts";
import { otherwise } from "../test-home.ts";
import { becomes, gate, keys, meddle, type Node, startNode, valueAt } from "./nodes.ts";

/** Changes the plan at a node; its new revision. */
const change = async ({ actor }: Node, text: string): Promise<number> => {
  const saved = await actor.save({ content: readPatchText(text), guard: actor.revision })();
  assert(isRight(saved), JSON.stringify(saved));
  return saved.right;
};

const save = async ({ actor }: Node, text: string): Promise<number> => {
  const saved = await actor.save({ content: readDraft(text), guard: undefined })();
  assert(isRight(saved), JSON.stringify(saved));
  return saved.right;
};

const note = (text: string): string => `[{"op":"add","path":"/note","value":"${text}"}]`;

const headerAt = (store: MemoryStore, rev: number) => {
  const value = valueAt(store, keys.revision(rev));
  const decoded = value && decodeRevision(value);
  assert(decoded && isRight(decoded), `revision ${rev} is there`);
  return { header: decoded.right.header, bytes: value.length };
};

const isChange = (store: MemoryStore, rev: number): boolean =>
  "chain" in headerAt(store, rev).header;

const formatOf = (store: MemoryStore): number =>
  Number(/"format":(\d+)/.exec(valueAt(store, keys.head)?.toString() ?? "")?.[1]);

/** The text of every revision that a node has, by number. */
const textsAt = async ({ actor }: Node): Promise<ReadonlyMap<number, string>> => {
  const read = await actor.read((state) =>
    storedPlans(state).map((plan) => [plan.rev, textOfPlan(plan)] as const),
  )();
  assert(isRight(read));
  return new Map(read.right);
};

const both = async (one: Node, other: Node): Promise<void> => {
  await becomes(() => one.actor.revision === other.actor.revision, "both have the same");
  assert.deepEqual(await textsAt(one), await textsAt(other));
};

test("CLUS-39: a small change is stored as such in etcd, other nodes follow it by what it changes, and a start makes the same plans of it", async (t) => {
  const random = seededRandom(t);
  const store = new MemoryStore();
  const [one, other] = [await startNode(t, store), await startNode(t, store)];
  const followed: (Buffer | undefined)[] = [];
  other.actor.revisions.subscribe(({ changes }) => void followed.push(changes));
  await save(one, longPlan());
  for (const each of range(2, 60)) {
    const node = random.pick([one, other]);
    await becomes(() => node.actor.revision === each - 1, "the node before it");
    assert.equal(await change(node, randomChange(random, each)), each);
    assert(isChange(store, each), `revision ${each}`);
    const { bytes } = headerAt(store, each);
    assert(bytes < 1000, `${bytes} bytes of a change`);
  }
  const headBytes = valueAt(store, keys.head)?.length ?? Infinity;
  assert(headBytes < 2500, `${headBytes} bytes of the head`);
  await both(one, other);
  assert(
    followed.slice(1).every((changes) => changes !== undefined),
    "each by its changes",
  );
  const third = await startNode(t, store);
  await both(one, third);
  const fromHistory = await third.actor.read(() => third.recent?.since(50))();
  assert(isRight(fromHistory) && fromHistory.right?.length === 10);
  // What the history is made of is kept, and nothing else.
  const kept = await readKeptPlans(new MemoryEtcd(store), keys);
  assert(isRight(kept));
  const needed = [...neededRevisions(kept.right.head.kept).keys()].map(keys.revision);
  assert.deepEqual(store.keys.toSorted(), [keys.head, ...needed].toSorted());
});

/** How often etcd is asked for what is kept of a plan. */
const asksFor = async (store: MemoryStore): Promise<number> => {
  const etcd = new MemoryEtcd(store);
  let asked = 0;
  const counted = otherwise(etcd, {
    read: (wanted, at) => {
      asked += 1;
      return etcd.read(wanted, at);
    },
  });
  const kept = await readKeptPlans(counted, keys);
  assert(isRight(kept));
  return asked;
};

test("HOMES-186: short revisions of a plan are read 16 at a time after the first, long ones one by one", async (t) => {
  const store = new MemoryStore();
  const node = await startNode(t, store);
  await save(node, longPlan());
  for (const each of range(2, 41)) await change(node, note(String(each)));
  assert.equal(store.keys.length, 1 + 41);
  assert.equal(await asksFor(store), 1 + 1 + 3, "the head, the first, and 40 others");
  const other = new MemoryStore();
  const long = await startNode(t, other, { allReadChanges: () => false });
  await save(long, longPlan());
  for (const each of range(2, 19)) await change(long, note(String(each).repeat(20_000)));
  assert.equal(other.keys.length, 1 + 19);
  assert.equal(await asksFor(other), 1 + 1 + 1 + 2, "those after 16 long ones one by one");
});

test("CLUS-39: after a hundred changes, or once they are longer than the plan, a revision is stored whole, and what is no longer needed goes", async (t) => {
  const store = new MemoryStore();
  const node = await startNode(t, store);
  await save(node, longPlan());
  for (const each of range(2, 150)) await change(node, note(String(each)));
  const wholes = range(102, 150).filter((rev) => !isChange(store, rev));
  assert.deepEqual(wholes, [102]);
  assert.equal(store.keys.filter((key) => key.includes("/rev/")).length, 150 - 102 + 1);
  for (const each of range(151, 180)) await change(node, note(String(each % 10).repeat(1000)));
  const later = range(160, 180).filter((rev) => !isChange(store, rev));
  assert(later.length >= 2, `whole: ${later.join()}`);
  await both(node, await startNode(t, store));
});

test("CLUS-40: while a node reads no changes, every plan is stored whole, as nodes of before read it; later as changes, and whole again", async (t) => {
  const store = new MemoryStore();
  let isOldThere = true;
  const node = await startNode(t, store, { allReadChanges: () => !isOldThere });
  await save(node, longPlan());
  await change(node, note("one"));
  assert(!isChange(store, 2));
  assert.equal(formatOf(store), 1);
  const { plans } = JSON.parse(valueAt(store, keys.head)?.toString() ?? "");
  assert(Array.isArray(plans));
  for (const header of plans)
    for (const field of ["rev", "saved_at", "rooms", "items", "id", "bytes", "sha256"])
      assert(field in header, field);
  isOldThere = false;
  await change(node, note("two"));
  assert(isChange(store, 3));
  assert.equal(formatOf(store), 2);
  isOldThere = true;
  await change(node, note("three"));
  assert(!isChange(store, 4));
  assert.equal(formatOf(store), 2);
  for (const each of range(5, 24)) await change(node, note(`${each}`));
  assert.equal(formatOf(store), 1, "nothing that is kept is made of changes");
  await both(node, await startNode(t, store));
});

test("CLUS-39: changes that take long to apply are stored as a plan", async (t) => {
  const store = new MemoryStore();
  const node = await startNode(t, store);
  await save(node, `{"rooms":[{"id":"r"}],"filler":"${"f".repeat(3_000_000)}"}`);
  await change(node, note("n".repeat(60_000)));
  await change(node, note("n".repeat(70_000)));
  for (const each of range(4, 22)) await change(node, note(String(each % 10).repeat(60_000)));
  assert.deepEqual(
    range(1, 22).filter((rev) => !isChange(store, rev)),
    [1, 3, 21],
  );
});

test("CLUS-5, CLUS-39: changes that have no room in a transaction are stored as a plan in parts", async (t) => {
  const store = new MemoryStore();
  const node = await startNode(t, store);
  const filler = "f".repeat(3_000_000);
  await save(node, `{"rooms":[{"id":"r"}],"filler":"${filler}"}`);
  await change(node, note("n".repeat(1_100_000)));
  assert(!isChange(store, 2), "it has no room");
  await change(node, note("short"));
  assert(isChange(store, 3));
  await both(node, await startNode(t, store));
  for (const each of range(4, 40)) await save(node, `{"rooms":[{"id":"r"}],"n":${each}}`);
  store.endLeases();
  assert.deepEqual(
    store.keys.filter((key) => key.includes("/part/")),
    [],
    "no part is left",
  );
});

test("CLUS-31: changes that are not as they were saved are refused at a start, with their key", async (t) => {
  const cases: readonly (readonly [number, (value: string) => string | undefined, RegExp])[] = [
    [3, (value) => value.replace("two", "odd"), /do not make the plan that its checksum is of/],
    [3, (value) => value.replace(/"crc":\d/, '"crc":'), /do not make the plan/],
    [3, (value) => value.replace('"add"', '"odd"'), /its changes are no JSON Patch/],
    [3, (value) => value.replace("/note", "/n/te"), /operation 0 of its changes: .*no such/],
    [3, (value) => value.replace('"chain"', '"change"'), /its first line: .*expected/],
    [3, (value) => value.replace('{"rev":1}', '{"rev":2}'), /made of other changes/],
    [3, (value) => value.replace(/"bytes":\d+/, '"bytes":1'), /made of other changes/],
    [2, () => undefined, /000000000002 is missing/],
    [1, () => undefined, /000000000001 is missing/],
  ];
  for (const [rev, damage, reason] of cases) {
    const store = new MemoryStore();
    const node = await startNode(t, store);
    await save(node, longPlan());
    await change(node, note("one"));
    await change(node, note("two"));
    await node.close();
    const key = keys.revision(rev);
    meddle(store, key, (value) => {
      const changed = damage(value.toString());
      return changed === undefined ? undefined : Buffer.from(changed);
    });
    const opened = await readKeptPlans(new MemoryEtcd(store), keys);
    assert(isLeft(opened), String(reason));
    assert.match(opened.left.reason, reason);
    assert.match(opened.left.reason, /rev\/00000000000\d/);
  }
});

test("CLUS-31: changes that are not in a row with those before them are refused while they are followed", async (t) => {
  const store = new MemoryStore();
  const node = await startNode(t, store, { unknownMs: 500 });
  await save(node, longPlan());
  await change(node, note("one"));
  const other = await startNode(t, store);
  await change(other, note("two"));
  await becomes(() => node.actor.revision === 3, "followed");
  const odd = (valueAt(store, keys.revision(3))?.toString() ?? "")
    .replace('"rev":3', '"rev":4')
    .replace('{"rev":1}', '{"rev":2}');
  meddle(store, keys.revision(4), () => Buffer.from(odd));
  await becomes(() => node.told.length > 0, "told");
  assert.match(node.told.join(), /000000000004: it is made of other changes than/);
  assert.equal(node.actor.revision, 3);
});

test("CLUS-31: a head whose plans are made of later or no revisions is refused", async (t) => {
  const store = new MemoryStore();
  const node = await startNode(t, store);
  await save(node, longPlan());
  await change(node, note("one"));
  await node.close();
  const head = valueAt(store, keys.head)?.toString() ?? "";
  for (const base of [0, 3]) {
    const odd = Buffer.from(head.replaceAll(/"base":\d/g, `"base":${base}`));
    const decoded = decodeHead(odd);
    assert(isLeft(decoded) && decoded.left === "head: its plans are not in order", String(base));
  }
});

test("CLUS-31: that something else deletes what the history is made of is told, and nothing is saved upon it", async (t) => {
  const store = new MemoryStore();
  const node = await startNode(t, store, { unknownMs: 500 });
  await save(node, longPlan().replace('[{"id":"r"}]', "[]"));
  await change(node, note("one"));
  await change(node, note("two"));
  // Without rooms it is in no history, and the newest plan is made of it.
  meddle(store, keys.revision(2), () => undefined);
  await becomes(() => node.told.length > 0, "told");
  assert.match(node.told.join(), /revision 2 was deleted from the cluster/);
  assert(
    isLeft(await node.actor.save({ content: readPatchText(note("three")), guard: undefined })()),
  );
});

test("CLUS-4, CLUS-39: a node that a compaction has overtaken goes on with the changes that are kept", async (t) => {
  const store = new MemoryStore();
  const [one, other] = [await startNode(t, store), await startNode(t, store)];
  await save(one, longPlan());
  await change(one, note("1"));
  await both(one, other);
  const held = gate();
  other.weather.watch = () => held.opened;
  for (const each of range(3, 12)) await change(one, note(String(each)));
  store.compact(store.revision);
  held.open();
  await both(one, other);
  assert.deepEqual(
    other.seen.map(([rev]) => rev),
    range(1, 12),
  );
  assert.deepEqual(await other.log.caughtUp(), right(undefined));
});
