import type { EtcdCluster, EtcdMember } from "../../support/etcd.ts";
import type { Random } from "../../support/random.ts";
import { scaled } from "../scale.ts";
import type { Campaign } from "./campaign.ts";
import type { Disturbance } from "./disturbances.ts";
import { drawAnyMs, drawMs } from "./times.ts";

const longestStopMs = scaled(3000, 8000);
const longestDeathMs = 3000;
const longestOutageMs = scaled(3000, 16_000);

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

/** What is done to one member of etcd, or to two at a time. While two of three are left, nobody's connection ends. */
export const memberDisturbances = (
  campaign: Campaign,
  etcd: EtcdCluster,
  nodes: () => Promise<void>,
): Readonly<Record<"ofOne" | "ofTwo", readonly Disturbance[]>> => {
  const ready = async (): Promise<void> => {
    await Promise.all(etcd.members.map((member) => member.ready()));
  };
  const kill = async (victims: readonly EtcdMember[], ms: number): Promise<void> => {
    await Promise.all(victims.map((member) => member.kill()));
    await campaign.pause(ms);
    await Promise.all(victims.map((member) => member.start()));
    await ready();
  };
  const stop = async (victims: readonly EtcdMember[], ms: number): Promise<void> => {
    await Promise.all(victims.map((member) => member.pause()));
    await campaign.pause(ms);
    for (const member of victims) member.resume();
    await ready();
  };
  const ofOne: readonly Disturbance[] = [
    {
      kind: "leader killed",
      lots: 3,
      run: async (random) => {
        const [leader] = await ranked(etcd, random);
        const from = performance.now();
        const elected = async (): Promise<number> => {
          await etcd.leader();
          return performance.now() - from;
        };
        if (leader === undefined) return;
        const killed = leader.kill();
        const [electedMs] = await Promise.all([
          killed.then(elected),
          killed.then(() => kill([leader], drawMs(random, 0, longestDeathMs))),
        ]);
        campaign.figures.leaderKills.push({ from, electedMs, until: performance.now() });
      },
    },
    {
      kind: "follower killed",
      lots: 3,
      run: async (random) =>
        kill((await ranked(etcd, random)).slice(1, 2), drawMs(random, 0, longestDeathMs)),
    },
    {
      kind: "leader stopped",
      lots: 1,
      run: async (random) =>
        stop((await ranked(etcd, random)).slice(0, 1), drawMs(random, 1000, longestStopMs)),
    },
    {
      kind: "follower stopped",
      lots: 1,
      run: async (random) =>
        stop((await ranked(etcd, random)).slice(1, 2), drawMs(random, 1000, longestStopMs)),
    },
  ];
  const ofTwo: readonly Disturbance[] = [
    {
      // Who does not run cannot be at work without this node: no node is cut off.
      kind: "two members killed",
      lots: 2,
      run: async (random) => {
        const first = random.below(2);
        const victims = (await ranked(etcd, random)).slice(first, first + 2);
        await campaign.withoutQuorum(async () => {
          await kill(victims, drawAnyMs(random, 0, longestOutageMs));
          await nodes();
        });
      },
    },
    {
      kind: "two members stopped",
      lots: 2,
      run: async (random) => {
        const over = campaign.places.map((place) => place.excuse());
        const first = random.below(2);
        const victims = (await ranked(etcd, random)).slice(first, first + 2);
        await campaign.withoutQuorum(async () => {
          await stop(victims, drawAnyMs(random, 1000, longestOutageMs));
          await nodes();
        });
        for (const end of over) end();
      },
    },
  ];
  return { ofOne, ofTwo };
};
