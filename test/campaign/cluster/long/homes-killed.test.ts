import { test } from "node:test";
import { mayUse } from "../../../support/programs.ts";
import { seededRandom } from "../../../support/random.ts";
import { randomCases } from "../../scale.ts";
import { disturb } from "../disturbances.ts";
import { startHomesCluster } from "../homes-cluster.ts";
import { memberDisturbances } from "../member-disturbances.ts";
import { nodeDisturbances } from "../node-disturbances.ts";
import { runHomes } from "../run-homes.ts";

const homes = 200;
/** Of members and of nodes; none begins after so many milliseconds. */
const [ofMembers, ofNodes] = [randomCases(10, 400), randomCases(8, 300)];
const longestMs = randomCases(60_000, 30 * 60_000);
/** Beside it: creating homes, and looking at each in the end. */
const aroundMs = 15 * 60_000;

test(
  "HOMES-141: whatever was acknowledged or seen of 200 homes is there, each in one order of its own, however members of etcd and nodes are killed while homes wake and fall asleep",
  { timeout: longestMs + aroundMs },
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const cluster = await startHomesCluster(t, seededRandom(t), homes);
    const { campaign, etcd, nodes } = cluster;
    const ready = async (): Promise<void> => {
      await Promise.all(nodes.map((node) => node.ready()));
    };
    const { ofOne } = memberDisturbances(campaign, etcd, ready);
    await runHomes(cluster, async () => {
      const until = performance.now() + longestMs;
      await Promise.all([
        disturb(campaign, ofOne, ofMembers, until),
        disturb(campaign, nodeDisturbances(campaign, nodes), ofNodes, until),
      ]);
    });
  },
);
