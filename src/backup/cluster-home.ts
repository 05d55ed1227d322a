import { type Either, isLeft, left, map, right } from "fp-ts/lib/Either.js";
import { pino } from "pino";
import type { ClusterSettings } from "../storage/etcd/connect.ts";
import { lockBackups } from "../storage/etcd/backup-lock.ts";
import { EtcdDocument } from "../storage/etcd/etcd-document.ts";
import { clusterHomeId } from "../cluster/home-id.ts";
import { whyNoHome } from "../storage/etcd/home.ts";
import { describeReadProblem, readKeptPlans } from "../storage/etcd/log/read-revisions.ts";
import { openCluster, type OpenCluster } from "../storage/etcd/open-cluster.ts";
import { RatedLog } from "../host/rated-log.ts";
import { bansKind } from "../host/users/ban-list.ts";
import { lastUsesKind } from "../host/users/last-uses.ts";
import type { DocumentKind } from "../host/users/kept-document.ts";
import { type UsersDocument, usersKind } from "../host/users/user-directory.ts";
import { stateOf } from "../plan/state.ts";
import { imagesAt } from "../rescue/cluster-images.ts";
import type { Home, Snapshot } from "./home.ts";
import { inspectCluster } from "../rescue/inspect-cluster.ts";

/** As a data folder has them. */
const asFile = <A>({ codec }: DocumentKind<A>, content: A): Buffer =>
  Buffer.from(`${JSON.stringify(codec.encode(content), null, 2)}\n`);

const plansOf = async ({ etcd, keys }: OpenCluster) => {
  const kept = await readKeptPlans(etcd, keys);
  if (isLeft(kept)) return left(describeReadProblem(kept.left));
  const { revision, saved } = kept.right;
  return right({ revision, state: stateOf(saved.map(({ plan }) => plan)) });
};

const snapshotOf = async (
  cluster: OpenCluster,
  users: UsersDocument,
): Promise<Either<string, Snapshot>> => {
  const content = users.read();
  if (isLeft(content)) return content;
  const plans = await plansOf(cluster);
  if (isLeft(plans)) return plans;
  const { revision, state } = plans.right;
  // All of one moment: what the plans of then show was there then.
  const images = await imagesAt(cluster, revision);
  if (isLeft(images)) return images;
  return right({
    users: users.isThere ? asFile(usersKind, content.right) : undefined,
    state,
    domains: [cluster.domain],
    images: images.right,
  });
};

/** Opens the home that is kept in a cluster. The left says why it cannot be used, or that there is none. */
export const openClusterHome = async (
  settings: ClusterSettings & { readonly domain: string },
): Promise<Either<string, Home>> => {
  const opened = await openCluster(settings);
  if (isLeft(opened)) return opened;
  const cluster = opened.right;
  const { etcd, keys } = cluster;
  const refuse = (problem: string): Either<string, never> => {
    etcd.close();
    return left(problem);
  };
  const problem = await whyNoHome(cluster);
  if (problem !== undefined) return refuse(problem);
  const log = new RatedLog(pino({ level: "silent" }));
  const users = await EtcdDocument.open(etcd, keys, usersKind, log);
  if (isLeft(users)) return refuse(users.left);
  const bans = await EtcdDocument.open(etcd, keys, bansKind, log);
  if (isLeft(bans)) return refuse(bans.left);
  const lastUses = await EtcdDocument.open(etcd, keys, lastUsesKind, log);
  if (isLeft(lastUses)) return refuse(lastUses.left);
  return right({
    users: users.right,
    bans: bans.right,
    lastUses: lastUses.right,
    readState: async () =>
      map(({ state }: { state: Snapshot["state"] }) => state)(await plansOf(cluster)),
    snapshot: () => snapshotOf(cluster, users.right),
    inspect: () => inspectCluster(cluster),
    lockBackups: () => lockBackups(etcd, keys),
    id: () => clusterHomeId(etcd, keys),
    close: () => {
      users.right.close();
      bans.right.close();
      lastUses.right.close();
      log.close();
      etcd.close();
    },
  });
};
