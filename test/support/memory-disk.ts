import { basename, dirname } from "node:path";
import type { FileHandle, FileSystem } from "../../wal/index.ts";
import { type FolderMaker, makeFolder } from "../../wal/system-calls.ts";
import type { DiskCall } from "./disk.ts";
import { MemoryFile } from "./memory-file.ts";
import { MemoryNames } from "./memory-names.ts";
import type { Random } from "./random.ts";

/** A fault in a call: an error before it has any effect, a write of half its bytes or of that many, or none. */
export type Fault = Error | "short" | number | undefined;

/** Called for every call, in order. */
export type Interfere = (call: DiskCall) => Fault;

/** An error like the system's. */
export const systemError = (code: string, { name, path }: DiskCall): Error =>
  Object.assign(new Error(`${code}: ${name} ${path}`), { code });

/** A disk in memory that knows what was synced, and what a power loss leaves of the rest. */
export class MemoryDisk {
  #names: MemoryNames;

  constructor(files: Iterable<readonly [string, Buffer]> = []) {
    this.#names = new MemoryNames([...files].map(([path, bytes]) => [path, new MemoryFile(bytes)]));
  }

  /** Every file with its bytes, as a reader sees them now. */
  get files(): ReadonlyMap<string, Buffer> {
    return new Map(this.#names.paths.map((path) => [path, this.bytesOf(path)]));
  }

  /** A file's bytes; empty if it does not exist. */
  bytesOf(path: string): Buffer {
    return this.#names.get(path)?.bytes ?? Buffer.alloc(0);
  }

  /** See `MemoryFile.forgetLost`. */
  forgetLost(): void {
    for (const path of this.#names.paths) this.#names.get(path)?.forgetLost();
  }

  /**
   * The disk after a power loss. Without `random` it has exactly what was synced. With `random` it also has none, some
   * or all of the unsynced sectors of each file, and of the unsynced names none, all, the first few, as with a journal,
   * or any, as on a file system without one.
   */
  afterPowerLoss(random?: Random): MemoryDisk {
    const never = (): boolean => false;
    const always = (): boolean => true;
    const some = (): boolean => random !== undefined && random.below(2) === 0;
    const files = random?.pick([never, always, some, some]) ?? never;
    const share = random?.below(1000) ?? 0;
    const first = (position: number, of: number): boolean => position * 1000 < share * (of + 1);
    const names = random?.pick([never, always, first, some]) ?? never;
    const left = new MemoryDisk();
    left.#names = this.#names.afterPowerLoss(names, (file) => file.afterPowerLoss(files));
    return left;
  }

  /** The disk as one process sees it, with interference in that process's calls. */
  mount(interfere: Interfere = () => undefined): FileSystem {
    const check = (name: DiskCall["name"], path: string): "short" | number | undefined => {
      const fault = interfere({ name, path });
      if (fault instanceof Error) throw fault;
      return fault;
    };
    const existing = (name: DiskCall["name"], path: string): MemoryFile => {
      const file = this.#names.get(path);
      if (file === undefined) throw systemError("ENOENT", { name, path });
      return file;
    };
    const folderIn = (name: DiskCall["name"], path: string): void => {
      if (!this.#names.isFolder(path)) throw systemError("ENOENT", { name, path });
    };
    const maker: FolderMaker = {
      isFolder: async (path) => this.#names.isFolder(path),
      makeOne: async (path) => {
        check("makeFolder", path);
        folderIn("makeFolder", dirname(path));
        this.#names.makeOne(path);
      },
      syncFolder: async (folder) => {
        check("syncFolder", folder);
        folderIn("syncFolder", folder);
        this.#names.sync(folder);
      },
    };
    return {
      open: async (path, mode) => {
        check("open", path);
        if (mode !== "create") return this.#handle(existing("open", path), path, check);
        if (this.#names.get(path) !== undefined)
          throw systemError("EEXIST", { name: "open", path });
        folderIn("open", dirname(path));
        const file = new MemoryFile();
        this.#names.create(path, file);
        return this.#handle(file, path, check);
      },
      list: async (folder) => {
        check("list", folder);
        folderIn("list", folder);
        return this.#names.paths
          .filter((path) => dirname(path) === folder)
          .map((path) => basename(path));
      },
      rename: async (from, to) => {
        check("rename", from);
        this.#names.rename(from, to, existing("rename", from));
      },
      remove: async (path) => {
        check("remove", path);
        this.#names.remove(path, existing("remove", path));
      },
      makeFolder: (folder) => makeFolder(maker, folder),
      openFolder: async (folder) => {
        check("openFolder", folder);
        folderIn("openFolder", folder);
        return {
          sync: () => maker.syncFolder(folder),
          close: async () => void check("close", folder),
        };
      },
      syncFolder: maker.syncFolder,
    };
  }

  #handle(
    file: MemoryFile,
    opened: string,
    check: (name: DiskCall["name"], path: string) => "short" | number | undefined,
  ): FileHandle {
    const path = (): string => this.#names.nameOf(file) ?? opened;
    return {
      write: async (buffers, position) => {
        const fault = check("write", path());
        const bytes = Buffer.concat(buffers);
        const taken = bytes.subarray(0, fault === "short" ? Math.ceil(bytes.length / 2) : fault);
        file.write(taken, position);
        return taken.length;
      },
      read: async (into, position) => {
        check("read", path());
        return file.read(into, position);
      },
      datasync: async () => {
        try {
          check("datasync", path());
        } catch (error) {
          file.syncFailed();
          throw error;
        }
        file.sync();
      },
      truncate: async (length) => {
        check("truncate", path());
        file.truncate(length);
      },
      size: async () => file.length,
      close: async () => void check("close", path()),
    };
  }
}
