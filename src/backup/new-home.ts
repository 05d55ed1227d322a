import { readdir, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { ifThere, messageOf, nodeFileSystem } from "../../wal/index.ts";
import { lockDataFolder, restoringFolder } from "../storage/folder/data-folder.ts";
import { lockName } from "../storage/folder/homes-root.ts";
import { createUser, firstRights, type UsersDocument } from "../auth/user-directory.ts";
import { hasEnded } from "../auth/user.ts";
import type { Manifest } from "./manifest.ts";

/** At the root of a new file system. */
const ofFileSystem = "lost+found";

/** What is in a folder beyond what a new home tolerates. */
const contentOf = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder)).filter((name) => name !== ofFileSystem && name !== lockName);

/**
 * Moves the finished home up into the data folder. No service starts as long as `made`, whose name is durable, exists.
 */
const moveUp = async (made: string, data: string): Promise<void> => {
  for (const name of await readdir(made)) await rename(join(made, name), join(data, name));
  await nodeFileSystem.syncFolder(data);
  await rmdir(made);
  await nodeFileSystem.syncFolder(data);
};

interface HomeMaking<A> {
  /** Makes the given folder with the whole home in it, durable when it returns. Left: why it failed. */
  readonly make: (folder: string) => Promise<Either<string, A>>;
  /** Words any other failure. */
  readonly failed: (problem: string) => string;
}

const makeLocked = async <A>(
  data: string,
  { make, failed }: HomeMaking<A>,
): Promise<Either<string, A>> => {
  if ((await contentOf(data)).length > 0) return left(`${data} is not empty`);
  const within = restoringFolder(data);
  const made = await make(within).catch((error: unknown) => left(failed(messageOf(error))));
  // The lock keeps out services and other restores, but not a command that creates a token.
  const isAlone = (await contentOf(data)).every((name) => join(data, name) === within);
  if (!isLeft(made) && isAlone) {
    await moveUp(within, data);
    return made;
  }
  await rm(within, { recursive: true, force: true });
  return isLeft(made) ? made : left(failed(`something was put into ${data} meanwhile`));
};

/** The missing folders of a path, deepest first. */
const missingFolders = async (folder: string): Promise<readonly string[]> =>
  (await ifThere(stat(folder))) === undefined
    ? [folder, ...(await missingFolders(dirname(folder)))]
    : [];

/**
 * Makes a home in a data folder that is empty or missing; an existing one may be a mount point and keeps its owner and
 * mode. The folder is locked meanwhile. The home is built in a subfolder and moved into place once it is complete and
 * synced. Left: why nothing was made.
 */
export const makeDataFolder = async <A>(
  data: string,
  making: HomeMaking<A>,
): Promise<Either<string, A>> => {
  try {
    const missing = await missingFolders(data);
    const hadLock = missing.length === 0 && (await readdir(data)).includes(lockName);
    const lock = await lockDataFolder(data);
    if (isLeft(lock)) return lock;
    try {
      const made = await makeLocked(data, making);
      if (isLeft(made) && !hadLock) await rm(join(data, lockName), { force: true });
      // If others have put something there meanwhile, the folder stays.
      if (isLeft(made)) for (const folder of missing) await rmdir(folder).catch(() => undefined);
      return made;
    } finally {
      await lock.right.release();
    }
  } catch (error) {
    return left(making.failed(messageOf(error)));
  }
};

/** The result of a restore. */
export interface RestoreResult {
  readonly manifest: Manifest;
  /** Files among its images that are not images of the restored home, and were left out. */
  readonly others: number;
  /** Users whose tokens are valid as they were in the backup. */
  readonly names: readonly string[];
  /** Users whose tokens have expired. */
  readonly ended: readonly string[];
  /** A new administrator token, if no other is valid; it is stored nowhere else. */
  readonly firstToken: string | undefined;
}

/** The restored users, and a first administrator if none of them could sign in. */
export const ensureUser = async (
  users: Pick<UsersDocument, "read" | "change">,
): Promise<Either<string, Pick<RestoreResult, "names" | "ended" | "firstToken">>> => {
  const content = users.read();
  if (isLeft(content)) return content;
  const now = Date.now();
  const namesOf = (isOver: boolean): readonly string[] =>
    content.right.users.flatMap((user) => (hasEnded(user, now) === isOver ? [user.name] : []));
  const [names, ended] = [namesOf(false), namesOf(true)];
  if (names.length > 0) return right({ names, ended, firstToken: undefined });
  const token = await createUser(users, "admin", firstRights);
  return isLeft(token) ? token : right({ names, ended, firstToken: token.right });
};
