import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { openLink, toldBy } from "../../homes/provider-service.ts";
import { objectOf, range } from "../../service/revisions.ts";
import { type EtcdCluster, startEtcd } from "../../support/etcd.ts";
import type { Random } from "../../support/random.ts";
import { Recorder } from "../recorder.ts";
import { startNodes } from "./campaign-cluster.ts";
import { Campaign } from "./campaign.ts";
import { HomePlace } from "./client-node.ts";
import type { NodeProcess } from "./node-process.ts";

/** A long campaign stores gigabytes, of which nothing is compacted, so that all of it can be compared. */
const flags = [`--quota-backend-bytes=${8 * 1024 ** 3}`];

/** Homes fall asleep as soon as they may; no quota refuses a save. */
const settings = ["--homes", "--home-idle", "1s", "--home-saves", "10000"];

/** Homes are also put to sleep since others wake, and are soon tried again where they could not be opened. */
const limits = { homesAwake: 60, homesFailedMs: 500 };

/** Homes that are created at a time. */
const creating = 8;
/** Each home has plans of its own numbers, so that another one's plan is noticed. */
const plansOfEach = 1_000_000;

/** A home, and what its clients share. */
export interface CampaignHome {
  readonly id: string;
  readonly campaign: Campaign;
}

/** Three members of etcd, two nodes that serve many homes, and the campaign of the homes' clients. */
export interface HomesCluster {
  readonly campaign: Campaign;
  readonly etcd: EtcdCluster;
  readonly nodes: readonly [NodeProcess, NodeProcess];
  readonly homes: readonly CampaignHome[];
  /** How many homes are not asleep at a node. */
  readonly awakeAt: (node: NodeProcess) => Promise<number>;
}

/** Asks the provider's interface of a node. */
const askProvider = async (
  node: NodeProcess,
  path: string,
  body?: unknown,
): Promise<Readonly<Record<string, unknown>>> => {
  const { access } = node.place;
  assert(access !== undefined, `${node.place.name} runs`);
  const headers = { Authorization: `Bearer ${access.token}` };
  const post = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const url = `http://127.0.0.1:${access.port}${path}`;
  return (await toldBy(await fetch(url, { headers, ...post }))).body;
};

/** Starts all of it on 127.0.0.1, with so many homes, each with one user. */
export const startHomesCluster = async (
  t: TestContext,
  random: Random,
  many: number,
): Promise<HomesCluster> => {
  const etcd = await startEtcd(t, { members: 3, flags });
  const make = (node: (number: number) => NodeProcess) => [node(1), node(2)] as const;
  const nodes = await startNodes(t, etcd, make, { settings, limits });
  const places = nodes.map(({ place }) => place);
  const campaign = new Campaign(t, places, random);
  const create = async (number: number): Promise<CampaignHome> => {
    const id = `home-${number}`;
    const token = await openLink((await askProvider(nodes[0], "/provider/homes", { id }))["link"]);
    const own = places.map((place) => new HomePlace(place, id, token));
    const recorder = new Recorder(1 + number * plansOfEach);
    return { id, campaign: campaign.ofPlan(own, recorder) };
  };
  const homes: CampaignHome[] = [];
  const left = range(1, many).values();
  const createNext = async (): Promise<void> => {
    for (const number of left) homes.push(await create(number));
  };
  await Promise.all(range(1, creating).map(createNext));
  const awakeAt = async (node: NodeProcess): Promise<number> => {
    const counts = objectOf((await askProvider(node, "/healthz"))["homes"]);
    return ["waking", "awake", "falling_asleep"].reduce(
      (sum, state) => sum + Number(counts[state]),
      0,
    );
  };
  return { campaign, etcd, nodes, homes, awakeAt };
};
