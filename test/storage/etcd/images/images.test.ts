import assert from "node:assert/strict";
import { after, test } from "node:test";
import { left } from "fp-ts/lib/Either.js";
import type { ClusterImages } from "../../../../src/storage/etcd/images/cluster-images.ts";
import { parseImageFile } from "../../../../src/images/image-name.ts";
import { Refusal } from "../../../../src/server/http/routes.ts";
import { pngOf, svgOf } from "../../../images/pictures.ts";
import { inCluster } from "../../../support/timeouts.ts";
import { sharedEtcd } from "../../../support/etcd.ts";
import { eventually } from "../../../support/polling.ts";
import { mayUse } from "../../../support/programs.ts";
import { clientOf, done } from "../client/test-client.ts";
import { bytesOf, newHome, put, storeOn } from "./image-stores.ts";
import { away, otherwise, unknown } from "../test-home.ts";

const shared = sharedEtcd(after);

const day = 24 * 3_600_000;

/** Waits until a store shows an image at a plain path, which it hears of by itself. */
const plainPathHas = (store: ClusterImages, file: string, bytes: Buffer): Promise<void> =>
  eventually(async () => {
    const found = await bytesOf(store, file);
    return found?.equals(bytes) === true
      ? { seen: undefined }
      : { not: `${file} has ${found?.length} bytes` };
  }, 30_000);

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
    // The last ones may be those of the other store, of which it hears from etcd.
    const known = await eventually(async () => {
      const all = await late.numbered();
      return all.length === 16 ? { seen: all } : { not: `it knows ${all.length} images` };
    }, 30_000);
    for (const { key, value } of done(await etcd.read(keys.backgrounds)).pairs) {
      const floor = key.slice(keys.backgrounds.from.length);
      const ofFloor = known.filter((image) => image.floor === floor);
      const newest = Math.max(...ofFloor.map(({ version }) => version));
      assert.equal(value.toString(), `bg_${floor}.${newest}.png`);
    }
  },
);
