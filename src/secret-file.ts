import { readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import { messageOf } from "../wal/index.ts";

/** What others than its owner may do with a file. */
const ofOthers = 0o077;

/**
 * Whether systemd has put the file there for this service alone (`LoadCredential=`, systemd.exec(5)). It may let its user
 * read it by an access control list, of which the mode shows no more than that somebody beside the owner may.
 */
const isCredential = (path: string): boolean => {
  const folder = process.env["CREDENTIALS_DIRECTORY"];
  return folder !== undefined && folder !== "" && dirname(resolve(path)) === resolve(folder);
};

/**
 * The text of a file that holds a secret, without white space around it; a left where there is none, or where others
 * than the file's owner may read or change it. Of systemd's credentials it is systemd that sees to that.
 */
export const readSecretFile = (path: string): Either<string, string> => {
  try {
    if ((statSync(path).mode & ofOthers) !== 0 && !isCredential(path))
      return left(`${path} may be read by others than its owner: chmod 600 it`);
    return right(readFileSync(path, "utf8").trim());
  } catch (error) {
    return left(`${path} cannot be read: ${messageOf(error)}`);
  }
};
