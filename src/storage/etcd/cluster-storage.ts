import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { sequenceS } from "fp-ts/lib/Apply.js";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import * as TE from "fp-ts/lib/TaskEither.js";
import type { Logger } from "pino";
import { clusterHomeId } from "./backup-lock.ts";
import { Contact, makeAdmission } from "./contact.ts";
import { EtcdDocument } from "./etcd-document.ts";
import { ClusterHealth } from "./cluster-health.ts";
import { ensureHome } from "./home.ts";
import { openClusterImages } from "./images/cluster-images.ts";
import { type ClusterLog, openNodeLog } from "./log/cluster-log.ts";
import { ClusterNode } from "./cluster-node.ts";
import { connectCluster } from "./connect.ts";
import type { Etcd } from "./client/etcd.ts";
import type { EtcdClient } from "./client/etcd-client.ts";
import { type Keys, keysOf } from "./keys.ts";
import { Leadership } from "./leadership.ts";
import { allNamed, checkCluster, retryWithoutMajority, type StartRetry } from "./open-cluster.ts";
import { Disposer } from "../../server/runtime/disposer.ts";
import type { ServiceConfig } from "../../server/limits.ts";
import type { ImageDisk } from "../../images/image-store.ts";
import { sessionsKind } from "../../auth/session-store.ts";
import type { RatedLog } from "../../server/runtime/rated-log.ts";
import { bansKind } from "../../auth/bans.ts";
import type { DocumentKind } from "../stored-document.ts";
import { lastUsesKind } from "../../auth/last-uses.ts";
import { pastLoginsKind } from "../../auth/past-logins.ts";
import { usersKind } from "../../auth/user-directory.ts";
import { packageVersion } from "../../server/paths.ts";
import type { PlanStatusListener } from "../../plan/plan-log.ts";
import { checkNodeFolder, lockDataFolder, nodeFolder } from "../folder/data-folder.ts";
import type { OpenedStorage } from "../storage.ts";
import { registryIdsKind } from "../registry-ids.ts";

/** Dependencies of cluster storage. */
export interface ClusterStorageParts {
  readonly config: ServiceConfig;
  readonly imageDisk: ImageDisk;
  readonly log: Logger;
  readonly ratedLog: RatedLog;
}

interface JoinContext extends ClusterStorageParts {
  readonly client: EtcdClient;
  readonly keys: Keys;
  readonly retry: StartRetry;
  /** Closed if joining fails. */
  readonly opened: Disposer;
}

/** For the cluster's problems, not those of the data folder. */
const unusable = (reason: string): Either<string, never> =>
  left(`the cluster cannot be used: ${reason}`);

/** Checks that the cluster can keep the home, and begins it if there is none. */
const findHome = async ({ client, keys, config }: JoinContext): Promise<Either<string, void>> => {
  const usable = await checkCluster(client);
  if (isLeft(usable)) return usable;
  const named = await allNamed(client, config.cluster.split(",").length);
  return isLeft(named) ? named : ensureHome(client, keys, config.domain);
};

/** Follows every shared document; `onChange` is called on each change. */
const openDocuments = (
  { keys, ratedLog, opened }: JoinContext,
  etcd: Etcd,
  onChange: () => void,
) => {
  const open =
    <A>(kind: DocumentKind<A>): TE.TaskEither<string, EtcdDocument<A>> =>
    async () => {
      const found = await EtcdDocument.open(etcd, keys, kind, ratedLog);
      if (isLeft(found)) return found;
      found.right.watch(onChange);
      opened.add(() => found.right.close());
      return found;
    };
  return sequenceS(TE.ApplySeq)({
    users: open(usersKind),
    bans: open(bansKind),
    sessions: open(sessionsKind),
    pastLogins: open(pastLoginsKind),
    lastUses: open(lastUsesKind),
    registryIds: open(registryIdsKind),
  })();
};

const joinNodes = (
  { keys, ratedLog }: JoinContext,
  etcd: Etcd,
  onChange: () => void,
): Promise<Either<string, ClusterNode>> => {
  const id = randomBytes(4).toString("hex");
  return ClusterNode.join({
    etcd,
    keys,
    name: { id, host: hostname(), version: packageVersion() },
    onChange,
    boundary: ratedLog.boundary,
  });
};

/** Logs each status. If the plan can no longer be followed, everybody is disconnected: they would keep an old plan. */
const logged = (
  status: PlanStatusListener,
  log: Logger,
  disconnectAll: () => void,
): PlanStatusListener => ({
  away: (why, reason) => {
    log.warn({ reason }, "plans cannot be saved for now");
    status.away(why, reason);
  },
  back: () => {
    log.info("plans can be saved again");
    status.back();
  },
  failed: (why, reason) => {
    const what = "the plan in the cluster cannot be followed until a restart";
    log.error({ reason }, what);
    status.failed(why, `${what}: ${reason}`);
    disconnectAll();
  },
});

const join = async (joining: JoinContext): Promise<OpenedStorage> => {
  const { config, imageDisk, log, ratedLog, client, keys, retry, opened } = joining;
  const home = await findHome(joining);
  if (isLeft(home)) return unusable(home.left);
  let health: ClusterHealth | undefined;
  let planLog: ClusterLog | undefined;
  const noticed = (): void => health?.noticed();
  const onCutOff: (() => void)[] = [];
  const disconnectAll = (): void => {
    for (const listener of onCutOff) listener();
  };
  const contact = new Contact({
    etcd: client,
    keys,
    limits: config,
    boundary: ratedLog.boundary,
    onChange: (state) => {
      noticed();
      if (state === "cut off") disconnectAll();
    },
  });
  opened.add(() => contact.close());
  const etcd = contact.through(client);
  const documents = await openDocuments(joining, etcd, noticed);
  if (isLeft(documents)) return documents;
  const { users, bans, sessions } = documents.right;
  const images = await openClusterImages({
    etcd,
    keys,
    disk: imageDisk,
    folder: nodeFolder(config.data),
    limits: config,
    head: () => planLog?.changed ?? 0,
    now: () => Date.now(),
    log: ratedLog,
  });
  if (isLeft(images)) return images;
  opened.add(() => images.right.close());
  const node = await joinNodes(joining, etcd, noticed);
  if (isLeft(node)) return unusable(node.left);
  opened.add(() => node.right.leave());
  // These decide who may log in.
  const watched = [users, bans, sessions];
  const ownHealth = new ClusterHealth({ etcd, contact, node: node.right, documents: watched, log });
  health = ownHealth;
  opened.add(() => ownHealth.close());
  const caughtUp = async (): Promise<Either<string, void>> => {
    const done = await Promise.all([
      // Another node may have changed the token's user a moment ago.
      ...watched.map((each) => each.refresh()),
      // Before the log is open the plan is not read, or not shown before `loadPlan` has caught up.
      ...(planLog === undefined ? [] : [planLog.caughtUp()]),
    ]);
    return done.find(isLeft) ?? right(undefined);
  };
  const admit = makeAdmission({ etcd, contact, caughtUp });
  return right({
    place: { cluster: config.cluster, data: config.data },
    ...documents.right,
    images: images.right,
    openLog: (status) =>
      openNodeLog({
        options: {
          etcd,
          keys,
          settings: config,
          status: logged(status, log, disconnectAll),
          boundary: ratedLog.boundary,
          allReadChanges: () => node.right.allReadChanges,
        },
        retry,
        onOpen: (opening) => (planLog = opening),
        admit,
      }),
    homeId: () => clusterHomeId(etcd, keys),
    logSize: undefined,
    shared: {
      admit,
      whenCutOff: (listener) => void onCutOff.push(listener),
      lead: (onChange) => {
        const { boundary } = ratedLog;
        const leadership = new Leadership({ etcd, key: keys.leader, onChange, boundary });
        return () => leadership.leave();
      },
      report: () => ownHealth.report(),
    },
    close: () => opened.close(),
  });
};

const open = async (parts: ClusterStorageParts, opened: Disposer): Promise<OpenedStorage> => {
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
  const keys = keysOf(config.domain);
  return retryWithoutMajority(retry, "joining the home", async () => {
    const tried = new Disposer();
    const joined = await join({ ...parts, client, keys, retry, opened: tried });
    if (isLeft(joined)) return tried.refuse(joined, log);
    opened.add(() => tried.close());
    return joined;
  });
};

/**
 * Joins the cluster of the settings as a node of the home; waits for a while if it has no majority yet. Left: why it
 * failed.
 */
export const openClusterStorage = async (parts: ClusterStorageParts): Promise<OpenedStorage> => {
  const opened = new Disposer();
  const storage = await open(parts, opened);
  if (isLeft(storage)) return opened.refuse(storage, parts.log);
  return right({ ...storage.right, close: () => opened.close() });
};
