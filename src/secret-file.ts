import { readFileSync, statSync } from "node:fs";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import { messageOf } from "../wal/index.ts";

/** What others than its owner may do with a file. */
const ofOthers = 0o077;

/** The text of a file that holds a secret, without white space around it; a left where there is none, or where others than the file's owner may read or change it. */
export const readSecretFile = (path: string): Either<string, string> => {
  try {
    if ((statSync(path).mode & ofOthers) !== 0)
      return left(`${path} may be read by others than its owner: chmod 600 it`);
    return right(readFileSync(path, "utf8").trim());
  } catch (error) {
    return left(`${path} cannot be read: ${messageOf(error)}`);
  }
};
