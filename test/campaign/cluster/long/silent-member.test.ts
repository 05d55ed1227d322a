import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type Machine, privateNet } from "../../../support/private-net.ts";
import { mayUse } from "../../../support/programs.ts";
import { seededRandom } from "../../../support/random.ts";
import { randomCases } from "../../scale.ts";
import { tellTimes } from "../figures.ts";
import { between, type NewestRevision, saveSteadilyAt } from "../steady-saver.ts";
import { type CampaignCluster, startCampaignCluster } from "../campaign-cluster.ts";

/** How long a member is faulty. */
const faultMs = 3000;
/** How long all goes well before. */
const beforeMs = 1000;
/** How often each fault is made at each node: once with each member, or with a share of them, another one at each node. */
const times = randomCases(1, 3);
/** Far above what is wanted. */
const longestMs = 30_000;

interface Place {
  readonly stage: CampaignCluster;
  readonly machines: readonly Machine[];
}

const start = async (t: TestContext): Promise<Place | undefined> => {
  if (!mayUse(t, "etcd")) return undefined;
  const machines = await privateNet(t, 6);
  return machines && { stage: await startCampaignCluster(t, seededRandom(t), machines), machines };
};

/** Saves at every node while something is done to a member, as often as said; tells how each node went on. */
const measure = async (
  t: TestContext,
  { campaign, nodes }: CampaignCluster,
  what: string,
  disturb: (round: number) => Promise<void>,
): Promise<void> => {
  const newest: NewestRevision = { rev: 0 };
  for (const [first, { place }] of nodes.entries()) {
    const saves: number[] = [];
    const pauses: number[] = [];
    const usual: number[] = [];
    for (let round = 0; round < times && !campaign.hasComplaints; round += 1) {
      const pace = await saveSteadilyAt(campaign, place, newest);
      const from = performance.now();
      await sleep(beforeMs);
      const at = performance.now();
      await disturb(first + round);
      const until = performance.now();
      await pace.end();
      const during = between(pace.acknowledged, at, until);
      usual.push((between(pace.acknowledged, from, at).count * faultMs) / beforeMs);
      saves.push((during.count * faultMs) / (until - at));
      pauses.push(during.longestMs);
    }
    campaign.check();
    t.diagnostic(
      `${place.name}, ${what}: saves in ${faultMs} ms ${saves.map((each) => each.toFixed()).join(", ")}, ` +
        `before ${usual.map((each) => each.toFixed()).join(", ")}; pauses ${tellTimes(pauses)}`,
    );
    for (const pause of pauses) assert(pause < longestMs, `nobody could save for ${pause} ms`);
  }
};

test(
  "CLUS-36: nodes save on while the nodes are cut off from one member, whichever it is, and tell no conflict that is none",
  { timeout: 900_000 },
  async (t) => {
    const place = await start(t);
    if (place === undefined) return;
    const { stage, machines } = place;
    await measure(t, stage, "cut off from a member", async (round) => {
      const machine = machines[round % 3];
      await machine?.cut("clients");
      await sleep(faultMs);
      await machine?.mend("clients");
    });
  },
);

test(
  "CLUS-36: nodes save on while one member does nothing for 450 of each 500 ms",
  { timeout: 900_000 },
  async (t) => {
    const place = await start(t);
    if (place === undefined) return;
    const { etcd } = place.stage;
    await measure(t, place.stage, "with a slow member", async (round) => {
      const others = [0, 1, 2].filter((each) => each !== round % 3);
      // One that does not lead: all wait for the one that does.
      const leading = await etcd.leader();
      const slow = etcd.members[others.find((each) => each !== leading) ?? 0];
      for (let ms = 0; ms < faultMs; ms += 500) {
        await slow?.pause();
        await sleep(450);
        slow?.resume();
        await sleep(50);
      }
    });
  },
);

test(
  "CLUS-36: nodes save on when the member that leads goes without a word",
  { timeout: 900_000 },
  async (t) => {
    const place = await start(t);
    if (place === undefined) return;
    const { stage, machines } = place;
    const { campaign, etcd, nodes } = stage;
    const newest: NewestRevision = { rev: 0 };
    const pauses: number[] = [];
    const elections: number[] = [];
    for (let round = 0; round < 2 * times; round += 1) {
      const paces = await Promise.all(
        nodes.map((node) => saveSteadilyAt(campaign, node.place, newest)),
      );
      await sleep(beforeMs);
      const leading = await etcd.leader();
      const machine = machines[leading];
      const at = performance.now();
      await Promise.all([machine?.cut("peers"), machine?.cut("clients")]);
      let electedMs = 0;
      // The old one takes itself for the leader for a while.
      while (electedMs === 0) {
        const others = etcd.members.filter((_, index) => index !== leading);
        const leads = await Promise.all(others.map((member) => member.leads()));
        if (leads.includes(true)) electedMs = performance.now() - at;
        else await sleep(20);
        assert(performance.now() - at < longestMs, "another member leads");
      }
      await sleep(faultMs);
      const until = performance.now();
      await Promise.all(paces.map((pace) => pace.end()));
      elections.push(electedMs);
      for (const pace of paces) pauses.push(between(pace.answered, at, until).longestMs);
      await Promise.all([machine?.mend("peers"), machine?.mend("clients")]);
      await Promise.all(etcd.members.map((member) => member.ready()));
      await Promise.all(nodes.map((node) => node.ready()));
    }
    campaign.check();
    t.diagnostic(`pause until a node answers saves again: ${tellTimes(pauses)}`);
    t.diagnostic(`of which etcd itself had no leader: ${tellTimes(elections)}`);
    for (const pause of pauses) assert(pause < longestMs, `nobody could save for ${pause} ms`);
  },
);
