import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { type Either, isLeft, left, map, mapLeft, right } from "fp-ts/lib/Either.js";
import { removeUser, usersFile } from "../../auth/user-directory.ts";
import { folderHome } from "../../backup/folder-home.ts";
import { makeBackup } from "../../backup/make-backup.ts";
import { restoreBackup } from "../../backup/restore.ts";
import type { FolderDirectory } from "../directory/folder-directory.ts";
import type { DirectoryProblem } from "../directory/home-directory.ts";
import type { HomeRecord } from "../directory/home-record.ts";

/** Makes and restores the backups of single homes. */
export interface HomeBackups {
  /** The path of a new file for a backup that is on its way; whoever makes the file removes it. */
  readonly newFile: () => string;
  /** Writes a home's backup, also while the home is used. Left: why there is none. */
  readonly make: (id: string, file: string) => Promise<Either<DirectoryProblem, void>>;
  /**
   * Creates a home from a backup, all or nothing. Its tokens are valid again only with `withTokens`; otherwise it has
   * none. Left: what is wrong with the backup, or that there is such a home.
   */
  readonly restore: (
    id: string,
    record: HomeRecord,
    file: string,
    withTokens: boolean,
  ) => Promise<Either<DirectoryProblem, void>>;
}

/** Messages name the file by its path, which is nothing to whoever has sent or gets it. */
export const problemOf =
  (root: string, file: string) =>
  (message: string): DirectoryProblem => ({
    kind: "failed",
    message: message.replaceAll(file, "the backup").replaceAll(`${root}/`, ""),
  });

/** The backups of homes in folders. */
export const folderBackups = (root: string, directory: FolderDirectory): HomeBackups => ({
  newFile: () => join(directory.unfinished, `${randomBytes(8).toString("hex")}.tar.gz`),
  make: async (id, file) => {
    if (!directory.has(id)) return left({ kind: "not_found", message: `there is no home ${id}` });
    const made = await makeBackup(folderHome(directory.folderOf(id)), file);
    return isLeft(made) ? left(problemOf(root, file)(made.left)) : right(undefined);
  },
  restore: (id, record, file, withTokens) =>
    directory.createFilled(id, record, async (folder) => {
      const restored = await restoreBackup(file, folder, withTokens);
      if (isLeft(restored)) return left(problemOf(root, file)(restored.left));
      // Nobody would get the token that a restore makes for a home without users.
      const users =
        restored.right.firstToken === undefined
          ? right(undefined)
          : await removeUser(usersFile(folder), "admin");
      return mapLeft(problemOf(root, file))(map(() => undefined)(users));
    }),
});
