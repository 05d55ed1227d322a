import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { after, test } from "node:test";
import { left } from "fp-ts/lib/Either.js";
import type { Etcd } from "../../../../src/storage/etcd/client/etcd.ts";
import { Refusal } from "../../../../src/server/http/routes.ts";
import { imageDiskWith, systemError } from "../../../images/image-disks.ts";
import { pngOf } from "../../../images/pictures.ts";
import { inCluster } from "../../../support/timeouts.ts";
import { sharedEtcd } from "../../../support/etcd.ts";
import { mayUse } from "../../../support/programs.ts";
import { temporaryFolder } from "../../../support/service.ts";
import { clientOf } from "../client/test-client.ts";
import { bytesOf, newHome, put, storeOn } from "./image-stores.ts";
import { otherwise } from "../test-home.ts";

const shared = sharedEtcd(after);

const sha256 = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

/** Names in a cache. */
const filesIn = async (folder: string): Promise<ReadonlySet<string | undefined>> =>
  new Set(await readdir(join(folder, "images")));

/** An etcd that counts how often a part is read. */
const counting = (etcd: Etcd) => {
  let parts = 0;
  const counted = otherwise(etcd, {
    read: (range, at) => {
      if (range.from.includes("/part/")) parts += 1;
      return etcd.read(range, at);
    },
  });
  return { etcd: counted, parts: () => parts };
};

test(
  "CIMG-9: an image is fetched once, however many ask for it first, and never by the node that it was uploaded to",
  inCluster,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const etcd = clientOf(t, await shared());
    const keys = newHome();
    const [own, others] = [counting(etcd), counting(etcd)];
    const one = await storeOn(t, own.etcd, keys);
    const folder = await temporaryFolder(t);
    const other = await storeOn(t, others.etcd, keys, { folder });
    const image = pngOf(1_300_000, 1);
    const file = `bg_0.${await put(one, "0", image)}.png`;
    const seen = await Promise.all(Array.from({ length: 20 }, () => bytesOf(other, file)));
    assert(seen.every((bytes) => bytes?.equals(image) === true));
    assert.equal(others.parts(), 3);
    assert.deepEqual(await bytesOf(one, file), image);
    assert.equal(own.parts(), 0);
    assert.deepEqual(await readdir(other.incoming), [], "nothing is left of the download");
    other.close();
    const again = await storeOn(t, others.etcd, keys, { folder });
    assert.deepEqual(await bytesOf(again, file), image);
    assert.equal(others.parts(), 3, "a restart keeps it");
  },
);

test(
  "CIMG-10: the cache has no more bytes than its setting says, and what was not used for longest goes first, also while it is open",
  inCluster,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const { etcd, parts } = counting(clientOf(t, await shared()));
    const keys = newHome();
    const folder = await temporaryFolder(t);
    const store = await storeOn(t, etcd, keys, { folder, imageCacheBytes: 100_000 });
    const images = [1, 2, 3].map((fill) => pngOf(40_000, fill));
    const files: string[] = [];
    for (const [floor, image] of images.entries())
      files.push(`bg_${floor}.${await put(store, `${floor}`, image)}.png`);
    const [first = "", second = "", third = ""] = files;
    const digests = images.map(sha256);
    assert.deepEqual(await filesIn(folder), new Set([digests[1], digests[2]]));
    const opened = await store.open(second);
    assert(opened !== undefined);
    await bytesOf(store, third);
    assert.deepEqual(await bytesOf(store, first), images[0]);
    assert.deepEqual(await filesIn(folder), new Set([digests[0], digests[2]]));
    assert.equal(parts(), 1);
    assert.deepEqual(await buffer(opened.handle.createReadStream({})), images[1]);
    await opened.handle.close();
    // What lies there from before counts as well.
    store.close();
    await writeFile(join(folder, "images", "notes.txt"), "not ours");
    const smaller = await storeOn(t, etcd, keys, { folder, imageCacheBytes: 50_000 });
    assert.equal((await filesIn(folder)).size, 2);
    assert((await filesIn(folder)).has("notes.txt"));
    // Larger than all of it: it is served all the same.
    const large = pngOf(70_000, 9);
    const version = await put(smaller, "0", large);
    assert.deepEqual(await bytesOf(smaller, `bg_0.${version}.png`), large);
    assert.deepEqual(await bytesOf(smaller, second), images[1]);
    assert.deepEqual(await filesIn(folder), new Set([digests[1], "notes.txt"]));
  },
);

const damages: Readonly<Record<string, (path: string) => Promise<unknown>>> = {
  "has other bytes": (path) => writeFile(path, pngOf(30_000, 9)),
  "is too short": (path) => writeFile(path, pngOf(10)),
  "is empty": (path) => writeFile(path, ""),
  "is gone": (path) => rm(path),
};

for (const [what, damage] of Object.entries(damages))
  test(`CIMG-11: a file of the cache that ${what} is fetched anew`, inCluster, async (t) => {
    if (!mayUse(t, "etcd")) return;
    const etcd = clientOf(t, await shared());
    const keys = newHome();
    const folder = await temporaryFolder(t);
    const store = await storeOn(t, etcd, keys, { folder });
    const image = pngOf(30_000, 1);
    const file = `bg_0.${await put(store, "0", image)}.png`;
    assert.deepEqual(await bytesOf(store, file), image);
    const path = join(folder, "images", sha256(image));
    const { atime, mtime } = await stat(path);
    await damage(path);
    assert.deepEqual(await bytesOf(store, file), image, "while it runs");
    assert.deepEqual(await readFile(path), image);
    await damage(path);
    store.close();
    if (what !== "is gone") await utimes(path, atime, mtime);
    const again = await storeOn(t, etcd, keys, { folder });
    assert.deepEqual(await bytesOf(again, file), image, "after a restart");
    assert.deepEqual(await readFile(path), image);
  });

for (const [call, code] of [
  ["create", "EROFS"],
  ["write", "ENOSPC"],
  ["rename", "EACCES"],
] as const)
  test(
    `CIMG-12: images are served where the cache takes none (${code} at ${call}), whole and in ranges`,
    inCluster,
    async (t) => {
      if (!mayUse(t, "etcd")) return;
      const etcd = clientOf(t, await shared());
      const keys = newHome();
      const one = await storeOn(t, etcd, keys);
      const folder = await temporaryFolder(t);
      const disk = imageDiskWith(({ name }) => {
        if (name === call) throw systemError(code);
      });
      const other = await storeOn(t, etcd, keys, { folder, disk });
      const image = Buffer.from(Uint8Array.from({ length: 1_200_000 }, (_, at) => at % 251));
      const file = `bg_0.${await put(one, "0", image)}.png`;
      for (let time = 0; time < 2; time += 1) {
        assert.deepEqual(await bytesOf(other, file), image);
        for (const [start, end] of [
          [0, 0],
          [524_287, 524_288],
          [600_000, 1_199_999],
        ] as const)
          assert.deepEqual(
            await bytesOf(other, file, { start, end }),
            image.subarray(start, end + 1),
          );
      }
      assert.equal((await filesIn(folder)).size, 0);
      assert.deepEqual(await readdir(other.incoming), []);
      const version = await put(other, "1", pngOf(50, 3)).catch((error: unknown) => error);
      assert(typeof version === "number", "what is received can be stored");
      assert.deepEqual(await bytesOf(one, `bg_1.${version}.png`), pngOf(50, 3));
    },
  );

test(
  "CIMG-15: an image whose bytes are damaged in the cluster is not served, and nothing of it is kept",
  inCluster,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const etcd = clientOf(t, await shared());
    const keys = newHome();
    const one = await storeOn(t, etcd, keys);
    const version = await put(one, "0", pngOf(100, 1));
    const folder = await temporaryFolder(t);
    const damaged = otherwise(etcd, {
      read: async (range, at) => {
        const read = await etcd.read(range, at);
        if (!range.from.includes("/part/") || !("right" in read)) return read;
        for (const { value } of read.right.pairs) value[50] = 9;
        return read;
      },
    });
    const other = await storeOn(t, damaged, keys, { folder });
    await assert.rejects(other.open(`bg_0.${version}.png`), (error: unknown) => {
      assert(error instanceof Refusal);
      assert.match(error.message, /damaged/);
      return error.status === 500;
    });
    assert.equal((await filesIn(folder)).size, 0);
    const away = await storeOn(
      t,
      otherwise(etcd, {
        read: (range, at) =>
          range.from.includes("/part/")
            ? Promise.resolve(left({ kind: "away", reason: "no quorum" }))
            : etcd.read(range, at),
      }),
      keys,
    );
    await assert.rejects(away.open("bg_0.png"), /no quorum/);
  },
);
