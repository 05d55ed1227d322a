import { existsSync, readFileSync, statSync, unwatchFile, watchFile } from "node:fs";
import { basename, dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { chain, type Either, isLeft, left, right, tryCatch } from "fp-ts/lib/Either.js";
import type { Type } from "io-ts";
import {
  hasCode,
  messageOf,
  nodeFileSystem,
  readHolder,
  replaceFile,
  takeLock,
  writeWhole,
} from "../../../wal/index.ts";
import { firstProblem } from "../../codec/problem.ts";

const pollMs = 500;
const lockTries = 100;
const lockPauseMs = 50;

/**
 * A small JSON file that the service and the command line share: replaced
 * whole, readable by its owner alone, and changed under a lock, so that of two
 * changes at once none is lost.
 */
export class JsonFile<A> {
  readonly path: string;
  readonly #codec: Type<A, unknown>;
  readonly #empty: A;

  /** `empty` is what a missing file stands for. */
  constructor(path: string, codec: Type<A, unknown>, empty: A) {
    this.path = path;
    this.#codec = codec;
    this.#empty = empty;
  }

  /** Whether the file is there: one that is not stands for the empty content. */
  get isThere(): boolean {
    return existsSync(this.path);
  }

  /** The content, or why it cannot be understood; a file in that state is never overwritten. */
  read(): Either<string, A> {
    let text: string;
    try {
      text = readFileSync(this.path, "utf8");
    } catch (error) {
      if (hasCode(error, "ENOENT")) return right(this.#empty);
      return left(`${this.path} cannot be read: ${messageOf(error)}`);
    }
    const parsed = tryCatch(
      (): unknown => JSON.parse(text),
      (error) => `${this.path} is damaged: ${messageOf(error)}`,
    );
    if (isLeft(parsed)) return parsed;
    const decoded = this.#codec.decode(parsed.right);
    if (isLeft(decoded)) return left(`${this.path} is damaged: ${firstProblem(decoded.left)}`);
    return decoded;
  }

  /**
   * Replaces the content by what `change` makes of it, durable when it returns.
   * A left, of `change` or of the file, changes nothing. `change` is asked twice: first without the lock,
   * since a mistyped data folder is not to be made by taking one.
   */
  async change<B>(
    change: (content: A) => Either<string, readonly [A, B]>,
  ): Promise<Either<string, B>> {
    const folder = dirname(this.path);
    const lockPath = `${this.path}.lock`;
    try {
      const possible = chain(change)(this.read());
      if (isLeft(possible)) return possible;
      await nodeFileSystem.makeFolder(folder);
      let lock = await takeLock(lockPath);
      for (let tries = 1; isLeft(lock) && tries < lockTries; tries += 1) {
        await sleep(lockPauseMs);
        lock = await takeLock(lockPath);
      }
      if (isLeft(lock)) {
        const holder = await readHolder(lock.left);
        return left(`${lockPath} is held by process ${holder ?? "unknown"}`);
      }
      try {
        const changed = chain(change)(this.read());
        if (isLeft(changed)) return changed;
        const [next, result] = changed.right;
        const bytes = Buffer.from(`${JSON.stringify(this.#codec.encode(next), null, 2)}\n`);
        await replaceFile(nodeFileSystem, folder, basename(this.path), (file) =>
          writeWhole(file, [bytes], 0),
        );
        return right(result);
      } finally {
        await lock.right.release();
      }
    } catch (error) {
      return left(`${this.path} cannot be changed: ${messageOf(error)}`);
    }
  }

  /** Tells one state of the file from another without reading it. */
  stamp(): string {
    try {
      const { ino, mtimeMs, size } = statSync(this.path);
      return `${ino}-${mtimeMs}-${size}`;
    } catch {
      return "missing";
    }
  }

  /** Calls back within about half a second of each change; the returned function ends it. */
  watch(onChange: () => void): () => void {
    watchFile(this.path, { interval: pollMs, persistent: false }, onChange);
    return () => unwatchFile(this.path, onChange);
  }
}
