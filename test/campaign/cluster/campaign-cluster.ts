import assert from "node:assert/strict";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { Limits } from "../../../src/server/limits.ts";
import { type EtcdCluster, startEtcd } from "../../support/etcd.ts";
import type { Machine } from "../../support/private-net.ts";
import { firstTokenOf, type Running, startProgram } from "../../support/program.ts";
import type { Random } from "../../support/random.ts";
import { temporaryFolder } from "../../support/service.ts";
import { Campaign } from "./campaign.ts";
import { type Launched, NodeProcess } from "./node-process.ts";
import { ClientNode } from "./client-node.ts";
import { type StoredRevision, storedRevisions } from "./stored-revisions.ts";

/** After so many milliseconds a client that is not let in goes to another node. */
const patienceMs = 3000;
/** So often a node is started until it finds its cluster. */
const maxStarts = 20;

/** A node that cannot read what is kept, as members are away, ends. It is started again, as those who look after services do. */
const started = async (start: () => Running): Promise<Running> => {
  for (let left = maxStarts; ; left -= 1) {
    const running = start();
    const isThere = running.printed(/ {2}(plan {6}|homes {5})[^\n]+\n/).then(
      () => true,
      () => false,
    );
    if (await isThere) return running;
    assert(left > 0 && /the cluster cannot be (used|asked)/.test(running.err()), running.err());
  }
};

/** Outcomes are told to be unknown earlier than by default, so that it happens. */
const limits = { clusterUnknownMs: 5000 };

/** What the nodes of a campaign have in common. */
export interface NodesOptions {
  /** Where each member and then each node runs; by default all are on 127.0.0.1. */
  readonly machines?: readonly Machine[];
  readonly settings?: readonly string[];
  readonly limits?: Partial<Limits>;
}

/** Starts so many nodes of a cluster, one after another, since the first one makes the user or provider whose token all use. */
export const startNodes = async <A>(
  t: TestContext,
  etcd: EtcdCluster,
  make: (node: (number: number) => NodeProcess) => A & readonly NodeProcess[],
  { machines = [], settings = [], limits: others = {} }: NodesOptions = {},
): Promise<A> => {
  const folder = await temporaryFolder(t);
  let token: string | undefined;
  const launch = async (place: ClientNode, number: number): Promise<Launched> => {
    const { at, through } = machines[2 + number] ?? { at: { front: "127.0.0.1" }, through: [] };
    // Each has another member first in its list.
    const members = [...etcd.urls.slice(number - 1), ...etcd.urls.slice(0, number - 1)].join(",");
    const data = join(folder, String(number));
    const where = ["--cluster", members, "--data", data, "--host", at.front, "--port", "0"];
    const options = [...where, "--log-level", "warn", ...settings];
    const running = await started(() =>
      startProgram(t, ["serve", ...options], {}, through, { ...limits, ...others }),
    );
    token ??= await firstTokenOf(running);
    const port = /listens at http:\/\/[^\s]+:(\d+)/.exec(running.out())?.[1];
    assert(port !== undefined && token !== undefined, `${place.name} serves`);
    return { ...running, access: { host: at.front, port: Number(port), token, patienceMs } };
  };
  const nodes = make((number) => {
    const place = new ClientNode(`node ${number}`);
    return new NodeProcess(place, () => launch(place, number));
  });
  for (const each of nodes) await each.start();
  return nodes;
};

/** Three members of etcd, three nodes that serve one plan, and the campaign of their clients. */
export interface CampaignCluster {
  readonly campaign: Campaign;
  readonly etcd: EtcdCluster;
  readonly nodes: readonly [NodeProcess, NodeProcess, NodeProcess];
  /** Every revision up to `last` that was ever put into etcd, by its own word. */
  readonly stored: (last: number) => Promise<readonly StoredRevision[]>;
}

/** Starts all of it: on 127.0.0.1, or each member and then each node on a machine of its own. */
export const startCampaignCluster = async (
  t: TestContext,
  random: Random,
  machines: readonly Machine[] = [],
): Promise<CampaignCluster> => {
  const etcd = await startEtcd(t, { members: 3, places: machines.slice(0, 3) });
  const nodes = await startNodes(t, etcd, (node) => [node(1), node(2), node(3)] as const, {
    machines,
  });
  const campaign = new Campaign(
    t,
    nodes.map(({ place }) => place),
    random,
  );
  const stored = (last: number): Promise<readonly StoredRevision[]> =>
    storedRevisions(etcd.urls, machines[0]?.through ?? [], last);
  return { campaign, etcd, nodes, stored };
};
