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

/** A folder of backups, and the home that wants it. */
export interface Claim {
  readonly folder: string;
  readonly domain: string;
  /** The id of the home. */
  readonly id: string;
}

/** Reads a mark. One that another user keeps from this one is another home's, as far as anybody can tell. */
const readMark = async (path: string): ReturnType<typeof readHomeId> => {
  try {
    return await readHomeId(path);
  } catch (error) {
    if (!hasCode(error, "EACCES")) throw error;
    return left(
      `${path} cannot be read by the user that this service runs as, so its folder has the backups of another home: name another folder with --backup-to`,
    );
  }
};

const markOf = ({ folder, domain }: Claim): string => join(folder, `.${domain}.home-id`);

/**
 * Whether a folder of backups is marked as this home's already, or by nobody. Backups are told apart by their domain
 * alone, so each domain has a mark of its own. The left says that the folder is another home's, and what to do. Rejects
 * with the system's error.
 */
export const isClaimed = async (claim: Claim): Promise<Either<string, boolean>> => {
  const path = markOf(claim);
  const found = await readMark(path);
  if (isLeft(found)) return left(`${found.left}; if its backups are of this home, remove ${path}`);
  if (found.right === undefined || found.right === claim.id)
    return right(found.right !== undefined);
  return left(
    `${claim.folder} has the backups of another home, ${found.right}, and this one is ${claim.id}: name another folder with --backup-to, or, if that home is no more, as after a restore of it into this one, remove ${path}`,
  );
};

/** Sees to it that a folder of backups is this home's: one that has no mark becomes so. Left and rejects as `isClaimed`. */
export const claimFolder = async (claim: Claim): Promise<Either<string, void>> => {
  for (;;) {
    const claimed = await isClaimed(claim);
    if (isLeft(claimed)) return claimed;
    if (claimed.right || (await mark(markOf(claim), claim.id))) return right(undefined);
  }
};
