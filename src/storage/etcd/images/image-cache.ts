import { createHash, randomUUID } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { messageOf, removeIfThere, writeWhole } from "../../../../wal/index.ts";
import type { ImageDisk } from "../../../floorplan/images/image-disk.ts";
import { Refusal } from "../../../host/http/refusal.ts";
import type { RatedLog } from "../../../host/rated-log.ts";
import { SharedAnswers } from "../../../shared-answers.ts";
import type { Digest } from "../../../cluster/digest.ts";
import { ConcurrencyLimit } from "../../../cluster/images/at-a-time.ts";
import { CacheFiles } from "../../../cluster/images/cache-files.ts";

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
export interface CacheOptions {
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
   * Opens the image that has that digest, which it fetches where it is not there, or is damaged: once,
   * however many ask. Undefined where the disk does not take it. Rejects with what `fetch` throws.
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
