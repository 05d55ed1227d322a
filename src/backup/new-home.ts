import { readdir, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { ifThere, messageOf, nodeFileSystem } from "../../wal/index.ts";
import { lockDataFolder, lockName, restoringFolder } from "../storage/folder/data-folder.ts";
import { createUser, type UsersDocument } from "../auth/user-directory.ts";
import { hasEnded } from "../auth/user.ts";
import type { Manifest } from "./manifest.ts";

/** A new file system has this folder at its root. */
const ofFileSystem = "lost+found";

/** What lies in a folder beside what a new home allows for. */
const contentOf = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder)).filter((name) => name !== ofFileSystem && name !== lockName);

/** Takes what was made out into the data folder. As long as `made` is there, whose name is durable, no service starts. */
const moveUp = async (made: string, data: string): Promise<void> => {
  for (const name of await readdir(made)) await rename(join(made, name), join(data, name));
  await nodeFileSystem.syncFolder(data);
  await rmdir(made);
  await nodeFileSystem.syncFolder(data);
};

/** How a home is made in a folder. */
interface HomeMaking<A> {
  /** Makes the folder that it is given, and all of the home in it, durable when it returns. The left says why that cannot be. */
  readonly make: (folder: string) => Promise<Either<string, A>>;
  /** The sentence for whatever else goes wrong. */
  readonly failed: (problem: string) => string;
}

/** Makes a home in a folder that is locked. */
const makeLocked = async <A>(
  data: string,
  { make, failed }: HomeMaking<A>,
): Promise<Either<string, A>> => {
  if ((await contentOf(data)).length > 0) return left(`${data} is not empty`);
  const within = restoringFolder(data);
  const made = await make(within).catch((error: unknown) => left(failed(messageOf(error))));
  // The lock keeps services away, and others who make homes, but nobody who makes a token.
  const isAlone = (await contentOf(data)).every((name) => join(data, name) === within);
  if (!isLeft(made) && isAlone) {
    await moveUp(within, data);
    return made;
  }
  await rm(within, { recursive: true, force: true });
  return isLeft(made) ? made : left(failed(`something was put into ${data} meanwhile`));
};

/** A folder and those above it that are not there, the deepest first. */
const missingFolders = async (folder: string): Promise<readonly string[]> =>
  (await ifThere(stat(folder))) === undefined
    ? [folder, ...(await missingFolders(dirname(folder)))]
    : [];

/**
 * Makes a home in a data folder that is empty or not there; one that is there may be a mount point and keeps its owner
 * and rights. The folder is locked as long as that takes. All is made within the folder, and only when it is whole and
 * synced it gets its place. The left says why nothing was made.
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
      // What others have put there meanwhile stays, and the folder with it.
      if (isLeft(made)) for (const folder of missing) await rmdir(folder).catch(() => undefined);
      return made;
    } finally {
      await lock.right.release();
    }
  } catch (error) {
    return left(making.failed(messageOf(error)));
  }
};

/** What a restore has made. */
export interface RestoreResult {
  readonly manifest: Manifest;
  /** Files among its images that are no images of the home that was restored, and were left out. */
  readonly others: number;
  /** Whose tokens are valid as they were in the backup. */
  readonly names: readonly string[];
  /** Whose tokens came with them, and have ended. */
  readonly ended: readonly string[];
  /** The administrator token that was made because no other is valid; it is stored nowhere. */
  readonly firstToken: string | undefined;
}

/** The users of what was restored, and a first one where nobody of them could come in. */
export const ensureUser = async (
  users: UsersDocument,
): Promise<Either<string, Pick<RestoreResult, "names" | "ended" | "firstToken">>> => {
  const content = users.read();
  if (isLeft(content)) return content;
  const now = Date.now();
  const namesOf = (isOver: boolean): readonly string[] =>
    content.right.users.flatMap((user) => (hasEnded(user, now) === isOver ? [user.name] : []));
  const [names, ended] = [namesOf(false), namesOf(true)];
  if (names.length > 0) return right({ names, ended, firstToken: undefined });
  const token = await createUser(users, "admin", { admin: true, control: true });
  return isLeft(token) ? token : right({ names, ended, firstToken: token.right });
};
