import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { truncate, writeFile } from "node:fs/promises";
import { after, test } from "node:test";
import { isRight, left } from "fp-ts/lib/Either.js";
import { digestOf } from "../../../../src/storage/etcd/parts.ts";
import { type Etcd, oneKey } from "../../../../src/storage/etcd/client/etcd.ts";
import { storeImage } from "../../../../src/storage/etcd/images/image-records.ts";
import { maxClusterBytes } from "../../../../src/server/settings.ts";
import { Refusal } from "../../../../src/server/http/routes.ts";
import { scaled } from "../../../campaign/scale.ts";
import { pngOf } from "../../../images/pictures.ts";
import { inCluster } from "../../../support/timeouts.ts";
import { sharedEtcd } from "../../../support/etcd.ts";
import { mayUse } from "../../../support/programs.ts";
import { clientOf, done } from "../client/test-client.ts";
import { bytesOf, keysIn, newHome, put, storeOn } from "./image-stores.ts";
import { otherwise } from "../test-home.ts";

const shared = sharedEtcd(after);

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

/** An etcd of which the large values are a byte each, so that the largest image takes no room there. */
const roomless = (etcd: Etcd): Etcd =>
  otherwise(etcd, {
    transact: (transaction, ms) => {
      const then = transaction.then.map((operation) =>
        operation.kind === "put" && operation.value.length > 4096
          ? { ...operation, value: operation.value.subarray(0, 1) }
          : operation,
      );
      return etcd.transact({ ...transaction, then }, ms);
    },
  });

test(
  "CIMG-7: an image of as many bytes as a cluster takes is stored, and one with a byte more is not",
  inCluster,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const etcd = clientOf(t, await shared());
    const keys = newHome();
    const store = await storeOn(t, roomless(etcd), keys);
    /** Uploads a file of so many bytes that takes no room on the disk either. */
    const upload = async (bytes: number): Promise<number> => {
      const received = `${store.incoming}/${bytes}`;
      await writeFile(received, "");
      await truncate(received, bytes);
      return store.put("0", "png", received);
    };
    const version = await upload(maxClusterBytes);
    const before = await keysIn(etcd, keys);
    assert(before.includes(`image/bg_0.${version}.png`));
    assert(!before.some((key) => key.includes("lease")), "it is there with all of its parts");
    await assert.rejects(upload(maxClusterBytes + 1), /at most 50331648/);
    assert.deepEqual(await keysIn(etcd, keys), before);
  },
);

test("CIMG-7: a large image comes back as it was, byte for byte", inCluster, async (t) => {
  if (!mayUse(t, "etcd")) return;
  const etcd = clientOf(t, await shared());
  const keys = newHome();
  const [store, other] = [await storeOn(t, etcd, keys), await storeOn(t, etcd, keys)];
  const large = randomBytes(scaled(3_000_000, maxClusterBytes));
  const version = await put(store, "0", large);
  for (const each of [store, other])
    for (const file of ["bg_0.png", `bg_0.${version}.png`])
      assert((await bytesOf(each, file))?.equals(large));
});

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
