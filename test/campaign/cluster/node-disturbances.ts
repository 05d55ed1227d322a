import { scaled } from "../scale.ts";
import type { Campaign } from "./campaign.ts";
import type { Disturbance } from "./disturbances.ts";
import type { NodeProcess } from "./node-process.ts";
import { drawMs } from "./times.ts";

const longestStopMs = scaled(3000, 15_000);

/** What is done to one node: those who are at the others notice nothing. */
export const nodeDisturbances = (
  campaign: Campaign,
  nodes: readonly [NodeProcess, ...NodeProcess[]],
): readonly Disturbance[] => {
  const excused = async (node: NodeProcess, work: () => Promise<void>): Promise<void> => {
    const isOver = node.place.excuse();
    await work();
    await node.ready();
    isOver();
  };
  return [
    {
      kind: "node killed",
      lots: 3,
      run: async (random) => {
        const node = random.pick(nodes);
        await excused(node, async () => {
          await node.kill();
          await campaign.pause(random.below(2000));
          await node.start();
        });
      },
    },
    {
      kind: "node stopped",
      lots: 2,
      run: async (random) => {
        const node = random.pick(nodes);
        await excused(node, async () => {
          await node.stop();
          await campaign.pause(drawMs(random, 1000, longestStopMs));
          node.continue();
        });
      },
    },
  ];
};
