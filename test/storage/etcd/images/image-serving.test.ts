import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, get, IncomingMessage } from "node:http";
import { after, test, type TestContext } from "node:test";
import type { ClusterImages } from "../../../../src/storage/etcd/images/cluster-images.ts";
import { localRoute } from "../../../../src/images/image-routes.ts";
import { Refusal } from "../../../../src/server/http/routes.ts";
import { imageDiskWith, systemError } from "../../../images/image-disks.ts";
import { pngOf } from "../../../images/pictures.ts";
import { inCluster } from "../../../support/timeouts.ts";
import { sharedEtcd, startEtcd } from "../../../support/etcd.ts";
import { eventually } from "../../../support/polling.ts";
import { listening } from "../../../support/listen-on-free-port.ts";
import { mayUse } from "../../../support/programs.ts";
import { otherwise } from "../test-home.ts";
import { clientOf } from "../client/test-client.ts";
import { bytesOf, newHome, put, storeOn } from "./image-stores.ts";

const shared = sharedEtcd(after);

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
    const [patient, hasty] = [clientOf(t, cluster), clientOf(t, cluster, { answerMs: 300 })];
    // Nobody waits long for a cluster that is away.
    let asked = patient;
    const etcd = otherwise(patient, {
      transact: (transaction, ms) => asked.transact(transaction, ms),
      read: (range, at) => asked.read(range, at),
      lease: (seconds) => asked.lease(seconds),
      renew: (lease) => asked.renew(lease),
      revoke: (lease) => asked.revoke(lease),
    });
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
    asked = hasty;
    for (const path of [`bg_0.png?v=${kept}`, "bg_0.png"]) {
      const found = await fetch(`${url}${path}`);
      assert.deepEqual(Buffer.from(await found.arrayBuffer()), pngOf(100, 1), path);
    }
    for (const path of [`bg_1.png?v=${unkept}`, `bg_1.png?v=${unkept + 1}`]) {
      const answer = await fetch(`${url}${path}`);
      assert.equal(answer.status, 503, path);
      assert.match(await answer.text(), /images cannot be read from the cluster/);
      assert.equal(answer.headers.get("cache-control"), "no-store");
    }
    assert.equal((await fetch(`${url}bg_3.png`)).status, 404);
    await assert.rejects(put(other, "0", pngOf(10)), Refusal);
    await assert.rejects(other.remove("0"), Refusal);
    const image = (await one.numbered()).find(({ version }) => version === old);
    assert(image !== undefined);
    await assert.rejects(one.discard(image), "what became of it is not known");
    assert.equal((await other.numbered()).length, 4);
    asked = patient;
    await cluster.members[0]?.start();
    await cluster.members[0]?.ready();
    await eventually(async () => {
      const answer = await fetch(`${url}bg_1.png?v=${unkept}`);
      const bytes = Buffer.from(await answer.arrayBuffer());
      return bytes.equals(pngOf(100, 2)) ? { seen: undefined } : { not: bytes.toString() };
    }, 30_000);
  },
);
