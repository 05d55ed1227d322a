import assert from "node:assert/strict";
import { after, test } from "node:test";
import { ClusterNode } from "../../../src/storage/etcd/cluster-node.ts";
import { EtcdClient } from "../../../src/storage/etcd/client/etcd-client.ts";
import { testConfig } from "../../support/config.ts";
import { nodeImageDisk } from "../../../src/images/image-store.ts";
import { lockDataFolder } from "../../../src/storage/folder/data-folder.ts";
import { openClusterStorage } from "../../../src/storage/etcd/cluster-storage.ts";
import { inCluster } from "../../support/timeouts.ts";
import { sharedEtcd } from "../../support/etcd.ts";
import { mayUse } from "../../support/programs.ts";
import { temporaryFolder } from "../../support/service.ts";
import { keptLog, newHome, rightOf } from "./test-home.ts";

const shared = sharedEtcd(after);

test(
  "OPS-16: a node that fails to tell the others of its end closes its client, and lets go of its data folder",
  inCluster,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const cluster = (await shared()).urls.join(",");
    const data = await temporaryFolder(t);
    const { log, rated: ratedLog } = keptLog(t);
    const config = testConfig({ cluster, data, domain: newHome().domain });
    const storage = rightOf(
      await openClusterStorage({ config, imageDisk: nodeImageDisk, log, ratedLog }),
    );
    const closed = t.mock.method(EtcdClient.prototype, "close").mock;
    t.mock.method(ClusterNode.prototype, "leave", () => {
      throw new Error("nobody is told");
    });
    await assert.rejects(storage.close(), /not closed as it should be: .*nobody is told/);
    assert.equal(closed.callCount(), 1);
    await rightOf(await lockDataFolder(data)).release();
  },
);
