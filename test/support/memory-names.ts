import { dirname } from "node:path";
import type { MemoryFile } from "./memory-file.ts";

const aFolder = Symbol("folder");

/** Files and folders by path. */
type Names = Map<string, MemoryFile | typeof aFolder>;

/** A creation, a rename or a removal, which happens as a whole. */
interface Change {
  readonly folder: string;
  readonly apply: (names: Names) => void;
}

/** The folders of a path, the nearest first. */
const foldersOf = (path: string): readonly string[] => {
  const above = dirname(path);
  return above === path ? [] : [above, ...foldersOf(above)];
};

const forget = (names: Names, path: string, file: MemoryFile): void => {
  if (names.get(path) === file) names.delete(path);
};

/** The names of files and folders: now, and on stable storage. */
export class MemoryNames {
  readonly #seen: Names;
  readonly #stable: Names;
  #changes: readonly Change[] = [];

  /** Starts with these files and the folders that contain them. */
  constructor(
    files: Iterable<readonly [string, MemoryFile]> = [],
    folders: Iterable<string> = ["/"],
  ) {
    this.#seen = new Map(files);
    for (const path of [...this.#seen.keys()].flatMap(foldersOf)) this.#seen.set(path, aFolder);
    for (const path of folders) this.#seen.set(path, aFolder);
    this.#stable = new Map(this.#seen);
  }

  /** The paths of the files, sorted. */
  get paths(): readonly string[] {
    return [...this.#seen.keys()].filter((path) => !this.isFolder(path)).toSorted();
  }

  get(path: string): MemoryFile | undefined {
    const named = this.#seen.get(path);
    return named === aFolder ? undefined : named;
  }

  isFolder(path: string): boolean {
    return this.#seen.get(path) === aFolder;
  }

  /** The current name of a file. */
  nameOf(file: MemoryFile): string | undefined {
    for (const [path, named] of this.#seen) if (named === file) return path;
    return undefined;
  }

  create(path: string, file: MemoryFile): void {
    this.#change(path, (names) => names.set(path, file));
  }

  /** Creates one folder. */
  makeOne(path: string): void {
    this.#change(path, (names) => names.set(path, aFolder));
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

  /** Makes everything that happened in the folder so far durable. */
  sync(folder: string): void {
    for (const change of this.#changes) if (change.folder === folder) change.apply(this.#stable);
    this.#changes = this.#changes.filter((change) => change.folder !== folder);
  }

  /**
   * The names after a power loss: `kept` picks which of the unsynced changes, in their order, have reached the disk. The
   * content of a folder whose name has not is lost too.
   */
  afterPowerLoss(
    kept: (position: number, of: number) => boolean,
    file: (file: MemoryFile) => MemoryFile,
  ): MemoryNames {
    const names = new Map(this.#stable);
    for (const [position, change] of this.#changes.entries())
      if (kept(position, this.#changes.length)) change.apply(names);
    const left = [...names].filter(([path]) =>
      foldersOf(path).every((above) => names.get(above) === aFolder),
    );
    return new MemoryNames(
      left.flatMap(([path, named]) => (named === aFolder ? [] : [[path, file(named)] as const])),
      left.flatMap(([path, named]) => (named === aFolder ? [path] : [])),
    );
  }

  #change(path: string, apply: (names: Names) => void): void {
    apply(this.#seen);
    this.#changes = [...this.#changes, { folder: dirname(path), apply }];
  }
}
