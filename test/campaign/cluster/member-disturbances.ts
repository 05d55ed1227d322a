import type { EtcdCluster, EtcdMember } from "../../support/etcd.ts";
import type { Random } from "../../support/random.ts";
import { scaled } from "../scale.ts";
import type { Campaign } from "./campaign.ts";
import type { Disturbance } from "./disturbances.ts";
import { drawMs } from "./times.ts";

const longestStopMs = scaled(3000, 8000);
const longestDeathMs = 3000;

/** The member that leads, and the others by lot. */
const ranked = async (
  { leader, members }: EtcdCluster,
  random: Random,
): Promise<readonly EtcdMember[]> => {
  const leading = await leader();
  const others = members.filter((_, index) => index !== leading);
  return [
    ...members.filter((_, index) => index === leading),
    ...(random.below(2) === 0 ? others : others.toReversed()),
  ];
};

/** What is done to members of etcd. While two of three are left, nobody's connection ends. */
export const memberDisturbances = (
  campaign: Campaign,
  etcd: EtcdCluster,
  nodes: () => Promise<void>,
): readonly Disturbance[] => {
  const ready = async (): Promise<void> => {
    await Promise.all(etcd.members.map((member) => member.ready()));
  };
  const kill = async (victims: readonly EtcdMember[], random: Random): Promise<void> => {
    await Promise.all(victims.map((member) => member.kill()));
    await campaign.pause(drawMs(random, 0, longestDeathMs));
    await Promise.all(victims.map((member) => member.start()));
    await ready();
  };
  const stop = async (victims: readonly EtcdMember[], random: Random): Promise<void> => {
    await Promise.all(victims.map((member) => member.pause()));
    await campaign.pause(drawMs(random, 1000, longestStopMs));
    for (const member of victims) member.resume();
    await ready();
  };
  return [
    {
      kind: "leader killed",
      lots: 3,
      run: async (random) => {
        const [leader] = await ranked(etcd, random);
        campaign.figures.leaderKills.push(performance.now());
        if (leader !== undefined) await kill([leader], random);
      },
    },
    {
      kind: "follower killed",
      lots: 3,
      run: async (random) => kill((await ranked(etcd, random)).slice(1, 2), random),
    },
    {
      kind: "leader stopped",
      lots: 1,
      run: async (random) => stop((await ranked(etcd, random)).slice(0, 1), random),
    },
    {
      kind: "follower stopped",
      lots: 1,
      run: async (random) => stop((await ranked(etcd, random)).slice(1, 2), random),
    },
    {
      // Who does not run cannot be at work without this node: no node is cut off.
      kind: "two members killed",
      lots: 1,
      run: async (random) => {
        const first = random.below(2);
        await kill((await ranked(etcd, random)).slice(first, first + 2), random);
        await nodes();
      },
    },
    {
      kind: "two members stopped",
      lots: 1,
      run: async (random) => {
        const over = campaign.places.map((place) => place.excuse());
        const first = random.below(2);
        await stop((await ranked(etcd, random)).slice(first, first + 2), random);
        await nodes();
        for (const end of over) end();
      },
    },
  ];
};
