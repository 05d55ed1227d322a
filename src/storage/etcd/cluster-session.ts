import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { type Either, isLeft, left } from "fp-ts/lib/Either.js";
import type { Logger } from "pino";
import type { ImageDisk } from "../../images/image-store.ts";
import type { ServiceConfig } from "../../server/limits.ts";
import { packageVersion } from "../../server/paths.ts";
import { Disposer } from "../../server/runtime/disposer.ts";
import type { RatedLog } from "../../server/runtime/rated-log.ts";
import { checkNodeFolder, lockDataFolder, nodeFolder } from "../folder/data-folder.ts";
import type { SharedStorage } from "../storage.ts";
import { batchedReads } from "./batched-reads.ts";
import type { Etcd, KeyRange } from "./client/etcd.ts";
import type { EtcdClient } from "./client/etcd-client.ts";
import { ClusterHealth } from "./cluster-health.ts";
import { ClusterNode } from "./cluster-node.ts";
import { connectCluster } from "./connect.ts";
import { Contact } from "./contact.ts";
import type { EtcdDocument } from "./etcd-document.ts";
import { type NodeImages, openNodeImages } from "./images/node-images.ts";
import type { Keys } from "./keys.ts";
import { sharedLeadership } from "./leadership.ts";
import { allNamed, checkCluster, retryWithoutMajority, type StartRetry } from "./open-cluster.ts";
import { SharedWatch } from "./shared-watch.ts";

/** Dependencies of cluster storage. */
export interface ClusterStorageParts {
  readonly config: ServiceConfig;
  readonly imageDisk: ImageDisk;
  readonly log: Logger;
  readonly ratedLog: RatedLog;
}

/** For the cluster's problems, not those of the data folder. */
export const unusable = (reason: string): Either<string, never> =>
  left(`the cluster cannot be used: ${reason}`);

/** What a process has once in a cluster, however many homes it serves: it is one of the nodes. */
export interface ClusterSession extends Pick<SharedStorage, "lead" | "report"> {
  /** Its answers count as contact. */
  readonly etcd: Etcd;
  readonly contact: Pick<Contact, "state">;
  readonly node: Pick<ClusterNode, "allReadChanges" | "id" | "nodes">;
  readonly images: NodeImages;
  /** For requests that a start makes. */
  readonly retry: StartRetry;
  /** Calls back when this node is cut off while others may continue; the returned function ends that. */
  readonly whenCutOff: (listener: () => void) => () => void;
  /** Documents whose problems degrade the node; call it whenever one changes. */
  readonly noticed: () => void;
  readonly documents: Set<Pick<EtcdDocument<unknown>, "problem">>;
}

/** How a process joins a cluster. */
interface Joining<A> {
  readonly keys: Pick<Keys, "home" | "leader" | "nodes" | "node">;
  /** The ranges that share one watch, in groups; by default each has its own. */
  readonly watched?: { readonly range: KeyRange; readonly groupOf: (key: string) => string };
  /** Checks what is below the keys, or begins it. Left: why it cannot be used. */
  readonly begin: (etcd: Etcd) => Promise<Either<string, void>>;
  /** Opens what the node serves; the disposer closes it. Left: why it cannot. */
  readonly open: (session: ClusterSession, opened: Disposer) => Promise<Either<string, A>>;
}

interface JoinContext<A> extends ClusterStorageParts {
  readonly client: EtcdClient;
  readonly retry: StartRetry;
  readonly joining: Joining<A>;
  /** Closed if joining fails. */
  readonly opened: Disposer;
}

/** Checks that the cluster can be used. */
const find = async <A>({
  client,
  config,
  joining,
}: JoinContext<A>): Promise<Either<string, void>> => {
  const usable = await checkCluster(client);
  if (isLeft(usable)) return usable;
  const named = await allNamed(client, config.cluster.split(",").length);
  return isLeft(named) ? named : joining.begin(client);
};

/** The same etcd, with one watch for all that is in its range, and reads of its keys made together. */
const sharing = <A>(etcd: Etcd, { joining, ratedLog, opened }: JoinContext<A>): Etcd => {
  if (joining.watched === undefined) return etcd;
  const { boundary } = ratedLog;
  const shared = new SharedWatch({ etcd, ...joining.watched, boundary });
  opened.add(() => shared.close());
  const read = batchedReads({ etcd, among: joining.watched.range, boundary });
  return { ...etcd, watch: shared.watch, read };
};

const join = async <A>(context: JoinContext<A>): Promise<Either<string, A>> => {
  const { config, imageDisk, log, ratedLog, client, retry, joining, opened } = context;
  const { keys } = joining;
  const found = await find(context);
  if (isLeft(found)) return unusable(found.left);
  let health: ClusterHealth | undefined;
  const noticed = (): void => health?.noticed();
  const onCutOff = new Set<() => void>();
  const { boundary } = ratedLog;
  const contact = new Contact({
    etcd: client,
    keys,
    limits: config,
    boundary,
    onChange: (state) => {
      noticed();
      if (state === "cut off") for (const listener of onCutOff) listener();
    },
  });
  opened.add(() => contact.close());
  const etcd = sharing(contact.through(client), context);
  const folder = nodeFolder(config.data);
  const images = await openNodeImages({ disk: imageDisk, folder, limits: config, log: ratedLog });
  if (isLeft(images)) return images;
  const name = { id: randomBytes(4).toString("hex"), host: hostname(), version: packageVersion() };
  const node = await ClusterNode.join({ etcd, keys, name, onChange: noticed, boundary });
  if (isLeft(node)) return unusable(node.left);
  opened.add(() => node.right.leave());
  const documents: ClusterSession["documents"] = new Set();
  const ownHealth = new ClusterHealth({ etcd, contact, node: node.right, documents, log });
  health = ownHealth;
  opened.add(() => ownHealth.close());
  return joining.open(
    {
      etcd,
      contact,
      node: node.right,
      images: images.right,
      retry,
      whenCutOff: (listener) => {
        onCutOff.add(listener);
        return () => void onCutOff.delete(listener);
      },
      noticed,
      documents,
      lead: sharedLeadership({ etcd, key: keys.leader, boundary }),
      report: () => ownHealth.report(),
    },
    opened,
  );
};

/**
 * Joins the cluster of the settings as a node, and opens what it serves; waits for a while if the cluster has no
 * majority yet. Left: why it failed. The disposer closes all of it.
 */
export const joinCluster = async <A>(
  parts: ClusterStorageParts,
  joining: Joining<A>,
  opened: Disposer,
): Promise<Either<string, A>> => {
  const { config, log, ratedLog } = parts;
  const lock = await lockDataFolder(config.data);
  if (isLeft(lock)) return lock;
  opened.add(() => lock.right.release());
  const folder = await checkNodeFolder(config.data);
  if (isLeft(folder)) return folder;
  const connected = await connectCluster(config, ratedLog.boundary);
  if (isLeft(connected)) return unusable(connected.left);
  const client = connected.right;
  opened.add(() => client.close());
  const retry: StartRetry = {
    etcd: client,
    ms: config.clusterStartMs,
    onWait: ratedLog.boundary("a waiting start could not be logged", (reason: string) =>
      log.warn({ reason }, "the start waits for the cluster"),
    ),
  };
  return retryWithoutMajority(retry, "joining the home", async () => {
    const tried = new Disposer();
    const joined = await join({ ...parts, client, retry, joining, opened: tried });
    if (isLeft(joined)) return tried.refuse(joined, log);
    opened.add(() => tried.close());
    return joined;
  });
};
