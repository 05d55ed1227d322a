import { type FileHandle, type FileSystem, nodeFileSystem } from "../../wal/index.ts";

/** Where something was written to a segment that is not synced yet; all of it lies between two places. */
interface Unsynced {
  readonly file: FileHandle;
  start: number;
  end: number;
}

const nothing = { start: Infinity, end: 0 };

const full = (): Error =>
  Object.assign(new Error("ENOSPC: the disk of this test is full"), { code: "ENOSPC" });

/** Makes what was written since the last sync unreadable, as a disk does that loses it. */
type Lose = () => Promise<void>;

/**
 * The machine's disk, except that a test may count, hold back and fail what
 * happens to segments. A segment is made under another name, so files are
 * followed when they are renamed: preparing one does not count, appending does.
 */
export class SegmentDisk {
  /** Writes to segments so far. */
  writes = 0;
  /** Syncs of segments so far, those that failed included. */
  syncs = 0;
  readonly fs: FileSystem;
  readonly #names = new Map<FileHandle, string>();
  readonly #everySync: () => Promise<void>;
  #comingSyncs: ((lose: Lose) => Promise<void>)[] = [];
  #isFull = false;
  #copiesOnWrite = false;

  /** `everySync` comes before each sync of a segment. */
  constructor(everySync: () => Promise<void> = async () => undefined) {
    this.#everySync = everySync;
    this.fs = {
      ...nodeFileSystem,
      open: async (path, mode) => this.#wrap(await nodeFileSystem.open(path, mode), path),
      rename: async (from, to) => {
        await nodeFileSystem.rename(from, to);
        for (const [file, name] of this.#names) if (name === from) this.#names.set(file, to);
      },
    };
  }

  /** Holds the next sync back: `reached` resolves when the log asks for it, and it is done after `release`. */
  holdNextSync(): { readonly reached: Promise<void>; readonly release: () => void } {
    let reach = (): void => undefined;
    let release = (): void => undefined;
    const reached = new Promise<void>((resolve) => (reach = resolve));
    const released = new Promise<void>((resolve) => (release = resolve));
    this.#comingSyncs.push(async () => {
      reach();
      await released;
    });
    return { reached, release };
  }

  /** Fails the sync after those that were spoken of already; what was written is lost, or is there all the same. */
  failNextSync(written: "is lost" | "is there"): void {
    this.#comingSyncs.push(async (lose) => {
      if (written === "is lost") await lose();
      throw new Error("EIO: the disk of this test failed");
    });
  }

  /** From now on there is room for no more than half of what is written, to whatever file; where the disk copies on write, for cutting one neither. */
  fillUp({ copiesOnWrite = false } = {}): void {
    this.#isFull = true;
    this.#copiesOnWrite = copiesOnWrite;
  }

  /** There is room again. */
  makeRoom(): void {
    this.#isFull = false;
  }

  #wrap(file: FileHandle, path: string): FileHandle {
    this.#names.set(file, path);
    const unsynced: Unsynced = { file, ...nothing };
    const isSegment = (): boolean => this.#names.get(file)?.endsWith(".seg") === true;
    return {
      write: async (buffers, position) => {
        if (isSegment()) this.writes += 1;
        if (this.#isFull) {
          const bytes = Buffer.concat(buffers);
          await file.write([bytes.subarray(0, bytes.length / 2)], position);
          throw full();
        }
        if (!isSegment()) return file.write(buffers, position);
        const written = await file.write(buffers, position);
        unsynced.start = Math.min(unsynced.start, position);
        unsynced.end = Math.max(unsynced.end, position + written);
        return written;
      },
      datasync: async () => {
        if (isSegment()) await this.#beforeSync(unsynced);
        await file.datasync();
        Object.assign(unsynced, nothing);
      },
      close: () => {
        this.#names.delete(file);
        return file.close();
      },
      read: (into, position) => file.read(into, position),
      truncate: async (length) => {
        if (this.#isFull && this.#copiesOnWrite) throw full();
        await file.truncate(length);
      },
      size: () => file.size(),
    };
  }

  async #beforeSync({ file, start, end }: Unsynced): Promise<void> {
    this.syncs += 1;
    await this.#everySync();
    await this.#comingSyncs.shift()?.(async () => {
      await file.write([Buffer.alloc(end - start)], start);
    });
  }
}
