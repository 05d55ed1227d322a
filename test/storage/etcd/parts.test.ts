import assert from "node:assert/strict";
import { test } from "node:test";
import { isLeft, isRight, left, right } from "fp-ts/lib/Either.js";
import {
  deleteParts,
  digestOf,
  endUpload,
  keepParts,
  partBytes,
  putParts,
  readParts,
  renewUpload,
} from "../../../src/storage/etcd/parts.ts";
import type { KeyRange, Transaction } from "../../../src/storage/etcd/client/etcd.ts";
import { storedPlans } from "../../../src/plan/state.ts";
import { baseOf, type RevisionHeader } from "../../../src/storage/etcd/log/revision-value.ts";
import {
  headAfter,
  noHead,
  saveTransaction,
} from "../../../src/storage/etcd/log/save-transaction.ts";
import { range } from "../../service/revisions.ts";
import { randomCases } from "../../campaign/scale.ts";
import { seededRandom } from "../../support/random.ts";
import { MemoryEtcd } from "./memory-etcd.ts";
import { done, MemoryStore } from "./memory-store.ts";
import { becomes, gate, keys, numbered, startNode } from "./log/nodes.ts";

const filled = (bytes: number): Buffer => Buffer.alloc(bytes, "0123456789 ");

test("CLUS-33: bytes of any length and in any pieces come back from their parts, also at an earlier revision of etcd", async () => {
  const etcd = new MemoryEtcd(new MemoryStore());
  for (const lengths of [
    [],
    [1],
    [partBytes],
    [partBytes + 1],
    [partBytes - 1, 2],
    [100, 0, partBytes * 2, 7],
    [3 * partBytes],
  ]) {
    const pieces = lengths.map(filled);
    const whole = Buffer.concat(pieces);
    async function* slowly() {
      for (const piece of pieces) yield await Promise.resolve(piece);
    }
    for (const bytes of [pieces, slowly()]) {
      const upload = done(await putParts(etcd, keys, bytes));
      assert.equal(upload.count, Math.ceil(whole.length / partBytes));
      const kept = done(await etcd.transact({ guards: [], then: keepParts(keys, upload) }));
      await endUpload(etcd, upload);
      done(await etcd.transact({ guards: [], then: [deleteParts(keys, upload)] }));
      const found = done(await readParts(etcd, keys, upload, kept.revision));
      assert(found !== undefined);
      assert.deepEqual(Buffer.concat(found), whole);
      if (upload.count > 0)
        assert.equal(done(await readParts(etcd, keys, upload)), undefined, "they are gone now");
      assert.deepEqual(await digestOf(found), await digestOf([whole]));
    }
  }
});

test("CLUS-33: an upload that nothing names is gone when it ends, or its lease does, and what is kept lasts", async () => {
  const store = new MemoryStore();
  const etcd = new MemoryEtcd(store);
  const [first, second, third] = [
    done(await putParts(etcd, keys, [filled(600_000)])),
    done(await putParts(etcd, keys, [filled(600_000)])),
    done(await putParts(etcd, keys, [filled(600_000)])),
  ];
  done(await etcd.transact({ guards: [], then: keepParts(keys, first) }));
  await endUpload(etcd, second);
  assert.deepEqual(await renewUpload(etcd, second), right(false));
  assert.deepEqual(await renewUpload(etcd, third), right(true));
  assert.equal(store.keys.length, 4);
  store.endLeases();
  assert.deepEqual(
    store.keys,
    [0, 1].map((number) => keys.part(first.upload, number)),
  );
  const refused = await etcd.transact({ guards: [], then: keepParts(keys, third) });
  assert(isLeft(refused), "what has ended cannot be named");
});

test("CLUS-33: a part whose put arrives after the parts were kept does not bind them to the lease again", async () => {
  const store = new MemoryStore();
  const etcd = new MemoryEtcd(store);
  const late = gate();
  let tries = 0;
  etcd.weather.call = (name) => {
    if (name !== "transact") return "none";
    tries += 1;
    return tries === 1 ? { later: late.opened } : "none";
  };
  const upload = done(await putParts(etcd, keys, [filled(600_000)]));
  done(await etcd.transact({ guards: [], then: keepParts(keys, upload) }));
  late.open();
  await Promise.resolve();
  assert.deepEqual(store.bound, []);
  store.endLeases();
  assert.equal(store.keys.length, 2);
});

test("CLUS-33: nothing is left of an upload that fails, is refused or whose sender is gone, and the reason is told", async () => {
  for (const fault of ["away", "never", "refused"] as const) {
    const store = new MemoryStore();
    const etcd = new MemoryEtcd(store);
    let puts = 0;
    etcd.weather.call = (name) => {
      if (name !== "transact") return "none";
      puts += 1;
      return puts > 1 ? fault : "none";
    };
    const failed = await putParts(etcd, keys, [filled(2_000_000)]);
    assert(isLeft(failed));
    assert.equal(failed.left.kind, fault === "never" ? "away" : fault);
    assert.deepEqual(store.keys, []);
  }
  const store = new MemoryStore();
  const etcd = new MemoryEtcd(store);
  async function* broken() {
    yield filled(600_000);
    await becomes(() => store.keys.length === 1, "a part");
    throw new Error("the sender is gone");
  }
  await assert.rejects(putParts(etcd, keys, broken()), /the sender is gone/);
  assert.deepEqual(store.keys, []);
});

test("CLUS-33: an upload that outlives its lease fails as one that may succeed later", async () => {
  const store = new MemoryStore();
  const etcd = new MemoryEtcd(store);
  async function* slow() {
    yield filled(600_000);
    await becomes(() => store.keys.length === 1, "a part");
    store.endLeases();
    yield filled(600_000);
  }
  const failed = await putParts(etcd, keys, slow());
  assert(isLeft(failed) && failed.left.kind === "away");
  assert.match(failed.left.reason, /took too long/);
  assert.deepEqual(store.keys, []);
});

test("CLUS-34: a long plan is not overtaken for ever by short ones: what was uploaded is used again", async (t) => {
  const store = new MemoryStore();
  const node = await startNode(t, store);
  const other = await startNode(t, store);
  let parts = 0;
  let overtaken = 0;
  node.weather.call = (_name, transaction) => {
    const puts = transaction?.then.filter((each) => each.kind === "put").map(({ key }) => key);
    parts += puts?.filter((key) => key.includes("/part/")).length ?? 0;
    return "none";
  };
  const wire = { ...node.weather }.wire;
  // Whatever this node asks, the other one saves first.
  node.weather.wire = async () => {
    if (overtaken < 12) {
      overtaken += 1;
      assert(isRight(await other.actor.save({ content: numbered(1), guard: undefined })()));
    }
    await wire();
  };
  const content = numbered(2, { bytes: 2_000_000 });
  const saved = await node.actor.save({ content, guard: undefined })();
  assert(isRight(saved) && saved.right > 4);
  assert.equal(parts, 4, "each part was sent once");
  await becomes(() => other.actor.revision === saved.right, "the other node");
  const found = await other.actor.read((state) => state.current)();
  assert(isRight(found) && found.right !== undefined);
  const text = Buffer.concat(found.right.json.slice()).toString();
  assert(text.startsWith(`{"rev":${saved.right},"filler":"2 2 `));
  await becomes(() => store.bound.length === 0, "no upload is left");
});

test("CLUS-5: no transaction has more operations than etcd takes, what had no room is deleted by later ones, and what a kept plan is made of is there", (t) => {
  const random = seededRandom(t);
  for (let run = 0; run < randomCases(8, 500); run += 1) {
    let head = noHead;
    let rev = 0;
    const there = new Set<string>();
    const remove = ({ from, end }: KeyRange): void => {
      for (const key of there) if (key >= from && key < end) there.delete(key);
    };
    let last: RevisionHeader | undefined;
    const changePercent = random.pick([0, 50, 98]);
    for (let save = 0; save < 60; save += 1) {
      const isSingle = random.below(4) === 0;
      const saves = isSingle ? 1 : 1 + random.below(16);
      // 16 MiB in all, unless it is one: then 48, and its revision in front of it.
      let room = isSingle ? 97 : 48;
      const hasRooms = random.below(3);
      const lines = Array.from({ length: saves }, (_, at): RevisionHeader => {
        rev += 1;
        const count = Math.min(isSingle ? 97 : 1 + random.below(33), room - (saves - at - 1));
        room -= count;
        const rooms = hasRooms === 2 ? at % 2 : hasRooms;
        const parts = { upload: `${rev}`, count };
        const common = { rev, saved_at: "", rooms, items: 0, id: `${rev}` };
        const before = random.below(100) < changePercent ? last : undefined;
        last = before
          ? { ...common, chain: { base: baseOf(before), bytes: 0 }, crc: 0 }
          : { ...common, bytes: 0, sha256: "", parts };
        return last;
      });
      const transaction: Transaction = saveTransaction(
        keys,
        head,
        lines.map((header) => ({ header, behind: [] })),
      );
      assert(transaction.then.length <= 128, `${transaction.then.length} operations`);
      const puts = new Set<string>();
      for (const each of transaction.then) {
        if (each.kind === "put" || each.kind === "keep") {
          assert(!puts.has(each.key));
          puts.add(each.key);
        }
        if (each.kind === "keep") there.add(each.key);
        if (each.kind === "delete") {
          assert(!puts.has(each.range.from), "nothing is put and deleted at once");
          remove(each.range);
        }
      }
      for (const header of lines) there.add(keys.revision(header.rev));
      head = headAfter(head, lines, save + 1);
      if (changePercent === 0)
        assert(head.gone.length < 64, `${head.gone.length} are not deleted yet`);
      for (const header of storedPlans(head.kept))
        for (const needed of range(baseOf(header).rev, header.rev)) {
          assert(there.has(keys.revision(needed)), `${header.rev} is made of ${needed}`);
          const { parts } = baseOf(header);
          for (const at of range(0, (parts?.count ?? 0) - 1))
            assert(there.has(keys.part(parts?.upload ?? "", at)), `and of its part ${at}`);
        }
    }
    for (let save = 0; save < 40; save += 1) {
      rev += 1;
      const header = { rev, saved_at: "", rooms: 1, items: 0, id: `${rev}`, bytes: 0, sha256: "" };
      for (const each of saveTransaction(keys, head, [{ header, behind: [] }]).then)
        if (each.kind === "delete") remove(each.range);
      there.add(keys.revision(rev));
      head = headAfter(head, [header], 100 + save);
    }
    assert.deepEqual(head.gone, []);
    assert(there.size <= 21, `${there.size} revisions are left`);
  }
});

test("CLUS-3: that there is no room for an upload is told before anything of it is put", async () => {
  const store = new MemoryStore();
  store.isFull = true;
  const refused = await putParts(new MemoryEtcd(store), keys, [filled(1)]);
  assert.deepEqual(
    refused,
    left({ kind: "no-space", reason: "etcdserver: mvcc: database space exceeded" }),
  );
});
