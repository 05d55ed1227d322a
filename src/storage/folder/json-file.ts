import { existsSync, readFileSync, statSync, unwatchFile, watchFile } from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { chain, type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import {
  hasCode,
  messageOf,
  nodeFileSystem,
  readHolder,
  replaceFile,
  takeLock,
  writeWhole,
} from "../../../wal/index.ts";
import type { Guarded } from "../../server/runtime/boundary.ts";
import { checkNotMissing } from "./homes-root.ts";
import { decodeDocument, type DocumentKind, type StoredDocument } from "../stored-document.ts";

/** How often a file is looked at that somebody watches, by default: a command's changes take effect within this time. */
const defaultPollMs = 500;

/** How a service uses a file. */
export interface JsonFileUse {
  /** How late others' changes may be noticed, in milliseconds. */
  readonly pollMs?: number;
  /** Left: why the file is not the service's any more: its folder was moved away, or exchanged. */
  readonly checkFolder?: () => Either<string, void>;
}

/** The same for one of many homes, in milliseconds: each look takes a call on the disk. */
export const homePollLimits = { homePollMs: 5000 };
const lockTries = 100;
const lockPauseMs = 50;

/**
 * A small JSON file that the service and commands share: replaced atomically, readable by its owner only, and changed
 * under a lock, so that no concurrent change is lost.
 */
export class JsonFile<A> implements StoredDocument<A> {
  readonly place: string;
  readonly #kind: DocumentKind<A>;
  readonly #pollMs: number;
  readonly #checkFolder: () => Either<string, void>;
  readonly #watching = new Set<Guarded>();

  /** The file in a folder, named after its kind. */
  constructor(folder: string, kind: DocumentKind<A>, use: JsonFileUse = {}) {
    this.place = join(folder, `${kind.name}.json`);
    this.#kind = kind;
    this.#pollMs = use.pollMs ?? defaultPollMs;
    this.#checkFolder = use.checkFolder ?? (() => right(undefined));
  }

  get isThere(): boolean {
    return existsSync(this.place);
  }

  read(): Either<string, A> {
    const ours = this.#checkFolder();
    if (isLeft(ours)) return ours;
    let text: string;
    try {
      text = readFileSync(this.place, "utf8");
    } catch (error) {
      if (hasCode(error, "ENOENT")) return right(this.#kind.empty);
      return left(`${this.place} cannot be read: ${messageOf(error)}`);
    }
    return decodeDocument(this.#kind, this.place, text);
  }

  /** Calls `change` twice: first without the lock, since taking it would create a mistyped data folder. */
  async change<B>(
    change: (content: A) => Either<string, readonly [A, B]>,
  ): Promise<Either<string, B>> {
    const folder = dirname(this.place);
    const lockPath = `${this.place}.lock`;
    try {
      const possible = chain(change)(this.read());
      if (isLeft(possible)) return possible;
      const there = await checkNotMissing(folder);
      if (isLeft(there)) return there;
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
        const bytes = Buffer.from(`${JSON.stringify(this.#kind.codec.encode(next), null, 2)}\n`);
        await replaceFile(nodeFileSystem, folder, basename(this.place), (file) =>
          writeWhole(file, [bytes], 0),
        );
        for (const onChange of this.#watching) onChange();
        return right(result);
      } finally {
        await lock.right.release();
      }
    } catch (error) {
      return left(`${this.place} cannot be changed: ${messageOf(error)}`);
    }
  }

  stamp(): string {
    try {
      const { ino, mtimeMs, size } = statSync(this.place);
      return `${ino}-${mtimeMs}-${size}`;
    } catch {
      return "missing";
    }
  }

  /** Calls back at once after each change that is made here, and within about `pollMs` milliseconds of others. */
  watch(onChange: Guarded): () => void {
    this.#watching.add(onChange);
    watchFile(this.place, { interval: this.#pollMs, persistent: false }, onChange);
    return () => {
      this.#watching.delete(onChange);
      unwatchFile(this.place, onChange);
    };
  }
}
