import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import {
  bytesAt,
  plainPath,
  remove,
  type Target,
  upload,
  versionOf,
} from "../../../images/image-requests.ts";
import { pngOf } from "../../../images/pictures.ts";
import { inCluster } from "../../../support/timeouts.ts";
import { type EtcdCluster, startEtcd } from "../../../support/etcd.ts";
import { eventually } from "../../../support/polling.ts";
import { Peer } from "../../../support/peer.ts";
import { mayUse } from "../../../support/programs.ts";
import { startServedNode } from "../served-node.ts";

/** A node in this process; `admin` is the token that the first one of a home made. */
const startNode = async (t: TestContext, { urls }: EtcdCluster, admin?: string) => {
  const { port, url, firstToken } = await startServedNode(t, { cluster: urls.join(",") });
  const token = admin ?? firstToken;
  assert(token !== "", "the first node makes a token");
  const target: Target = { url, admin: token };
  return { ...target, peer: await Peer.login(t, port, token) };
};

test(
  "CIMG-16: an image goes when no stored plan shows it any more, at whichever nodes it was uploaded, shown and superseded, and no sooner",
  inCluster,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const cluster = await startEtcd(t);
    const one = await startNode(t, cluster);
    const other = await startNode(t, cluster, one.admin);
    const old = await upload(one, "0", pngOf(300, 1), "a.png");
    const gone = await upload(one, "1", pngOf(300, 5), "a.png");
    await other.peer.save({ rooms: [{ id: "r" }], backgrounds: { 0: { url: old } } });
    const newer = await upload(other, "0", pngOf(400, 2), "b.png");
    assert((await remove(other, "level=1")).ok);
    const isImage = async (url: string): Promise<boolean> => {
      const keys = await cluster.ctl("get", "--prefix", "/", "--keys-only");
      return keys.includes(`.${versionOf(url)}.`);
    };
    const goes = (url: string): Promise<void> =>
      eventually(
        async () => ((await isImage(url)) ? { not: `${url} is kept` } : { seen: undefined }),
        60_000,
      );
    await goes(gone);
    for (let save = 0; save < 20; save += 1) {
      const { peer } = save % 2 === 0 ? one : other;
      await peer.save({ rooms: [{ id: `r${save}` }] });
      for (const node of [one, other])
        assert.deepEqual(await bytesAt(node, old), pngOf(300, 1), `after ${save + 1} more saves`);
    }
    await one.peer.save({ rooms: [] });
    await goes(old);
    for (const node of [one, other]) {
      assert.deepEqual(await bytesAt(node, newer), pngOf(400, 2));
      assert.deepEqual(await bytesAt(node, plainPath(newer)), pngOf(400, 2));
    }
  },
);
