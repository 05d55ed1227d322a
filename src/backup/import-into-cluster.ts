import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { sequenceS } from "fp-ts/lib/Apply.js";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import * as TE from "fp-ts/lib/TaskEither.js";
import { messageOf } from "../../wal/index.ts";
import type { ClusterSettings } from "../storage/etcd/connect.ts";
import { HomeImporter } from "../storage/etcd/import-home.ts";
import { openCluster } from "../storage/etcd/open-cluster.ts";
import { sessionsFile, sessionsKind } from "../auth/session-store.ts";
import { bansFile, bansKind } from "../auth/bans.ts";
import { lastUsesFile, lastUsesKind } from "../auth/last-uses.ts";
import { pastLoginsFile, pastLoginsKind } from "../auth/past-logins.ts";
import { JsonFile } from "../storage/folder/json-file.ts";
import { registryIdsKind } from "../storage/registry-ids.ts";
import type { DocumentKind, StoredDocument } from "../storage/stored-document.ts";
import { usersFile, usersKind } from "../auth/user-directory.ts";
import { revisionOf, storedPlans } from "../plan/state.ts";
import { lockDataFolder } from "../storage/folder/data-folder.ts";
import { lockName } from "../storage/folder/homes-root.ts";
import { folderHome } from "./folder-home.ts";
import type { StoredImage, Snapshot } from "./home.ts";

/** The result of an import. */
export interface Imported {
  /** The newest revision; 0 where nothing was saved yet. */
  readonly rev: number;
  readonly plans: number;
  readonly users: number;
  readonly images: number;
  /** Files among the images that are not images of this home. */
  readonly others: number;
}

/** The images of a domain, each with all its names. */
const imagesOf = async (
  images: Snapshot["images"],
  domain: string,
): Promise<{ readonly groups: readonly (readonly StoredImage[])[]; readonly others: number }> => {
  const groups = new Map<string, StoredImage[]>();
  let others = 0;
  for await (const image of images) {
    if (dirname(image.name) !== `www/${domain}`) others += 1;
    else groups.set(image.identity, [...(groups.get(image.identity) ?? []), image]);
  }
  return { groups: [...groups.values()], others };
};

const putDocument =
  <A>(
    importer: HomeImporter,
    kind: DocumentKind<A>,
    file: StoredDocument<A>,
  ): TE.TaskEither<string, A> =>
  async () => {
    const content = file.read();
    if (isLeft(content) || !file.isThere) return content;
    const put = await importer.document(kind, content.right);
    return isLeft(put) ? put : content;
  };

const fill = async (
  data: string,
  domain: string,
  importer: HomeImporter,
): Promise<Either<string, Imported>> => {
  const snapshot = await folderHome(data).snapshot();
  if (isLeft(snapshot)) return snapshot;
  const { state } = snapshot.right;
  const documents = await sequenceS(TE.ApplySeq)({
    users: putDocument(importer, usersKind, usersFile(data)),
    bans: putDocument(importer, bansKind, bansFile(data)),
    pastLogins: putDocument(importer, pastLoginsKind, pastLoginsFile(data)),
    lastUses: putDocument(importer, lastUsesKind, lastUsesFile(data)),
    sessions: putDocument(importer, sessionsKind, sessionsFile(data)),
    registryIds: putDocument(importer, registryIdsKind, new JsonFile(data, registryIdsKind)),
  })();
  if (isLeft(documents)) return documents;
  for (const plan of storedPlans(state)) {
    const put = await importer.plan(plan);
    if (isLeft(put)) return put;
  }
  const found = await imagesOf(snapshot.right.images, domain);
  let [images, { others }] = [0, found];
  for (const group of found.groups) {
    const content = await group[0]?.read();
    if (content === undefined) continue;
    if (isLeft(content)) return content;
    if (content.right === undefined) return left(`${group[0]?.name ?? ""} was removed meanwhile`);
    const names = group.map(({ name }) => basename(name));
    const put = await importer.image(names, content.right);
    if (isLeft(put)) return put;
    if (put.right) images += 1;
    else others += 1;
  }
  return right({
    rev: revisionOf(state),
    plans: storedPlans(state).length,
    users: documents.right.users.users.length,
    images,
    others,
  });
};

const importInto = async (
  data: string,
  settings: ClusterSettings & { readonly domain: string },
): Promise<Either<string, Imported>> => {
  const cluster = await openCluster(settings);
  if (isLeft(cluster)) return cluster;
  try {
    const importer = await HomeImporter.begin(cluster.right);
    if (isLeft(importer)) return importer;
    const filled = await fill(data, settings.domain, importer.right).catch((error: unknown) =>
      left(`${data} cannot be read: ${messageOf(error)}`),
    );
    return await importer.right.end(filled);
  } finally {
    cluster.right.etcd.close();
  }
};

/**
 * Imports a data folder into an empty prefix of a cluster. The folder is locked and not changed; nobody sees the home
 * before it is complete. Left: why nothing was imported.
 */
export const importIntoCluster = async (
  data: string,
  settings: ClusterSettings & { readonly domain: string },
): Promise<Either<string, Imported>> => {
  // Taking the lock would create it.
  if (!existsSync(data)) return left(`there is no folder ${data}`);
  const hadLock = (await readdir(data)).includes(lockName);
  const lock = await lockDataFolder(data);
  if (isLeft(lock)) return lock;
  try {
    return await importInto(data, settings);
  } finally {
    if (!hadLock) await rm(join(data, lockName), { force: true });
    await lock.right.release();
  }
};
