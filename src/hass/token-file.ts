import { chain, type Either, left, right } from "fp-ts/lib/Either.js";
import { readSecretFile } from "../secret-file.ts";

/** The long-lived token in a file; a left where there is none, or where others than the file's owner may read or change it. */
export const readTokenFile = (path: string): Either<string, string> =>
  chain((token: string): Either<string, string> => {
    if (token === "") return left(`${path} has no token in it`);
    return /^\S+$/.test(token) ? right(token) : left(`${path} has more than a token in it`);
  })(readSecretFile(path));
