import assert from "node:assert/strict";
import { test } from "node:test";
import { privateNet } from "../../../support/private-net.ts";
import { mayUse } from "../../../support/programs.ts";
import { seededRandom } from "../../../support/random.ts";
import { randomCases } from "../../scale.ts";
import { disturb } from "../disturbances.ts";
import { partitions } from "../partitions.ts";
import { run } from "../run.ts";
import { startCampaignCluster } from "../campaign-cluster.ts";

test(
  "PROOF-16: whatever was acknowledged or seen is there, once and in one order, whoever is cut off from whom for a while",
  { timeout: 900_000 },
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const machines = await privateNet(t, 6);
    if (machines === undefined) return;
    const stage = await startCampaignCluster(t, seededRandom(t), machines);
    const { campaign, etcd, nodes } = stage;
    const placed = nodes.map((node, index) => {
      const machine = machines[3 + index];
      assert(machine !== undefined);
      return { node, machine };
    });
    const [first, ...others] = placed;
    assert(first !== undefined);
    const net = { etcd, members: machines.slice(0, 3), nodes: [first, ...others] } as const;
    await run(stage, () => disturb(campaign, partitions(campaign, net), randomCases(16, 16)));
  },
);
