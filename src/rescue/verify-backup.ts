import { buffer } from "node:stream/consumers";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { decodeDocument } from "../host/users/kept-document.ts";
import { usersKind } from "../host/users/user-directory.ts";
import { decodeRevision } from "../plan/stored-plan.ts";
import { isPlan, type Manifest, usersName } from "../backup/manifest.ts";
import { skipFile, readBackup } from "../backup/read-backup.ts";

/**
 * Reads a whole backup as a restore does, and writes nothing: the checksum of each file, every plan, and the users.
 * Takes memory for one plan. The left says what is wrong with it, or what the system said.
 */
export const verifyBackup = async (file: string): Promise<Either<string, Manifest>> => {
  let rev = 0;
  const manifest = await readBackup(file, async (name, content) => {
    if (isPlan(name)) {
      const plan = decodeRevision(await buffer(content));
      if (isLeft(plan)) return left(`${name}: ${plan.left}`);
      rev = plan.right.rev;
      return right(undefined);
    }
    if (name !== usersName) return skipFile(name, content);
    const users = decodeDocument(usersKind, usersName, String(await buffer(content)));
    return isLeft(users) ? users : right(undefined);
  });
  if (isLeft(manifest)) return manifest;
  return rev === manifest.right.rev ? manifest : left("its plans are not what it says");
};
