import { buffer } from "node:stream/consumers";
import { basename, dirname } from "node:path";
import { type Either, isLeft, left, map, mapLeft, right } from "fp-ts/lib/Either.js";
import type { StoredDocument } from "../storage/stored-document.ts";
import { messageOf } from "../../wal/index.ts";
import type { ClusterSettings } from "../storage/etcd/connect.ts";
import { HomeImporter } from "../storage/etcd/import-home.ts";
import { openCluster } from "../storage/etcd/open-cluster.ts";
import { type Users, usersKind } from "../auth/user-directory.ts";
import { type Manifest, usersName } from "./manifest.ts";
import { checkBackup, readPlans, readUsers, skipFile, type ReceiveFile } from "./read-backup.ts";
import { ensureUser, type RestoreResult } from "./new-home.ts";

/** A document in memory, before it is stored. */
export class InMemoryDocument<A> implements Pick<StoredDocument<A>, "read" | "change"> {
  content: A;

  constructor(content: A) {
    this.content = content;
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
}

/** How a backup becomes a home of a cluster. */
interface RestoreInto<A> {
  /** Begins the home. Left: why it cannot. */
  readonly begin: () => Promise<Either<string, HomeImporter>>;
  /** By it the home's images are named. */
  readonly domain: string;
  /** Whether the backup's users are restored, too. */
  readonly withTokens: boolean;
  /** Makes the users what they shall be. Left: why it cannot. */
  readonly settle: (users: InMemoryDocument<Users>) => Promise<Either<string, A>>;
}

type Filled<A> = A & Pick<RestoreResult, "manifest" | "others">;

/** Fills a home from a verified backup. */
const fill = async <A>(
  file: string,
  { links }: Manifest,
  importer: HomeImporter,
  { domain, withTokens, settle }: RestoreInto<A>,
): Promise<Either<string, Filled<A>>> => {
  const users = new InMemoryDocument(usersKind.empty);
  let others = 0;
  const take: ReceiveFile = async (name, content) => {
    if (name === usersName) {
      if (!withTokens) return skipFile(name, content);
      return map((read: Users) => void (users.content = read))(await readUsers(content));
    }
    // Other domains are not part of this home.
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
  const manifest = await readPlans(file, (plan) => importer.plan(plan), take);
  if (isLeft(manifest)) return manifest;
  const settled = await settle(users);
  if (isLeft(settled)) return settled;
  const put = await importer.document(usersKind, users.content);
  return isLeft(put) ? put : right({ manifest: manifest.right, others, ...settled.right });
};

/**
 * Restores a backup, which is verified first; nobody sees the home before it is complete. Left: why nothing was
 * restored.
 */
export const restoreInto = async <A>(
  file: string,
  into: RestoreInto<A>,
): Promise<Either<string, Filled<A>>> => {
  const checked = await checkBackup(file);
  if (isLeft(checked)) return checked;
  const importer = await into.begin();
  if (isLeft(importer)) return importer;
  const filled = await fill(file, checked.right, importer.right, into).catch((error: unknown) =>
    left(messageOf(error)),
  );
  return mapLeft((problem: string) => `${file} cannot be restored: ${problem}`)(
    await importer.right.end(filled),
  );
};

/**
 * Restores a backup into an empty prefix of a cluster. The backup is verified first; nobody sees the home before it is
 * complete. Its tokens become valid again only with `withTokens`: tokens revoked since would too. Left: why nothing was
 * restored.
 */
export const restoreIntoCluster = async (
  file: string,
  settings: ClusterSettings & { readonly domain: string },
  withTokens: boolean,
): Promise<Either<string, RestoreResult>> => {
  const cluster = await openCluster(settings);
  if (isLeft(cluster)) return cluster;
  try {
    return await restoreInto(file, {
      begin: () => HomeImporter.begin(cluster.right),
      domain: settings.domain,
      withTokens,
      settle: ensureUser,
    });
  } finally {
    cluster.right.etcd.close();
  }
};
