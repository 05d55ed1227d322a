import { dirname } from "node:path";
import type { MemoryFile } from "./memory-file.ts";

type Names = Map<string, MemoryFile>;

/** A creation, a rename or a removal: it has happened, or it has not. */
interface Change {
  readonly folder: string;
  readonly apply: (names: Names) => void;
}

const forget = (names: Names, path: string, file: MemoryFile): void => {
  if (names.get(path) === file) names.delete(path);
};

/** Which files have which names: now, and on stable storage. */
export class MemoryNames {
  readonly #seen: Names;
  readonly #stable: Names;
  #changes: readonly Change[] = [];

  constructor(names: Iterable<readonly [string, MemoryFile]> = []) {
    this.#seen = new Map(names);
    this.#stable = new Map(this.#seen);
  }

  get paths(): readonly string[] {
    return [...this.#seen.keys()].toSorted();
  }

  get(path: string): MemoryFile | undefined {
    return this.#seen.get(path);
  }

  /** The name that a file has now. */
  nameOf(file: MemoryFile): string | undefined {
    return [...this.#seen].find(([, named]) => named === file)?.[0];
  }

  create(path: string, file: MemoryFile): void {
    this.#change(path, (names) => names.set(path, file));
  }

  rename(from: string, to: string, file: MemoryFile): void {
    this.#change(to, (names) => {
      forget(names, from, file);
      names.set(to, file);
    });
  }

  remove(path: string, file: MemoryFile): void {
    this.#change(path, (names) => forget(names, path, file));
  }

  /** Everything that happened in the folder so far is on stable storage. */
  sync(folder: string): void {
    for (const change of this.#changes) if (change.folder === folder) change.apply(this.#stable);
    this.#changes = this.#changes.filter((change) => change.folder !== folder);
  }

  /**
   * The names after a power loss: `kept` picks which of the unsynced changes,
   * given in the order in which they were made, have reached the disk.
   */
  afterPowerLoss(kept: (position: number, of: number) => boolean): Names {
    const names = new Map(this.#stable);
    for (const [position, change] of this.#changes.entries())
      if (kept(position, this.#changes.length)) change.apply(names);
    return names;
  }

  #change(path: string, apply: (names: Names) => void): void {
    apply(this.#seen);
    this.#changes = [...this.#changes, { folder: dirname(path), apply }];
  }
}
