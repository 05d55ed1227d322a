import type { EtcdCluster } from "../../support/etcd.ts";
import type { Machine, NetName } from "../../support/private-net.ts";
import type { Random } from "../../support/random.ts";
import type { Campaign } from "./campaign.ts";
import type { Disturbance } from "./disturbances.ts";
import type { NodeProcess } from "./node-process.ts";
import { drawAnyMs } from "./times.ts";

/** Longer than an election, and than a save waits for its outcome. */
const longestMs = 9000;

/** A node, and the machine that it runs on. */
export interface Placed {
  readonly node: NodeProcess;
  readonly machine: Machine;
}

/** Where all of it runs, and what is to be ready again after each partition. */
export interface Net {
  readonly etcd: EtcdCluster;
  /** The machine of each member. */
  readonly members: readonly Machine[];
  readonly nodes: readonly [Placed, ...Placed[]];
}

/** Links that are down for a while. All of it goes on on either side. */
export const partitions = (
  campaign: Campaign,
  { etcd, members, nodes }: Net,
): readonly Disturbance[] => {
  const part = async (
    machines: readonly (Machine | undefined)[],
    links: readonly NetName[],
    random: Random,
  ): Promise<void> => {
    const cut = machines.flatMap((machine) =>
      machine === undefined ? [] : links.map((net) => ({ machine, net })),
    );
    await Promise.all(cut.map(({ machine, net }) => machine.cut(net)));
    await campaign.pause(drawAnyMs(random, 1500, longestMs));
    await Promise.all(cut.map(({ machine, net }) => machine.mend(net)));
    await Promise.all(etcd.members.map((member) => member.ready()));
    await Promise.all(nodes.map(({ node }) => node.ready()));
  };
  return [
    {
      // Nodes still reach it, and it does not lead for long.
      kind: "leader cut off from the other members",
      lots: 2,
      run: async (random) => part([members[await etcd.leader()]], ["peers"], random),
    },
    {
      kind: "leader cut off from everybody",
      lots: 1,
      run: async (random) => part([members[await etcd.leader()]], ["peers", "clients"], random),
    },
    {
      kind: "node cut off from its members",
      lots: 2,
      run: async (random) => {
        const { node, machine } = random.pick(nodes);
        const isOver = node.place.excuse();
        await part([machine], ["clients"], random);
        isOver();
      },
    },
    {
      kind: "all members cut off from each other",
      lots: 1,
      run: async (random) => {
        const over = nodes.map(({ node }) => node.place.excuse());
        await campaign.withoutQuorum(() => part(members, ["peers"], random));
        for (const end of over) end();
      },
    },
  ];
};
