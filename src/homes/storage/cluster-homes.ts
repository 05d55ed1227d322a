import { join } from "node:path";
import { sequenceS } from "fp-ts/lib/Apply.js";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import * as TE from "fp-ts/lib/TaskEither.js";
import { bansKind } from "../../auth/bans.ts";
import { lastUsesKind } from "../../auth/last-uses.ts";
import { pastLoginsKind } from "../../auth/past-logins.ts";
import { sessionsKind } from "../../auth/session-store.ts";
import { usersKind } from "../../auth/user-directory.ts";
import { Disposer } from "../../server/runtime/disposer.ts";
import type { RatedLog } from "../../server/runtime/rated-log.ts";
import type { StorageOpener } from "../../server/service-parts.ts";
import { describeProblem, type KeyRange, oneKey } from "../../storage/etcd/client/etcd.ts";
import {
  type ClusterSession,
  type ClusterStorageParts,
  joinCluster,
} from "../../storage/etcd/cluster-session.ts";
import { makeAdmission } from "../../storage/etcd/contact.ts";
import { EtcdDocument } from "../../storage/etcd/etcd-document.ts";
import { checkHome, ensureHomes } from "../../storage/etcd/home.ts";
import { homeDocuments, openHomeStorage } from "../../storage/etcd/home-storage.ts";
import { type HomesKeys, homesKeysOf, type Keys } from "../../storage/etcd/keys.ts";
import { readAtOnce } from "../../storage/etcd/read-at-once.ts";
import { nodeFolder } from "../../storage/folder/data-folder.ts";
import type { DocumentKind } from "../../storage/stored-document.ts";
import { keeperOf } from "../home-place.ts";
import { openClusterBackups } from "./cluster-backups.ts";
import { type ClusterDirectory, openClusterDirectory } from "../directory/cluster-directory.ts";
import { clusterUsage, noStore } from "./cluster-usage.ts";
import type { HomesStorage, NobodysStorage } from "./homes-storage.ts";
import type { ProviderDocuments } from "../provider/provider-tokens.ts";

/** A name under which no home is stored. */
const nobody = ".nobody";

interface ClusterHomes {
  readonly session: ClusterSession;
  readonly keys: HomesKeys;
  readonly directory: ClusterDirectory;
}

/** What is read of a home as it wakes, but for its plans. */
const partsOf = ({ home, head, images, backgrounds, document }: Keys): readonly KeyRange[] => [
  ...[home, head, ...homeDocuments.map(document)].map(oneKey),
  images,
  backgrounds,
];

/** Opens a home's storage: it takes part in the session's watch, and in nothing else that lasts. */
const openerOf =
  ({ session, keys, directory }: ClusterHomes) =>
  (id: string): StorageOpener =>
  async ({ config, log, ratedLog }) => {
    const store = directory.storeOf(id);
    if (store === undefined) return noStore(id);
    const own = keys.of(store);
    const parts = partsOf(own);
    const read = await readAtOnce(session.etcd, { all: own.small, parts });
    if (isLeft(read)) return left(describeProblem(read.left));
    const etcd = { ...session.etcd, read: read.right };
    const there = await checkHome(etcd, own, id);
    if (isLeft(there)) return there;
    const opened = new Disposer();
    // Whoever wakes it waits: without a majority it can be tried again.
    const retry = { ...session.retry, ms: 0 };
    // A home's documents that cannot be understood are its own problem, and not the node's.
    const documents: ClusterSession["documents"] = new Set();
    const noticed = (): void => {
      for (const { problem } of documents)
        if (problem !== undefined)
          ratedLog.warn({ problem }, "users, bans or sign-ins of a home cannot be understood");
    };
    const once = { ...session, etcd, retry, documents, noticed };
    const storage = await openHomeStorage({
      session: once,
      keys: own,
      config,
      log,
      ratedLog,
      opened,
    });
    return isLeft(storage) ? opened.refuse(storage, log) : right({ ...storage.right, store });
  };

/** For homes that do not exist: whoever comes there waits for the same answers of etcd as at one that does. */
const openNobody = ({ session, keys }: ClusterHomes): NobodysStorage => {
  const { etcd, contact, lead, report } = session;
  const onCutOff: (() => void)[] = [];
  const end = session.whenCutOff(() => {
    for (const listener of onCutOff) listener();
  });
  const { document, head } = keys.of(nobody);
  const asked = [...[usersKind, bansKind, sessionsKind].map(({ name }) => document(name)), head];
  const caughtUp = async (): Promise<Either<string, void>> => {
    const answers = await Promise.all(asked.map((key) => etcd.read(oneKey(key))));
    const failed = answers.find(isLeft);
    return failed === undefined ? right(undefined) : left(describeProblem(failed.left));
  };
  const shared = {
    admit: makeAdmission({ etcd, contact, caughtUp }),
    whenCutOff: (listener: () => void) => void onCutOff.push(listener),
    lead,
    report,
  };
  return { shared, close: async () => end() };
};

/** The provider's tokens, which all nodes share. Left: why they cannot be read. */
const openProvider = async (
  { etcd }: ClusterSession,
  keys: HomesKeys,
  log: RatedLog,
  opened: Disposer,
): Promise<Either<string, ProviderDocuments>> => {
  const open =
    <A>(kind: DocumentKind<A>): TE.TaskEither<string, EtcdDocument<A>> =>
    async () => {
      const found = await EtcdDocument.open(etcd, keys, kind, log);
      if (!isLeft(found)) opened.add(() => found.right.close());
      return found;
    };
  return sequenceS(TE.ApplyPar)({
    users: open({ ...usersKind, name: "provider" }),
    lastUses: open(lastUsesKind),
    bans: open(bansKind),
    pastLogins: open(pastLoginsKind),
  })();
};

/**
 * Joins the cluster of the settings as a node that serves the domain's many homes; waits for a while if it has no
 * majority yet. Left: why it failed.
 */
export const openClusterHomes = async (
  parts: ClusterStorageParts,
): Promise<Either<string, HomesStorage>> => {
  const { config, log, ratedLog } = parts;
  const { domain, cluster, data } = config;
  const keys = homesKeysOf(domain);
  const all = new Disposer();
  const joined = await joinCluster(
    parts,
    {
      keys,
      watched: { range: keys.watched, groupOf: keys.groupOf },
      begin: (etcd) => ensureHomes(etcd, keys, domain),
      open: async (session, opened) => {
        const directory = await openClusterDirectory(session.etcd, keys, ratedLog);
        if (isLeft(directory)) return directory;
        opened.add(() => directory.right.close());
        const provider = await openProvider(session, keys, ratedLog, opened);
        if (isLeft(provider)) return provider;
        return right({ session, keys, directory: directory.right, provider: provider.right });
      },
    },
    all,
  );
  if (isLeft(joined)) return all.refuse(joined, log);
  const homes = joined.right;
  const { session, directory } = homes;
  const folder = nodeFolder(data);
  const { etcd } = session;
  const backups = await openClusterBackups({ etcd, domain, keys, directory, folder });
  return right({
    place: { cluster, data },
    directory,
    folderOf: (id) => join(folder, "homes", id),
    opener: openerOf(homes),
    looksAfter: (id) => keeperOf(id, session.node.nodes) === session.node.id,
    usageOf: clusterUsage(etcd, keys, directory),
    openNobody: () => openNobody(homes),
    backups,
    provider: homes.provider,
    report: homes.session.report,
    close: () => all.close(),
  });
};
