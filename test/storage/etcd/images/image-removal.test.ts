import assert from "node:assert/strict";
import { after, test } from "node:test";
import { type Etcd, oneKey, type Watcher } from "../../../../src/storage/etcd/client/etcd.ts";
import type { ClusterImages } from "../../../../src/storage/etcd/images/cluster-images.ts";
import type { Keys } from "../../../../src/storage/etcd/keys.ts";
import type { NumberedImage, RemovalGuard } from "../../../../src/images/image-store.ts";
import { pngOf } from "../../../images/pictures.ts";
import { inCluster } from "../../../support/timeouts.ts";
import { sharedEtcd } from "../../../support/etcd.ts";
import { eventually } from "../../../support/polling.ts";
import { mayUse } from "../../../support/programs.ts";
import { clientOf, done } from "../client/test-client.ts";
import { bytesOf, keysIn, newHome, put, storeOn } from "./image-stores.ts";
import { otherwise } from "../test-home.ts";

const shared = sharedEtcd(after);

const day = 24 * 3_600_000;

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
    // Whichever came second hears of it from etcd.
    for (const store of [one, other]) {
      await isGone(store, image);
      assert.equal(await bytesOf(store, image.file), undefined);
    }
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
      const atLast: RemovalGuard = async (remove) => {
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
