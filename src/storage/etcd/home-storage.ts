import { sequenceS } from "fp-ts/lib/Apply.js";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import * as TE from "fp-ts/lib/TaskEither.js";
import type { Logger } from "pino";
import { bansKind } from "../../auth/bans.ts";
import { lastUsesKind } from "../../auth/last-uses.ts";
import { pastLoginsKind } from "../../auth/past-logins.ts";
import { sessionsKind } from "../../auth/session-store.ts";
import { usersKind } from "../../auth/user-directory.ts";
import type { PlanStatusListener } from "../../plan/plan-log.ts";
import type { Disposer } from "../../server/runtime/disposer.ts";
import { registryIdsKind } from "../registry-ids.ts";
import type { OpenedStorage } from "../storage.ts";
import type { DocumentKind } from "../stored-document.ts";
import { clusterHomeId } from "./backup-lock.ts";
import type { ClusterSession, ClusterStorageParts } from "./cluster-session.ts";
import { makeAdmission } from "./contact.ts";
import { EtcdDocument } from "./etcd-document.ts";
import { openClusterImages } from "./images/cluster-images.ts";
import type { Keys } from "./keys.ts";
import { type ClusterLog, openNodeLog } from "./log/cluster-log.ts";

interface HomeContext extends Pick<ClusterStorageParts, "config" | "log" | "ratedLog"> {
  readonly session: ClusterSession;
  readonly keys: Keys;
  /** Closes what was opened. */
  readonly opened: Disposer;
}

/** The names of a home's documents. */
export const homeDocuments: readonly string[] = [
  usersKind,
  bansKind,
  sessionsKind,
  pastLoginsKind,
  lastUsesKind,
  registryIdsKind,
].map(({ name }) => name);

/** Follows every shared document. Those that decide who may log in degrade the node if they cannot be understood. */
const openDocuments = async ({ session, keys, ratedLog, opened }: HomeContext) => {
  const open =
    <A>(kind: DocumentKind<A>): TE.TaskEither<string, EtcdDocument<A>> =>
    async () => {
      const found = await EtcdDocument.open(session.etcd, keys, kind, ratedLog);
      if (isLeft(found)) return found;
      found.right.watch(session.noticed);
      opened.add(() => found.right.close());
      return found;
    };
  return sequenceS(TE.ApplyPar)({
    users: open(usersKind),
    bans: open(bansKind),
    sessions: open(sessionsKind),
    pastLogins: open(pastLoginsKind),
    lastUses: open(lastUsesKind),
    registryIds: open(registryIdsKind),
  })();
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

/** Opens the storage of a home that is there, on a node of the cluster. Left: why it failed; the disposer closes it. */
export const openHomeStorage = async (context: HomeContext): Promise<OpenedStorage> => {
  const { session, keys, config, log, ratedLog, opened } = context;
  const { etcd, contact } = session;
  let planLog: ClusterLog | undefined;
  const onCutOff: (() => void)[] = [];
  const disconnectAll = (): void => {
    for (const listener of onCutOff) listener();
  };
  opened.add(session.whenCutOff(disconnectAll));
  const documents = await openDocuments(context);
  if (isLeft(documents)) return documents;
  const { users, bans, sessions } = documents.right;
  const images = await openClusterImages({
    etcd,
    keys,
    on: session.images,
    head: () => planLog?.changed ?? 0,
    now: () => Date.now(),
    log: ratedLog,
  });
  if (isLeft(images)) return images;
  opened.add(() => images.right.close());
  // These decide who may log in.
  const watched = [users, bans, sessions];
  for (const each of watched) session.documents.add(each);
  session.noticed();
  opened.add(() => {
    for (const each of watched) session.documents.delete(each);
    session.noticed();
  });
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
          allReadChanges: () => session.node.allReadChanges,
        },
        retry: session.retry,
        onOpen: (opening) => (planLog = opening),
        admit,
      }),
    homeId: () => clusterHomeId(etcd, keys),
    logSize: undefined,
    shared: {
      admit,
      whenCutOff: (listener) => void onCutOff.push(listener),
      lead: session.lead,
      report: session.report,
    },
    close: () => opened.close(),
  });
};
