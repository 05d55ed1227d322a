import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Logger } from "pino";
import { Contact, makeAdmission } from "./contact.ts";
import { EtcdDocument } from "./etcd-document.ts";
import { ClusterHealth } from "./cluster-health.ts";
import { ensureHome } from "./home.ts";
import { openClusterImages } from "./images/cluster-images.ts";
import { type ClusterLog, planOpener } from "./log/cluster-log.ts";
import { ClusterNode } from "./cluster-node.ts";
import { connectCluster } from "./connect.ts";
import type { EtcdClient } from "./client/etcd-client.ts";
import { keysOf } from "./keys.ts";
import { allNamed, lookAtCluster, retryWithoutMajority, type StartRetry } from "./open-cluster.ts";
import { Disposer } from "../../server/runtime/disposer.ts";
import type { Config } from "../../server/settings.ts";
import type { ImageDisk } from "../../images/image-store.ts";
import { sessionsKind } from "../../auth/session-store.ts";
import type { LogOpener, PlanStatusListener } from "../../plan/plan-holder.ts";
import type { RatedLog } from "../../server/runtime/rated-log.ts";
import { bansKind } from "../../auth/bans.ts";
import type { DocumentKind } from "../stored-document.ts";
import { lastUsesKind } from "../../auth/last-uses.ts";
import { pastLoginsKind } from "../../auth/past-logins.ts";
import { usersKind } from "../../auth/user-directory.ts";
import { manifestFile } from "../../server/paths.ts";
import type { LogStatusListener } from "../../plan/plan-log.ts";
import { checkNodeFolder, lockDataFolder, nodeFolder } from "../folder/data-folder.ts";
import type { OpenedStorage, SharedStorage } from "../storage.ts";

/** What a node is built on. */
export interface ClusterStorageParts {
  readonly config: Config;
  readonly imageDisk: ImageDisk;
  readonly log: Logger;
  readonly ratedLog: RatedLog;
}

/** What the holder of the plan hears, and the log; who is connected when nothing is followed any more would see an old plan for ever. */
const logged = (
  trouble: PlanStatusListener,
  log: Logger,
  sendAway: () => void,
): LogStatusListener => ({
  away: (reason) => {
    log.warn({ reason }, "no plan can be saved for now");
    trouble.away("cluster", reason);
  },
  back: () => {
    log.info("plans can be saved again");
    trouble.back();
  },
  failed: (reason) => {
    log.error({ reason }, "the plan in the cluster cannot be followed until a restart");
    trouble.failed(
      "unfollowed",
      `the plan in the cluster cannot be followed until a restart: ${reason}`,
    );
    sendAway();
  },
});

/** Not for what is wrong with the data folder. */
const unusable = (reason: string): Either<string, never> =>
  left(`the cluster cannot be used: ${reason}`);

/** Joins the home as a node. */
const join = async (
  { config, imageDisk, log, ratedLog }: ClusterStorageParts,
  client: EtcdClient,
  patience: StartRetry,
  opened: Disposer,
): Promise<OpenedStorage> => {
  const keys = keysOf(config.domain);
  const usable = await lookAtCluster(client);
  if (isLeft(usable)) return unusable(usable.left);
  const named = await allNamed(client, config.cluster.split(",").length);
  if (isLeft(named)) return unusable(named.left);
  const home = await ensureHome(client, keys, config.domain);
  if (isLeft(home)) return unusable(home.left);
  let health: ClusterHealth | undefined;
  const onCutOff: (() => void)[] = [];
  const sendAway = (): void => {
    for (const listener of onCutOff) listener();
  };
  const contact = new Contact({
    etcd: client,
    keys,
    limits: config,
    boundary: ratedLog.boundary,
    onChange: (state) => {
      health?.noticed();
      if (state === "cut off") sendAway();
    },
  });
  opened.add(() => contact.close());
  const etcd = contact.through(client);
  const document = async <A>(kind: DocumentKind<A>): Promise<Either<string, EtcdDocument<A>>> => {
    const found = await EtcdDocument.open(etcd, keys, kind, ratedLog);
    if (isLeft(found)) return found;
    found.right.watch(() => health?.noticed());
    opened.add(() => found.right.close());
    return found;
  };
  const users = await document(usersKind);
  if (isLeft(users)) return users;
  const bans = await document(bansKind);
  if (isLeft(bans)) return bans;
  const sessions = await document(sessionsKind);
  if (isLeft(sessions)) return sessions;
  const pastLogins = await document(pastLoginsKind);
  if (isLeft(pastLogins)) return pastLogins;
  const lastUses = await document(lastUsesKind);
  if (isLeft(lastUses)) return lastUses;
  let planLog: ClusterLog | undefined;
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
  const { version } = JSON.parse(readFileSync(manifestFile, "utf8"));
  const node = await ClusterNode.join({
    etcd,
    keys,
    name: { id: randomBytes(4).toString("hex"), host: hostname(), version: String(version) },
    onChange: () => health?.noticed(),
    boundary: ratedLog.boundary,
  });
  if (isLeft(node)) return unusable(node.left);
  opened.add(() => node.right.leave());
  const documents = [users.right, bans.right, sessions.right];
  const seen = new ClusterHealth({ etcd, contact, node: node.right, documents, log });
  health = seen;
  opened.add(() => seen.close());

  const shared: SharedStorage = {
    admit: makeAdmission({
      etcd,
      contact,
      caughtUp: async () => {
        const told = await Promise.all([
          // Whose the token is that they come with, another node may have changed a moment ago.
          ...documents.map((each) => each.refresh()),
          // Before that the plan is not read, or is not shown before it was caught up with.
          ...(planLog === undefined ? [] : [planLog.caughtUp()]),
        ]);
        return told.find(isLeft) ?? right(undefined);
      },
    }),
    whenCutOff: (listener) => void onCutOff.push(listener),
    report: () => seen.report(),
  };
  const openLog = (trouble: PlanStatusListener): LogOpener =>
    planOpener({
      options: {
        etcd,
        keys,
        settings: config,
        trouble: logged(trouble, log, sendAway),
        boundary: ratedLog.boundary,
      },
      patience,
      onOpen: (opening) => (planLog = opening),
      admit: shared.admit,
    });
  return right({
    place: { cluster: config.cluster, data: config.data },
    users: users.right,
    bans: bans.right,
    pastLogins: pastLogins.right,
    lastUses: lastUses.right,
    sessions: sessions.right,
    images: images.right,
    openLog,
    logSize: undefined,
    shared,
    close: () => opened.close(),
  });
};

const open = async (parts: ClusterStorageParts, opened: Disposer): Promise<OpenedStorage> => {
  const { config, log } = parts;
  const lock = await lockDataFolder(config.data);
  if (isLeft(lock)) return lock;
  opened.add(() => lock.right.release());
  const folder = await checkNodeFolder(config.data);
  if (isLeft(folder)) return folder;
  const client = await connectCluster(config, parts.ratedLog.boundary);
  if (isLeft(client)) return unusable(client.left);
  opened.add(() => client.right.close());
  const patience: StartRetry = {
    etcd: client.right,
    ms: config.clusterStartMs,
    onWait: parts.ratedLog.boundary("a start that waits could not be told", (reason: string) =>
      log.warn({ reason }, "the start waits for the cluster"),
    ),
  };
  return retryWithoutMajority(patience, "joining the home", async () => {
    const tried = new Disposer();
    const joined = await join(parts, client.right, patience, tried);
    if (isLeft(joined)) return tried.refuse(joined, log);
    opened.add(() => tried.close());
    return joined;
  });
};

/**
 * Joins the cluster that the settings name, as a node of the home of their domain; waits for it for a while where it
 * has no majority yet. The left says why that cannot be.
 */
export const openClusterStorage = async (parts: ClusterStorageParts): Promise<OpenedStorage> => {
  const opened = new Disposer();
  const storage = await open(parts, opened);
  if (isLeft(storage)) return opened.refuse(storage, parts.log);
  return right({ ...storage.right, close: () => opened.close() });
};
