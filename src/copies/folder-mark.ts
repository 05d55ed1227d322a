import { join } from "node:path";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { hasCode } from "../../wal/index.ts";
import { readHomeId, writeHomeId } from "../home-id.ts";

/** Marks a folder as that of the backups of a home. Undefined where it has a mark by now. */
const mark = async (path: string, id: string): Promise<true | undefined> => {
  try {
    await writeHomeId(path, id);
    return true;
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
    return undefined;
  }
};

/**
 * Sees to it that a folder of backups is that of one home: one that has no mark of it yet becomes this home's. Backups
 * are told apart by their domain alone, so each domain has a mark of its own. The left says that the folder is another
 * home's, and what to do. Rejects with the system's error.
 */
export const claimFolder = async (
  folder: string,
  domain: string,
  id: string,
): Promise<Either<string, void>> => {
  const path = join(folder, `.${domain}.home-id`);
  for (;;) {
    const found = await readHomeId(path);
    if (isLeft(found)) return left(`${found.left}: if its backups are of this home, remove that`);
    if (found.right === id) return right(undefined);
    if (found.right !== undefined)
      return left(
        `${folder} has the backups of another home, ${found.right}, and this one is ${id}: name another folder with --backup-to, or, if that home is no more, as after a restore of it into this one, remove ${path}`,
      );
    if (await mark(path, id)) return right(undefined);
  }
};
