import { constants, type Stats } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { ifThere, removeIfThere } from "../../../wal/index.ts";
import type { ImageDisk } from "../../floorplan/images/image-disk.ts";

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;

/** A file of the cache, by its name, which is its digest. */
const isOurs = (name: string): boolean => /^[0-9a-f]{64}$/.test(name);

/** Which file it is, in which state: another one after whatever was done to it. */
const stateOf = ({ ino, size, mtimeMs }: Stats): string => `${ino} ${size} ${mtimeMs}`;

interface Known {
  bytes: number;
  /** The state in which it had the digest that it is named by; undefined while nobody looked. */
  sound: string | undefined;
}

/**
 * The files of a cache and how many bytes they have in all: at most so many, of
 * which those go first that were not used for longest. One that is open stays
 * readable when it goes.
 */
export class CacheFiles {
  readonly #disk: ImageDisk;
  readonly #folder: string;
  readonly #most: number;
  /** The one that was used last comes last. */
  readonly #known = new Map<string, Known>();
  #used = 0;

  constructor(disk: ImageDisk, folder: string, most: number) {
    this.#disk = disk;
    this.#folder = folder;
    this.#most = most;
  }

  /** Learns which files are there. Rejects with the system's error. */
  async ready(): Promise<void> {
    await this.#disk.makeFolder(this.#folder);
    const found: { readonly name: string; readonly stats: Stats }[] = [];
    for (const name of (await this.#disk.list(this.#folder)).filter(isOurs)) {
      const stats = await ifThere(stat(this.path(name)));
      if (stats !== undefined) found.push({ name, stats });
    }
    for (const { name, stats } of found.toSorted((a, b) => a.stats.mtimeMs - b.stats.mtimeMs))
      this.#note(name, { bytes: stats.size, sound: undefined });
    await this.makeRoom(0);
  }

  path(digest: string): string {
    return `${this.#folder}/${digest}`;
  }

  /** Opens a file that has so many bytes; tells whether it is known to have its digest as it is. */
  async open(
    digest: string,
    bytes: number,
  ): Promise<{ readonly handle: FileHandle; readonly isSound: boolean } | undefined> {
    let handle: FileHandle | undefined;
    try {
      handle = await open(this.path(digest), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
      const stats = await handle.stat();
      const known = this.#known.get(digest);
      if (stats.isFile() && stats.size === bytes) {
        if (known !== undefined) this.#note(digest, known);
        return { handle, isSound: known?.sound === stateOf(stats) };
      }
    } catch {
      // It is not there, or is nothing that can be read: it is fetched anew.
    }
    await handle?.close();
    return undefined;
  }

  /** Whoever holds the handle found that the file has its digest. */
  async isSound(digest: string, handle: FileHandle): Promise<void> {
    const stats = await handle.stat();
    this.#note(digest, { bytes: stats.size, sound: stateOf(stats) });
  }

  /** Gives a file, which has that digest, its place; it is not at its old one then. Rejects with the system's error. */
  async take(digest: string, path: string): Promise<void> {
    const stats = await stat(path);
    await this.makeRoom(stats.size);
    await this.#disk.rename(path, this.path(digest));
    this.#note(digest, { bytes: stats.size, sound: stateOf(stats) });
  }

  /** Removes what was not used for longest until so many bytes more have room. */
  async makeRoom(bytes: number): Promise<void> {
    for (const [digest, known] of this.#known) {
      if (this.#used + bytes <= this.#most) return;
      this.#known.delete(digest);
      this.#used -= known.bytes;
      await removeIfThere(this.#disk, this.path(digest));
    }
  }

  #note(digest: string, known: Known): void {
    this.#used += known.bytes - (this.#known.get(digest)?.bytes ?? 0);
    this.#known.delete(digest);
    this.#known.set(digest, known);
  }
}
