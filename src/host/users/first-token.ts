import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import {
  messageOf,
  nodeFileSystem,
  removeIfThere,
  replaceFile,
  writeWhole,
} from "../../../wal/index.ts";

/** The name of the file in a data folder. */
export const firstTokenName = "first-token";

/**
 * The file of an administrator's first token, where nobody may see what a start prints: readable by its owner alone,
 * and gone once the token has been used or is no token any more.
 */
export class FirstTokenFile {
  readonly place: string;
  #token: string | undefined;

  /** Looks for one that an earlier start has left. */
  constructor(dataFolder: string) {
    this.place = join(dataFolder, firstTokenName);
    try {
      this.#token = readFileSync(this.place, "utf8").trim();
    } catch {
      this.#token = undefined;
    }
  }

  /** The token in it; undefined where there is no such file. */
  get token(): string | undefined {
    return this.#token;
  }

  /** Puts a token there, durable when it resolves. The left says why that cannot be. */
  async keep(token: string): Promise<Either<string, void>> {
    try {
      const folder = dirname(this.place);
      await replaceFile(nodeFileSystem, folder, basename(this.place), (file) =>
        writeWhole(file, [Buffer.from(`${token}\n`)], 0),
      );
      this.#token = token;
      return right(undefined);
    } catch (error) {
      return left(`the first token cannot be kept in ${this.place}: ${messageOf(error)}`);
    }
  }

  /** Removes the file, where there is one. Resolves with why it stays, where it does. */
  async remove(): Promise<string | undefined> {
    if (this.#token === undefined) return undefined;
    this.#token = undefined;
    try {
      await removeIfThere(nodeFileSystem, this.place);
      return undefined;
    } catch (error) {
      return `${this.place} cannot be removed: ${messageOf(error)}`;
    }
  }
}
