import assert from "node:assert/strict";
import { after, test } from "node:test";
import { isRight, left } from "fp-ts/lib/Either.js";
import { type Etcd, oneKey, type Watcher } from "../../src/cluster/etcd/etcd.ts";
import type { ClusterImages } from "../../src/cluster/images/cluster-images.ts";
import { storeImage } from "../../src/cluster/images/store-image.ts";
import type { Keys } from "../../src/cluster/keys.ts";
import { digestOf } from "../../src/cluster/parts.ts";
import { mostClusterBytes } from "../../src/config.ts";
import { parseImageFile } from "../../src/floorplan/images/image-name.ts";
import type { LastWord, NumberedImage } from "../../src/floorplan/images/image-store.ts";
import { Refusal } from "../../src/host/http/refusal.ts";
import { pngOf, svgOf } from "../images/pictures.ts";
import { inCluster } from "../support/bounded.ts";
import { sharedEtcd } from "../support/etcd.ts";
import { eventually } from "../support/eventually.ts";
import { mayUse } from "../support/programs.ts";
import { clientOf, done } from "./etcd/asked.ts";
import { bytesOf, newHome, put, storeOn } from "./image-stores.ts";
import { away, otherwise, unknown } from "./at-etcd.ts";

const shared = sharedEtcd(after);

const day = 24 * 3_600_000;

/** The keys of a home, without the prefix of the home, and whether they end with a lease. */
const keysIn = async (etcd: Etcd, { all }: Keys): Promise<readonly string[]> => {
  const { pairs } = done(await etcd.read(all));
  return pairs.map(({ key, lease }) => {
    const short = key.slice(all.from.length).replace(/part\/[^/]+/, "part");
    return lease === undefined ? short : `${short}, with a lease`;
  });
};

/** Waits until a store shows an image at a plain path, which it hears of by itself. */
const plainPathHas = (store: ClusterImages, file: string, bytes: Buffer): Promise<void> =>
  eventually(async () => {
    const found = await bytesOf(store, file);
    return found?.equals(bytes) === true
      ? { seen: undefined }
      : { not: `${file} has ${found?.length} bytes` };
  }, 30_000);

/** Discards an image until it is gone: a store hears by itself of what is at its floor's plain path, or that it is gone. */
const isGone = (store: ClusterImages, image: NumberedImage): Promise<void> =>
  eventually(
    async () =>
      (await store.discard(image)) ? { seen: undefined } : { not: `${image.file} stays` },
    30_000,
  );

/** The key of the log's head gets a new revision of etcd, as by a save; gives it. */
const save = async (etcd: Etcd, { head }: Keys): Promise<number> =>
  done(
    await etcd.transact({
      guards: [],
      then: [{ kind: "put", key: head, value: Buffer.from("{}") }],
    }),
  ).revision;

test(
  "CIMG-1: what is uploaded to one node is there at all, with its number and at the plain path, until it is deleted at any",
  inCluster,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const etcd = clientOf(t, await shared());
    const keys = newHome();
    const [one, other] = [await storeOn(t, etcd, keys), await storeOn(t, etcd, keys)];
    assert.deepEqual([one.canHaveNumbered, other.canHaveNumbered], [false, false]);
    const first = await put(one, "0", pngOf(700_000, 1));
    const second = await put(other, "0", svgOf("x"), "svg");
    for (const store of [one, other]) {
      await plainPathHas(store, "bg_0.svg", svgOf("x"));
      assert.deepEqual(await bytesOf(store, `bg_0.${first}.png`), pngOf(700_000, 1));
      assert.deepEqual(await bytesOf(store, `bg_0.${second}.svg`), svgOf("x"));
      assert.equal(await bytesOf(store, "bg_0.png"), undefined, "no other type is beside it");
      assert.equal(await bytesOf(store, `bg_0.${first}.svg`), undefined);
      assert.equal(await bytesOf(store, `bg_1.${first}.png`), undefined);
      assert(store.canHaveNumbered);
      const opened = await store.open("bg_0.svg");
      assert(opened !== undefined);
      await opened.handle.close();
      assert.deepEqual(opened.stats, { size: svgOf("x").length, mtime: new Date(second) });
    }
    const numbered = await other.remove("0");
    assert.deepEqual(new Set(numbered.map(({ version }) => version)), new Set([first, second]));
    assert.deepEqual(await other.remove("0"), numbered, "again there is nothing to do");
    assert.equal(await bytesOf(other, "bg_0.svg"), undefined);
    assert.deepEqual(await bytesOf(one, `bg_0.${second}.svg`), svgOf("x"));
    await put(one, "1", pngOf(10));
    assert.equal(await bytesOf(one, "bg_0.svg"), undefined);
  },
);

test(
  "CIMG-2: a node that has not heard of an image yet waits for it, and does not say that there is none",
  inCluster,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const etcd = clientOf(t, await shared());
    const keys = newHome();
    const told: (() => void)[] = [];
    let isSlow = true;
    const later = (tell: () => void): void => {
      if (isSlow) told.push(tell);
      else tell();
    };
    let asked = 0;
    let isAsked = (): void => undefined;
    const slow = otherwise(etcd, {
      watch: (range, from, watcher) =>
        etcd.watch(range, from, {
          changed: (changes) => later(() => watcher.changed(changes)),
          reached: (revision) => later(() => watcher.reached(revision)),
          ended: watcher.ended,
        }),
      read: async (range, at) => {
        const read = await etcd.read(range, at);
        if (range.from === keys.newestImage) {
          asked += 1;
          isAsked();
        }
        return read;
      },
    });
    const [one, other] = [await storeOn(t, etcd, keys), await storeOn(t, slow, keys)];
    const version = await put(one, "0", pngOf(300, 1));
    const hasAsked = new Promise<void>((resolve) => (isAsked = resolve));
    const file = `bg_0.${version}.png`;
    const looks = Array.from({ length: 50 }, () => bytesOf(other, file));
    await hasAsked;
    isSlow = false;
    for (const tell of told.splice(0)) tell();
    for (const look of looks) assert.deepEqual(await look, pngOf(300, 1));
    assert(asked <= 2, `those who ask at once share a question, and there were ${asked}`);
  },
);

test(
  "CIMG-3: nothing of an upload that is cut off is seen, and all of it ends with its lease",
  inCluster,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const etcd = clientOf(t, await shared());
    const keys = newHome();
    let count = 0;
    let lease = "";
    const cut = otherwise(etcd, {
      // The third part, and whatever comes then.
      transact: async (transaction, ms) => {
        count += 1;
        return count < 3
          ? etcd.transact(transaction, ms)
          : left({ kind: "away", reason: "cut off" });
      },
      revoke: async (ended) => {
        lease = ended;
        return left({ kind: "away", reason: "cut off" });
      },
    });
    const [one, other] = [await storeOn(t, etcd, keys), await storeOn(t, cut, keys)];
    const old = await put(one, "0", pngOf(100, 1));
    const before = await keysIn(etcd, keys);
    await assert.rejects(put(other, "0", pngOf(2_000_000, 2)), (error: unknown) => {
      assert(error instanceof Refusal);
      assert.equal(error.status, 503);
      assert.match(error.message, /nothing was changed.*cut off/);
      return true;
    });
    const during = (await keysIn(etcd, keys)).filter((key) => !before.includes(key));
    assert.deepEqual(during, [
      "part/000000000000, with a lease",
      "part/000000000001, with a lease",
    ]);
    assert.deepEqual(
      (await one.numbered()).map(({ version }) => version),
      [old],
    );
    assert.deepEqual(await bytesOf(one, "bg_0.png"), pngOf(100, 1));
    // As it does by itself, later.
    done(await etcd.revoke(lease));
    assert.deepEqual(await keysIn(etcd, keys), before);
    await put(one, "0", pngOf(2_000_000, 3));
    assert(!(await keysIn(etcd, keys)).some((key) => key.includes("lease")), "what is named lasts");
  },
);

for (const [what, isDone] of [
  ["was done", true],
  ["was not done", false],
] as const)
  test(
    `CIMG-3: an upload whose end nobody answers, and that ${what}, is stored once`,
    inCluster,
    async (t) => {
      if (!mayUse(t, "etcd")) return;
      const etcd = clientOf(t, await shared());
      const keys = newHome();
      let isLost = false;
      const losing = otherwise(etcd, {
        transact: async (transaction, ms) => {
          const names = transaction.then.some(({ kind }) => kind === "keep");
          if (!names || isLost) return etcd.transact(transaction, ms);
          isLost = true;
          if (isDone) done(await etcd.transact(transaction, ms));
          return left({ kind: "unknown", reason: "no answer" });
        },
      });
      const store = await storeOn(t, losing, keys);
      const version = await put(store, "0", pngOf(600_000, 1));
      assert(isLost);
      assert.deepEqual(
        (await store.numbered()).map((image) => image.version),
        [version],
      );
      assert.deepEqual(await bytesOf(store, "bg_0.png"), pngOf(600_000, 1));
    },
  );

for (const asked of ["read", "transact"] as const)
  test(
    `CIMG-1: of a removal that may have been done nobody says that nothing was changed, though the cluster is away at the next ${asked}`,
    inCluster,
    async (t) => {
      if (!mayUse(t, "etcd")) return;
      const etcd = clientOf(t, await shared());
      const keys = newHome();
      let isSent = false;
      const losing = otherwise(etcd, {
        transact: async (transaction, ms) => {
          if (!transaction.then.some(({ kind }) => kind === "delete"))
            return etcd.transact(transaction, ms);
          if (isSent) return left(away);
          isSent = true;
          return left(unknown);
        },
        read: async (range, at) => (isSent && asked === "read" ? left(away) : etcd.read(range, at)),
      });
      const store = await storeOn(t, losing, keys);
      await put(store, "0", pngOf(1000, 1));
      await assert.rejects(store.remove("0"), (error: unknown) => {
        assert(error instanceof Refusal);
        assert.match(error.message, /may have changed the image/);
        return error.status === 503;
      });
    },
  );

test(
  "CIMG-4: versions rise in the order of the uploads, whatever the clocks of the nodes say",
  inCluster,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const etcd = clientOf(t, await shared());
    const keys = newHome();
    const now = Date.now();
    const early = await storeOn(t, etcd, keys, { now: () => now });
    const late = await storeOn(t, etcd, keys, { now: () => now + day });
    assert.equal(await put(early, "0", pngOf(10)), now);
    assert.equal(await put(late, "0", pngOf(20)), now + day);
    assert.equal(await put(early, "0", pngOf(30)), now + day + 1);
    assert.equal(await put(early, "1", pngOf(40)), now + day + 2);
    await plainPathHas(late, "bg_0.png", pngOf(30));
    for (const image of await early.remove("1")) assert(await early.discard(image));
    assert.equal(await put(late, "1", pngOf(50)), now + day + 3, "not even of one that is gone");
    const floors = Array.from({ length: 12 }, (_, floor) => `f${floor % 6}`);
    await Promise.all(floors.map((floor, at) => put(at % 2 ? early : late, floor, pngOf(60 + at))));
    const { pairs } = done(await etcd.read(keys.images));
    const versions = pairs
      .toSorted((a, b) => a.changed - b.changed)
      .map(({ key }) => parseImageFile(key.slice(keys.images.from.length))?.version ?? 0);
    assert.equal(versions.length, 16);
    assert.deepEqual(
      versions,
      [...new Set(versions)].toSorted((a, b) => a - b),
    );
    for (const { key, value } of done(await etcd.read(keys.backgrounds)).pairs) {
      const floor = key.slice(keys.backgrounds.from.length);
      const ofFloor = (await late.numbered()).filter((image) => image.floor === floor);
      const newest = Math.max(...ofFloor.map(({ version }) => version));
      assert.equal(value.toString(), `bg_${floor}.${newest}.png`);
    }
  },
);

test(
  "CIMG-5: an image waits for its plan from when a node first saw it, by that node's own clock",
  inCluster,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const etcd = clientOf(t, await shared());
    const keys = newHome();
    const uploaded = Date.now() - 40 * day;
    const one = await storeOn(t, etcd, keys, { now: () => uploaded });
    await put(one, "0", pngOf(10));
    const now = Date.now();
    let watcher: Watcher | undefined;
    const quiet = otherwise(etcd, {
      watch: (range, _from, told) => {
        if (range.from === keys.images.from) watcher = told;
        return () => undefined;
      },
    });
    let clock = now;
    const other = await storeOn(t, quiet, keys, { now: () => clock });
    assert.deepEqual(
      (await other.numbered()).map(({ since }) => since),
      [now],
    );
    // What it cannot hear of any more it reads again; that it saw one before stays.
    await put(one, "1", pngOf(20));
    clock = now + 5;
    watcher?.ended({ kind: "compacted", reason: "compacted", oldest: 2 });
    await bytesOf(other, `bg_1.${uploaded + 1}.png`);
    const known = (await other.numbered()).map(({ floor, since }) => [floor, since] as const);
    assert.deepEqual(
      new Map(known),
      new Map([
        ["0", now],
        ["1", now + 5],
      ]),
    );
  },
);

/** A home with an image that may go, and one that took its place. */
const superseded = async (store: ClusterImages): Promise<NumberedImage> => {
  const version = await put(store, "0", pngOf(1_200_000, 1));
  await put(store, "0", pngOf(100, 2));
  const image = (await store.numbered()).find((each) => each.version === version);
  assert(image !== undefined);
  return image;
};

test(
  "CIMG-6: an image is removed with its parts, at once, by whichever node comes first",
  inCluster,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const etcd = clientOf(t, await shared());
    const keys = newHome();
    const head = await save(etcd, keys);
    const [one, other] = [
      await storeOn(t, etcd, keys, { head: () => head }),
      await storeOn(t, etcd, keys, { head: () => head }),
    ];
    const image = await superseded(one);
    const newest = (await one.numbered()).find(({ file }) => file !== image.file);
    assert(newest !== undefined);
    assert.equal(await one.discard(newest), false, "the newest of a floor stays");
    const removed = await Promise.all([one, other].map((store) => store.discard(image)));
    assert(removed.includes(true));
    assert.equal(await bytesOf(one, image.file), undefined);
    await isGone(other, image);
    assert.deepEqual(await keysIn(etcd, keys), [
      "background/0",
      "head",
      `image/${newest.file}`,
      "newest-image",
      "part/000000000000",
    ]);
  },
);

const between: Readonly<
  Record<string, (etcd: Etcd, keys: Keys, file: string) => Promise<unknown>>
> = {
  "another node saves": (etcd, keys) => save(etcd, keys),
  "it comes back to its floor's plain path": (etcd, keys, file) =>
    etcd.transact({
      guards: [],
      then: [{ kind: "put", key: keys.background("0"), value: Buffer.from(file) }],
    }),
  "its floor gets another image": async (etcd, keys) => {
    const store = await storeOn({ after: () => undefined }, etcd, keys);
    await put(store, "0", pngOf(50));
    store.close();
  },
};

for (const [what, meanwhile] of Object.entries(between))
  test(
    `CIMG-6: an image stays where ${what} between the look at the plans and its removal`,
    inCluster,
    async (t) => {
      if (!mayUse(t, "etcd")) return;
      const etcd = clientOf(t, await shared());
      const keys = newHome();
      let head = 0;
      const store = await storeOn(t, etcd, keys, { head: () => head });
      const image = await superseded(store);
      const atLast: LastWord = async (remove) => {
        // It is asked for in the turn of the last word, and no sooner.
        head = await save(etcd, keys);
        await meanwhile(etcd, keys, image.file);
        return remove();
      };
      assert.equal(await store.discard(image, atLast), false);
      assert.deepEqual(await bytesOf(store, image.file), pngOf(1_200_000, 1));
      head = done(await etcd.read(oneKey(keys.head))).pairs[0]?.changed ?? 0;
      if (what !== "it comes back to its floor's plain path") return isGone(store, image);
      assert.equal(await store.discard(image), false);
      assert.deepEqual(await bytesOf(store, image.file), pngOf(1_200_000, 1));
    },
  );

test(
  "CIMG-7: an image of as many bytes as a cluster takes is stored, and one with a byte more is not",
  inCluster,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const etcd = clientOf(t, await shared());
    const keys = newHome();
    const store = await storeOn(t, etcd, keys);
    const large = pngOf(15 * 1024 * 1024, 7);
    await put(store, "0", large);
    assert((await bytesOf(store, "bg_0.png"))?.equals(large));
    const most = pngOf(mostClusterBytes, 8);
    const version = await put(store, "0", most);
    assert((await bytesOf(store, `bg_0.${version}.png`))?.equals(most));
    const before = await keysIn(etcd, keys);
    await assert.rejects(put(store, "0", pngOf(mostClusterBytes + 1)), /at most 50331648/);
    assert.deepEqual(await keysIn(etcd, keys), before);
    assert((await bytesOf(store, "bg_0.png"))?.equals(most));
  },
);

test(
  "CIMG-8: an image that is moved in keeps its number, and only where what it is guarded by holds",
  inCluster,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const etcd = clientOf(t, await shared());
    const keys = newHome();
    const content = pngOf(900_000, 4);
    const digest = await digestOf([content]);
    const moveIn = (version: number, isNewest: boolean, changedAt = 0) =>
      storeImage(etcd, keys, [content], {
        digest: () => digest,
        floor: "0",
        extension: "png",
        version: () => version,
        isNewest,
        guards: [{ range: oneKey(keys.home), changed: changedAt }],
      });
    for (const [version, isNewest] of [
      [9_000_000_000_000, true],
      [1_000, false],
      [0, false],
    ] as const)
      assert(isRight(await moveIn(version, isNewest)));
    const before = await keysIn(etcd, keys);
    const guarded = await moveIn(2000, true, 5);
    assert(!isRight(guarded) && guarded.left.kind === "refused");
    const twice = await moveIn(1_000, true);
    assert(!isRight(twice) && twice.left.kind === "refused");
    assert.deepEqual(await keysIn(etcd, keys), before);
    const store = await storeOn(t, etcd, keys);
    const versions = (await store.numbered()).map(({ version }) => version);
    assert.deepEqual(
      versions.toSorted((a, b) => a - b),
      [0, 1_000, 9_000_000_000_000],
    );
    assert.deepEqual(await bytesOf(store, "bg_0.png"), content);
    assert.equal(await put(store, "1", pngOf(10)), 9_000_000_000_001);
  },
);
