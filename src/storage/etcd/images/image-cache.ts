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

/** Runs a limited number of tasks at a time; the others wait in order. */
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

/** Files of the cache are named by their digest. */
const isOurs = (name: string): boolean => /^[0-9a-f]{64}$/.test(name);

/** Identifies a file's state: every change makes another one. */
const stateOf = ({ ino, size, mtimeMs }: Stats): string => `${ino} ${size} ${mtimeMs}`;

interface CachedFile {
  bytes: number;
  /** The state in which its digest was right; undefined if it was not checked. */
  sound: string | undefined;
}

/**
 * The files of a cache with limited bytes: the least recently used go first. An open one stays readable when it goes.
 */
class CacheFiles {
  readonly #disk: ImageDisk;
  readonly #folder: string;
  readonly #most: number;
  /** The most recently used last. */
  readonly #known = new Map<string, CachedFile>();
  #used = 0;

  constructor(disk: ImageDisk, folder: string, most: number) {
    this.#disk = disk;
    this.#folder = folder;
    this.#most = most;
  }

  /** Lists the existing files. Rejects with the system's error. */
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

  /** Opens a file of that length; tells whether its digest is known to be right. */
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
      // Missing or unreadable: it is fetched again.
    }
    await handle?.close();
    return undefined;
  }

  /** Notes that an open file has the right digest. */
  async isSound(digest: string, handle: FileHandle): Promise<void> {
    const stats = await handle.stat();
    this.#note(digest, { bytes: stats.size, sound: stateOf(stats) });
  }

  /** Moves a file with that digest into the cache. Rejects with the system's error. */
  async take(digest: string, path: string): Promise<void> {
    const stats = await stat(path);
    await this.makeRoom(stats.size);
    await this.#disk.rename(path, this.path(digest));
    this.#note(digest, { bytes: stats.size, sound: stateOf(stats) });
  }

  /** Removes least recently used files until there is room for `bytes`. */
  async makeRoom(bytes: number): Promise<void> {
    for (const [digest, known] of this.#known) {
      if (this.#used + bytes <= this.#most) return;
      this.#known.delete(digest);
      this.#used -= known.bytes;
      await removeIfThere(this.#disk, this.path(digest));
    }
  }

  #note(digest: string, known: CachedFile): void {
    this.#used += known.bytes - (this.#known.get(digest)?.bytes ?? 0);
    this.#known.delete(digest);
    this.#known.set(digest, known);
  }
}

/** Each holds parts in memory. */
const downloads = 4;
/** How long nothing is fetched after the disk failed. */
const restMs = 10_000;
/** Attempts to open an image; more than one is needed only if it is evicted before it is opened. */
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

interface CacheOptions {
  readonly disk: ImageDisk;
  readonly folder: string;
  /** For files being fetched; on the same file system. */
  readonly incoming: string;
  readonly most: number;
  readonly log: RatedLog;
}

/** Images on this machine's disk, by digest. */
export class ImageCache {
  readonly #of: CacheOptions;
  readonly #files: CacheFiles;
  /** A digest always means the same content. */
  readonly #fetching = new SharedAnswers<string, void>();
  readonly #turns = new ConcurrencyLimit(downloads);
  #restUntil = -Infinity;

  constructor(of: CacheOptions) {
    this.#of = of;
    this.#files = new CacheFiles(of.disk, of.folder, of.most);
  }

  ready(): Promise<void> {
    return this.#files.ready();
  }

  /**
   * Opens the image with that digest, fetching it if it is missing or damaged: once, for all concurrent callers.
   * Undefined if the disk fails. Rejects with what `fetch` throws.
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

  /** Moves a file with that digest into the cache; if that fails, it stays where it is. */
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

  /** Makes sure that the file is there with the right digest. */
  async #check(digest: Digest, fetch: () => AsyncIterable<Buffer>): Promise<void> {
    const found = await this.#files.open(digest.sha256, digest.bytes);
    try {
      if (found !== undefined && (await hasDigest(found.handle, digest.sha256)))
        return await this.#files.isSound(digest.sha256, found.handle);
    } catch (error) {
      this.#of.log.warn(
        { reason: messageOf(error) },
        "a cached image cannot be read; it is fetched again",
      );
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
    this.#of.log.warn({ reason }, "the image cache failed: images come from the cluster");
  }
}
