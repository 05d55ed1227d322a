import { test } from "node:test";
import { mayUse } from "../../support/programs.ts";
import { seededRandom } from "../../support/random.ts";
import { randomCases, scaled } from "../scale.ts";
import { disturb } from "./disturbances.ts";
import { memberDisturbances } from "./member-disturbances.ts";
import { nodeDisturbances } from "./node-disturbances.ts";
import { run } from "./run.ts";
import { startCampaignCluster } from "./campaign-cluster.ts";

test(
  "PROOF-15: whatever was acknowledged or seen is there, once and in one order, however members of etcd and nodes are killed and stopped",
  { timeout: scaled(120_000, 900_000) },
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const random = seededRandom(t);
    const stage = await startCampaignCluster(t, random);
    const { campaign, etcd, nodes } = stage;
    const ready = async (): Promise<void> => {
      await Promise.all(nodes.map((node) => node.ready()));
    };
    const { ofOne, ofTwo } = memberDisturbances(campaign, etcd, ready);
    await run(stage, async () => {
      await Promise.all([
        disturb(campaign, [...ofOne, ...ofTwo], randomCases(2, 40)),
        disturb(campaign, nodeDisturbances(campaign, nodes), randomCases(1, 26)),
      ]);
    });
  },
);
