import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { messageOf } from "../../wal/index.ts";
import type { ClusterSettings } from "../storage/etcd/connect.ts";
import { HomeImporter } from "../storage/etcd/import-home.ts";
import { openCluster } from "../storage/etcd/open-cluster.ts";
import { sessionsFile, sessionsKind } from "../auth/session-store.ts";
import { bansFile, bansKind } from "../auth/bans.ts";
import { lastUsesFile, lastUsesKind } from "../auth/last-uses.ts";
import { pastLoginsFile, pastLoginsKind } from "../auth/past-logins.ts";
import type { DocumentKind, StoredDocument } from "../storage/stored-document.ts";
import { usersFile, usersKind } from "../auth/user-directory.ts";
import { revisionOf, storedPlans } from "../plan/state.ts";
import { lockDataFolder, lockName } from "../storage/folder/data-folder.ts";
import { folderHome } from "./folder-home.ts";
import type { KeptImage, Snapshot } from "./home.ts";

/** What was moved into a cluster. */
export interface Imported {
  /** The newest revision; 0 where nothing was saved yet. */
  readonly rev: number;
  readonly plans: number;
  readonly users: number;
  readonly images: number;
  /** Files among the images that are no images of this home. */
  readonly others: number;
}

/** The images of a domain, each with all its names. */
const imagesOf = async (
  images: Snapshot["images"],
  domain: string,
): Promise<{ readonly groups: readonly (readonly KeptImage[])[]; readonly others: number }> => {
  const groups = new Map<string, KeptImage[]>();
  let others = 0;
  for await (const image of images) {
    if (dirname(image.name) !== `www/${domain}`) others += 1;
    else groups.set(image.identity, [...(groups.get(image.identity) ?? []), image]);
  }
  return { groups: [...groups.values()], others };
};

const putDocument = async <A>(
  importer: HomeImporter,
  kind: DocumentKind<A>,
  file: StoredDocument<A>,
): Promise<Either<string, A>> => {
  const content = file.read();
  if (isLeft(content) || !file.isThere) return content;
  const put = await importer.document(kind, content.right);
  return isLeft(put) ? put : content;
};

/** Puts all that a folder keeps. */
const fill = async (
  data: string,
  domain: string,
  importer: HomeImporter,
): Promise<Either<string, Imported>> => {
  const snapshot = await folderHome(data).snapshot();
  if (isLeft(snapshot)) return snapshot;
  const { state } = snapshot.right;
  const users = await putDocument(importer, usersKind, usersFile(data));
  if (isLeft(users)) return users;
  const bans = await putDocument(importer, bansKind, bansFile(data));
  if (isLeft(bans)) return bans;
  const pastLogins = await putDocument(importer, pastLoginsKind, pastLoginsFile(data));
  if (isLeft(pastLogins)) return pastLogins;
  const lastUses = await putDocument(importer, lastUsesKind, lastUsesFile(data));
  if (isLeft(lastUses)) return lastUses;
  const sessions = await putDocument(importer, sessionsKind, sessionsFile(data));
  if (isLeft(sessions)) return sessions;
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
    users: users.right.users.length,
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
    const finished = isLeft(filled) ? filled : await importer.right.finish();
    if (!isLeft(finished)) return filled;
    await importer.right.abandon();
    return finished;
  } finally {
    cluster.right.etcd.close();
  }
};

/**
 * Moves what a data folder keeps into an empty prefix of a cluster. The folder stays
 * as it is, and is locked meanwhile; nobody sees anything of the home before all of
 * it is there. The left says why nothing was moved.
 */
export const importIntoCluster = async (
  data: string,
  settings: ClusterSettings & { readonly domain: string },
): Promise<Either<string, Imported>> => {
  // Taking the lock would make it.
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
