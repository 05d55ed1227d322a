import { readFileSync, statSync } from "node:fs";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import { messageOf } from "../../wal/index.ts";

/** What others than its owner may do with a file. */
const ofOthers = 0o077;

/** The long-lived token in a file; a left where there is none, or where others than the file's owner may read or change it. */
export const readTokenFile = (path: string): Either<string, string> => {
  try {
    if ((statSync(path).mode & ofOthers) !== 0)
      return left(`${path} may be read by others than its owner: chmod 600 it`);
    const token = readFileSync(path, "utf8").trim();
    if (token === "") return left(`${path} has no token in it`);
    return /^\S+$/.test(token) ? right(token) : left(`${path} has more than a token in it`);
  } catch (error) {
    return left(`${path} cannot be read: ${messageOf(error)}`);
  }
};
