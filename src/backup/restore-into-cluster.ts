import { buffer } from "node:stream/consumers";
import { basename, dirname } from "node:path";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import {
  decodeDocument,
  type DocumentKind,
  type StoredDocument,
} from "../storage/stored-document.ts";
import { messageOf } from "../../wal/index.ts";
import type { ClusterSettings } from "../storage/etcd/connect.ts";
import { HomeImporter } from "../storage/etcd/import-home.ts";
import { openCluster, type OpenCluster } from "../storage/etcd/open-cluster.ts";
import { usersKind } from "../auth/user-directory.ts";
import { decodeRevision } from "../plan/stored-plan.ts";
import { isPlan, type Manifest, usersName } from "./manifest.ts";
import { readBackup, skipFile, type TakeFile } from "./read-backup.ts";
import { ensureUser, type RestoreResult } from "./new-home.ts";

/** A document that is being made, and kept nowhere yet. */
class InMemoryDocument<A> implements StoredDocument<A> {
  readonly place: string;
  readonly isThere = true;
  content: A;

  /** It begins empty. */
  constructor({ name, empty }: DocumentKind<A>) {
    this.place = name;
    this.content = empty;
  }

  read(): Either<string, A> {
    return right(this.content);
  }

  async change<B>(
    change: (content: A) => Either<string, readonly [A, B]>,
  ): Promise<Either<string, B>> {
    const changed = change(this.content);
    if (isLeft(changed)) return changed;
    const [content, result] = changed.right;
    this.content = content;
    return right(result);
  }

  stamp(): string {
    return "";
  }

  watch(): () => void {
    return () => undefined;
  }
}

/** Fills a home with what a verified backup holds; of its users the names and tokens only with `withTokens`. */
const fill = async (
  file: string,
  { links }: Manifest,
  importer: HomeImporter,
  domain: string,
  withTokens: boolean,
): Promise<Either<string, RestoreResult>> => {
  const users = new InMemoryDocument(usersKind);
  let rev = 0;
  let others = 0;
  const take: TakeFile = async (name, content) => {
    if (isPlan(name)) {
      const plan = decodeRevision(await buffer(content));
      if (isLeft(plan)) return left(`${name}: ${plan.left}`);
      rev = plan.right.rev;
      return importer.plan(plan.right);
    }
    if (name === usersName) {
      if (!withTokens) return skipFile(name, content);
      const read = decodeDocument(usersKind, usersName, String(await buffer(content)));
      if (!isLeft(read)) users.content = read.right;
      return isLeft(read) ? read : right(undefined);
    }
    // What other domains have is no part of this home.
    if (dirname(name) !== `www/${domain}`) {
      others += 1;
      return skipFile(name, content);
    }
    const names = [name, ...links.filter(({ of }) => of === name).map((link) => link.name)];
    const put = await importer.image(
      names.map((each) => basename(each)),
      await buffer(content),
    );
    if (isLeft(put)) return put;
    if (!put.right) others += 1;
    return right(undefined);
  };
  const manifest = await readBackup(file, take);
  if (isLeft(manifest)) return manifest;
  if (rev !== manifest.right.rev) return left("its plans are not what it says");
  const settled = await ensureUser(users);
  if (isLeft(settled)) return settled;
  const put = await importer.document(usersKind, users.content);
  return isLeft(put) ? put : right({ manifest: manifest.right, others, ...settled.right });
};

const restoreInto = async (
  file: string,
  cluster: OpenCluster,
  withTokens: boolean,
): Promise<Either<string, RestoreResult>> => {
  const verified = await readBackup(file);
  if (isLeft(verified)) return left(`${file} is no whole backup: ${verified.left}`);
  const importer = await HomeImporter.begin(cluster);
  if (isLeft(importer)) return importer;
  const restored = await fill(
    file,
    verified.right,
    importer.right,
    cluster.domain,
    withTokens,
  ).catch((error: unknown) => left(messageOf(error)));
  const finished = isLeft(restored) ? restored : await importer.right.finish();
  if (!isLeft(finished)) return restored;
  await importer.right.abandon();
  return left(`${file} cannot be restored: ${finished.left}`);
};

/**
 * Restores a backup into an empty prefix of a cluster. First all of the backup is
 * verified; nobody sees anything of the home before all of it is there. The tokens
 * of the backup are valid again only with `withTokens`: one that was revoked since
 * would be, too. The left says why nothing was restored.
 */
export const restoreIntoCluster = async (
  file: string,
  settings: ClusterSettings & { readonly domain: string },
  withTokens: boolean,
): Promise<Either<string, RestoreResult>> => {
  const cluster = await openCluster(settings);
  if (isLeft(cluster)) return cluster;
  try {
    return await restoreInto(file, cluster.right, withTokens);
  } finally {
    cluster.right.etcd.close();
  }
};
