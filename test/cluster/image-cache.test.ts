import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { createServer, get, IncomingMessage } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { after, test, type TestContext } from "node:test";
import { left } from "fp-ts/lib/Either.js";
import type { Etcd } from "../../src/cluster/etcd/etcd.ts";
import type { ClusterImages } from "../../src/cluster/images/cluster-images.ts";
import { localRoute } from "../../src/floorplan/images/local-route.ts";
import { Refusal } from "../../src/host/http/refusal.ts";
import { imageDiskWith, systemError } from "../images/image-disks.ts";
import { pngOf } from "../images/pictures.ts";
import { inCluster } from "../support/bounded.ts";
import { sharedEtcd, startEtcd } from "../support/etcd.ts";
import { eventually } from "../support/eventually.ts";
import { listening } from "../support/listening.ts";
import { mayUse } from "../support/programs.ts";
import { temporaryFolder } from "../support/service.ts";
import { clientOf } from "./etcd/asked.ts";
import { bytesOf, newHome, put, storeOn } from "./image-stores.ts";
import { otherwise } from "./at-etcd.ts";

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

/** The address of a server that has the images of a store. */
const serve = async (t: TestContext, store: ClusterImages): Promise<string> => {
  const { GET } = localRoute("floorplan", store).methods;
  assert(GET !== undefined);
  const server = createServer((request, response) => {
    void GET(request, response, new URL(request.url ?? "/", "http://host"));
  });
  t.after(() => server.closeAllConnections());
  return `${await listening(t, server)}/local/floorplan/`;
};

test(
  "CIMG-13: every node serves an image with the same ETag, Last-Modified, ranges and lifetime",
  inCluster,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const etcd = clientOf(t, await shared());
    const keys = newHome();
    const one = await storeOn(t, etcd, keys);
    const disk = imageDiskWith(({ name }) => {
      if (name === "create") throw systemError("EROFS");
    });
    const stores = [one, await storeOn(t, etcd, keys), await storeOn(t, etcd, keys, { disk })];
    const image = pngOf(700_000, 1);
    const version = await put(one, "0", image);
    const tags = new Set<string | null>();
    for (const store of stores) {
      const url = `${await serve(t, store)}bg_0.png?v=${version}`;
      const whole = await fetch(url);
      assert.equal(whole.status, 200);
      assert.match(whole.headers.get("cache-control") ?? "", /immutable/);
      assert.equal(whole.headers.get("content-type"), "image/png");
      assert(Buffer.from(await whole.arrayBuffer()).equals(image));
      const tag = whole.headers.get("etag") ?? "";
      tags.add(`${tag} ${whole.headers.get("last-modified")}`);
      // A fetch would ask for it anew.
      const [kept]: unknown[] = await once(
        get(url, { headers: { "If-None-Match": tag } }),
        "response",
      );
      assert(kept instanceof IncomingMessage);
      assert.equal(kept.resume().statusCode, 304);
      const part = await fetch(url, { headers: { Range: "bytes=8-699998" } });
      assert.equal(part.status, 206);
      assert(Buffer.from(await part.arrayBuffer()).equals(image.subarray(8, 699_999)));
      const head = await fetch(url, { method: "HEAD" });
      assert.equal(head.headers.get("content-length"), "700000");
    }
    assert.equal(tags.size, 1, [...tags].join());
    assert.match([...tags].join(), /^W\/"[0-9a-f]+-[0-9a-f]+" .+ GMT$/);
  },
);

test(
  "CIMG-14: without the cluster, kept images are served, and of another one it is said why not, and not that there is none",
  inCluster,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const cluster = await startEtcd(t);
    const etcd = clientOf(t, cluster, { answerMs: 300 });
    const keys = newHome();
    const [one, other] = [await storeOn(t, etcd, keys), await storeOn(t, etcd, keys)];
    const old = await put(one, "2", pngOf(20));
    await put(one, "2", pngOf(30));
    const [kept, unkept] = [await put(one, "0", pngOf(100, 1)), await put(one, "1", pngOf(100, 2))];
    assert.deepEqual(await bytesOf(other, `bg_0.${kept}.png`), pngOf(100, 1));
    await eventually(async () => {
      const has = (await other.numbered()).length === 4 && (await bytesOf(other, "bg_0.png"));
      return has ? { seen: undefined } : { not: "it has not heard of all of them" };
    }, 30_000);
    const url = await serve(t, other);
    await cluster.members[0]?.kill();
    for (const path of [`bg_0.png?v=${kept}`, "bg_0.png"]) {
      const found = await fetch(`${url}${path}`);
      assert.deepEqual(Buffer.from(await found.arrayBuffer()), pngOf(100, 1), path);
    }
    for (const path of [`bg_1.png?v=${unkept}`, `bg_1.png?v=${unkept + 1}`]) {
      const answer = await fetch(`${url}${path}`);
      assert.equal(answer.status, 503, path);
      assert.match(await answer.text(), /no image can be had from the cluster/);
      assert.equal(answer.headers.get("cache-control"), "no-store");
    }
    assert.equal((await fetch(`${url}bg_3.png`)).status, 404);
    await assert.rejects(put(other, "0", pngOf(10)), Refusal);
    await assert.rejects(other.remove("0"), Refusal);
    const image = (await one.numbered()).find(({ version }) => version === old);
    assert(image !== undefined);
    await assert.rejects(one.discard(image), "what became of it is not known");
    assert.equal((await other.numbered()).length, 4);
    await cluster.members[0]?.start();
    await cluster.members[0]?.ready();
    await eventually(async () => {
      const answer = await fetch(`${url}bg_1.png?v=${unkept}`);
      const bytes = Buffer.from(await answer.arrayBuffer());
      return bytes.equals(pngOf(100, 2)) ? { seen: undefined } : { not: bytes.toString() };
    }, 30_000);
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
