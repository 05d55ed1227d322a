import type { Stats } from "node:fs";
import { type FileHandle, stat } from "node:fs/promises";
import { createHash, randomUUID } from "node:crypto";
import { ifThere, messageOf, removeIfThere, writeWhole } from "../../../../wal/index.ts";
import type { ImageDisk } from "../../../images/image-store.ts";
import { Refusal } from "../../../server/http/routes.ts";
import { openUntrusted } from "../../../server/runtime/new-file.ts";
import type { RatedLog } from "../../../server/runtime/rated-log.ts";
import { SharedAnswers } from "../../../server/runtime/coalescing.ts";
import type { Digest } from "../parts.ts";

/** Lets so many works go on at a time; the others wait for their turn, in order. */
export class ConcurrencyLimit {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(most: number) {
    this.#free = most;
  }

  async run<A>(work: () => Promise<A>): Promise<A> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}

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
 * The files of a cache and how many bytes they have in all: at most so many, of which those go first that were not used
 * for longest. One that is open stays readable when it goes.
 */
class CacheFiles {
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
      handle = await openUntrusted(this.path(digest));
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

/** Each holds parts in memory. */
const downloads = 4;
/** How long nothing is fetched after a disk did not take what was fetched. */
const restMs = 10_000;
/** Whoever wants an image looks so often; each one more is needed only where it goes, since others came, before it is opened. */
const looks = 3;
const pieceBytes = 512 * 1024;

const hasDigest = async (handle: FileHandle, sha256: string): Promise<boolean> => {
  const hash = createHash("sha256");
  const piece = Buffer.alloc(pieceBytes);
  for (let position = 0; ;) {
    const { bytesRead } = await handle.read(piece, 0, pieceBytes, position);
    if (bytesRead === 0) return hash.digest("hex") === sha256;
    hash.update(piece.subarray(0, bytesRead));
    position += bytesRead;
  }
};

/** What a cache is made of. */
interface CacheOptions {
  readonly disk: ImageDisk;
  /** Of this cache alone. */
  readonly folder: string;
  /** Where files lie while they are fetched; on the same file system. */
  readonly incoming: string;
  /** Bytes at most. */
  readonly most: number;
  readonly log: RatedLog;
}

/** Images on this machine's disk, by their digests. */
export class ImageCache {
  readonly #of: CacheOptions;
  readonly #files: CacheFiles;
  /** A digest names one content for ever. */
  readonly #fetching = new SharedAnswers<string, void>();
  readonly #turns = new ConcurrencyLimit(downloads);
  #restUntil = -Infinity;

  constructor(of: CacheOptions) {
    this.#of = of;
    this.#files = new CacheFiles(of.disk, of.folder, of.most);
  }

  /** Learns what is there. Rejects with the system's error. */
  ready(): Promise<void> {
    return this.#files.ready();
  }

  /**
   * Opens the image that has that digest, which it fetches where it is not there, or is damaged: once, however many
   * ask. Undefined where the disk does not take it. Rejects with what `fetch` throws.
   */
  async open(digest: Digest, fetch: () => AsyncIterable<Buffer>): Promise<FileHandle | undefined> {
    const { sha256, bytes } = digest;
    for (let look = 0; look < looks; look += 1) {
      const found = await this.#files.open(sha256, bytes);
      if (found?.isSound === true) return found.handle;
      await found?.handle.close();
      if (!(await this.#ensure(digest, fetch))) return undefined;
    }
    return undefined;
  }

  /** Makes a file, which has that digest, the one of the cache; where that cannot be, it stays where it is. */
  async adopt({ sha256 }: Digest, path: string): Promise<void> {
    try {
      await this.#files.take(sha256, path);
    } catch (error) {
      this.#failed(error);
    }
  }

  async #ensure(digest: Digest, fetch: () => AsyncIterable<Buffer>): Promise<boolean> {
    const { sha256 } = digest;
    const get = (): Promise<void> => this.#turns.run(() => this.#check(digest, fetch));
    try {
      await this.#fetching.to(sha256, get);
      return true;
    } catch (error) {
      if (error instanceof Refusal) throw error;
      return false;
    }
  }

  /** Sees to it that the file is there and has its digest. */
  async #check(digest: Digest, fetch: () => AsyncIterable<Buffer>): Promise<void> {
    const found = await this.#files.open(digest.sha256, digest.bytes);
    try {
      if (found !== undefined && (await hasDigest(found.handle, digest.sha256)))
        return await this.#files.isSound(digest.sha256, found.handle);
    } catch (error) {
      this.#of.log.warn({ reason: messageOf(error) }, "a kept image cannot be read: fetched anew");
    } finally {
      await found?.handle.close();
    }
    await this.#fetch(digest, fetch);
  }

  async #fetch({ sha256, bytes }: Digest, fetch: () => AsyncIterable<Buffer>): Promise<void> {
    if (performance.now() < this.#restUntil) throw new Error("the disk rests");
    const { disk, incoming, log } = this.#of;
    const path = `${incoming}/${randomUUID()}`;
    try {
      await this.#files.makeRoom(bytes);
      const file = await disk.open(path, "create");
      const hash = createHash("sha256");
      try {
        let position = 0;
        for await (const piece of fetch()) {
          hash.update(piece);
          await writeWhole(file, [piece], position);
          position += piece.length;
        }
      } finally {
        await file.close();
      }
      if (hash.digest("hex") !== sha256) {
        log.error({ sha256 }, "an image is damaged in the cluster");
        throw new Refusal(500, "the image is damaged in the cluster");
      }
      await this.#files.take(sha256, path);
    } catch (error) {
      if (!(error instanceof Refusal)) this.#failed(error);
      throw error;
    } finally {
      await removeIfThere(disk, path).catch(() => undefined);
    }
  }

  #failed(error: unknown): void {
    this.#restUntil = performance.now() + restMs;
    const reason = messageOf(error);
    this.#of.log.warn({ reason }, "the cache of images takes none: they come from the cluster");
  }
}
