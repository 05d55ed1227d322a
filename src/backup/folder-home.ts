import { lstat, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { type FileSystem, ifThere, type Lock, nodeFileSystem, takeLock } from "../../wal/index.ts";
import { folderHomeId } from "../home-id.ts";
import { bansFile } from "../host/users/ban-list.ts";
import { lastUsesFile } from "../host/users/last-uses.ts";
import { usersFile } from "../host/users/user-directory.ts";
import type { Home, KeptImage, Snapshot } from "./home.ts";
import { inspectLog } from "../rescue/inspect-log.ts";
import { isRestoring } from "../rescue/log-folder.ts";
import { belongsInBackup, usersName } from "./manifest.ts";
import { readState } from "../storage/folder/read-state.ts";

/** The images of every domain. What else lies there, such as what a file manager leaves, is nobody's image. */
async function* imagesOf(data: string): AsyncGenerator<KeptImage, void> {
  const below = (await ifThere(readdir(join(data, "www"), { recursive: true }))) ?? [];
  const names = below.map((name) => `www/${name}`).filter(belongsInBackup);
  for (const name of names.toSorted()) {
    const path = join(data, name);
    const info = await ifThere(lstat(path));
    if (info === undefined || !info.isFile()) continue;
    yield {
      name,
      identity: `${info.dev}-${info.ino}`,
      bytes: info.size,
      read: async () => right(await ifThere(readFile(path))),
    };
  }
}

const snapshotOf = async (data: string, fs: FileSystem): Promise<Either<string, Snapshot>> => {
  if (await isRestoring(data))
    return left(`a restore or an import into ${data} goes on, or was interrupted`);
  const users = await ifThere(readFile(join(data, usersName)));
  // The plan before the images: one that it shows is kept at least as long as the plan is.
  const state = await readState(fs, data);
  if (isLeft(state)) return state;
  const folders = await ifThere(readdir(join(data, "www"), { withFileTypes: true }));
  const domains = (folders ?? []).filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return right({ users, state: state.right, domains, images: imagesOf(data) });
};

/** In the data folder, where nobody else may write, and not beside the backups. */
const lockBackups = async (data: string): Promise<Either<string, Lock | undefined>> => {
  const lock = await takeLock(join(data, "backup.lock"));
  return right(isLeft(lock) ? undefined : lock.right);
};

/** The home in a data folder, which need not be there. The log is read through `fs`. */
export const folderHome = (data: string, fs: FileSystem = nodeFileSystem): Home => ({
  users: usersFile(data),
  bans: bansFile(data),
  lastUses: lastUsesFile(data),
  readState: () => readState(fs, data),
  snapshot: () => snapshotOf(data, fs),
  inspect: () => inspectLog(fs, data),
  lockBackups: () => lockBackups(data),
  id: () => folderHomeId(data),
  close: () => {},
});
