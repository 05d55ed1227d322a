import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { Refusal } from "../../../server/http/routes.ts";
import { type Etcd, type EtcdProblem, oneKey } from "../client/etcd.ts";
import type { Keys } from "../keys.ts";
import { deleteParts, partBytes } from "../parts.ts";
import { type ImageRecord, storeImage } from "./image-records.ts";
import {
  changeProblem,
  type KnownBackground,
  type KnownImage,
  KnownImages,
  type KnownImagesSetup,
  readProblem,
} from "./known-images.ts";
import {
  type ImagesSize,
  type ImageStore,
  type NumberedImage,
  type OpenedImage,
  removeUnguarded,
} from "../../../images/image-store.ts";
import type { ImageExtension } from "../../../images/image-name.ts";
import type { NodeImages } from "./node-images.ts";

/**
 * The bytes of an image in etcd from `start` to `end`, inclusive, part by part on demand. Their digest is not checked.
 * Throws a `Refusal` if the image is gone or cannot be read.
 */
async function* readImage(
  etcd: Etcd,
  keys: Keys,
  { parts, bytes }: ImageRecord,
  start = 0,
  end = bytes - 1,
): AsyncGenerator<Buffer, void, undefined> {
  for (let number = Math.floor(start / partBytes); number * partBytes <= end; number += 1) {
    const read = await etcd.read(oneKey(keys.part(parts.upload, number)));
    if (isLeft(read)) throw readProblem(read.left);
    const [part] = read.right.pairs;
    if (part === undefined) throw new Refusal(404, "the image was removed");
    const before = number * partBytes;
    yield part.value.subarray(Math.max(0, start - before), end + 1 - before);
  }
}

/** How long a removal may take; the plan waits for it. */
const discardMs = 2000;
/** Attempts to remove an image while others change it. */
const tries = 5;

/** Dependencies of the images of a cluster. */
interface ClusterImagesOptions extends KnownImagesSetup {
  /** What this node has for the images of all homes. */
  readonly on: NodeImages;
  /** etcd's revision of the log's head that the plan actor has now. */
  readonly head: () => number;
}

/** The tracing images of a home of a cluster: in etcd, with a cache on this machine's disk. */
export class ClusterImages implements ImageStore {
  readonly #of: ClusterImagesOptions;
  readonly #known: KnownImages;

  constructor(of: ClusterImagesOptions) {
    this.#of = of;
    this.#known = new KnownImages(of);
  }

  get incoming(): string {
    return this.#of.on.incoming;
  }

  /** Learns which images there are. Left: why it failed. */
  async ready(): Promise<Either<string, void>> {
    const opened = await this.#known.open();
    return isLeft(opened)
      ? left(`the images of the cluster cannot be read: ${opened.left.reason}`)
      : opened;
  }

  close(): void {
    this.#known.close();
  }

  put(floor: string, extension: ImageExtension, received: string): Promise<number> {
    return this.#of.on.uploading.run(async () => {
      const { etcd, keys, now } = this.#of;
      const hash = createHash("sha256");
      let bytes = 0;
      const pieces = async function* (): AsyncGenerator<Buffer> {
        for await (const piece of createReadStream(received, { highWaterMark: partBytes })) {
          if (!Buffer.isBuffer(piece)) throw new TypeError("a file is read as bytes");
          hash.update(piece);
          bytes += piece.length;
          yield piece;
        }
      };
      const stored = await storeImage(etcd, keys, pieces(), {
        floor,
        extension,
        digest: () => ({ bytes, sha256: hash.digest("hex") }),
        version: (newest) => Math.max(now(), newest + 1),
        isNewest: true,
      });
      if (isLeft(stored)) throw changeProblem(stored.left);
      await this.#of.on.cache.adopt(stored.right.record, received);
      const { revision } = stored.right;
      await Promise.all([
        this.#known.heardImages(revision),
        this.#known.heardBackgrounds(revision),
      ]);
      return stored.right.version;
    });
  }

  async remove(floor: string): Promise<readonly NumberedImage[]> {
    const { etcd, keys } = this.#of;
    const range = oneKey(keys.background(floor));
    await this.#known.catchUp();
    let doubt: EtcdProblem | undefined;
    for (let count = 1; ; count += 1) {
      const read = await etcd.read(range);
      // A failed read tells nothing of the attempt before.
      if (isLeft(read)) throw changeProblem(doubt ?? read.left);
      const [there] = read.right.pairs;
      if (there === undefined)
        return this.#known.numbered().filter((image) => image.floor === floor);
      // Guarded, so that a late one removes no later upload.
      const done = await etcd.transact({
        guards: [{ range, changed: there.changed }],
        then: [{ kind: "delete", range }],
      });
      if (isLeft(done)) {
        if (done.left.kind !== "unknown" || count >= tries) throw changeProblem(doubt ?? done.left);
        doubt = done.left;
      } else if (done.right.held) await this.#known.heardBackgrounds(done.right.revision);
    }
  }

  get canHaveNumbered(): boolean {
    return this.#known.size > 0;
  }

  async numbered(): Promise<readonly NumberedImage[]> {
    return this.#known.numbered();
  }

  async size(): Promise<ImagesSize> {
    const known = this.#known.numbered();
    return {
      images: known.length,
      bytes: known.reduce((sum, { record }) => sum + record.bytes, 0),
    };
  }

  /** Rejects if the outcome is unknown: then others need not be tried. */
  async discard({ file, floor }: NumberedImage, atLast = removeUnguarded): Promise<boolean> {
    const image = this.#known.image(file);
    if (image === undefined) return true;
    const background = this.#known.background(floor);
    if (background?.file === file) return false;
    let revision = 0;
    const isGone = await atLast(async () => {
      revision = await this.#delete(image, background);
      return revision > 0;
    });
    if (isGone) await this.#known.heardImages(revision);
    return isGone;
  }

  async open(file: string): Promise<OpenedImage | undefined> {
    const { etcd, keys } = this.#of;
    const image = await this.#known.find(file);
    if (image === undefined) return undefined;
    const { record, version } = image;
    const stats = { size: record.bytes, mtime: new Date(version) };
    const kept = await this.#of.on.cache.open(record, () => readImage(etcd, keys, record));
    return { handle: kept ?? (await this.#direct(record)), stats };
  }

  /** Reads an image that the disk cannot cache. Rejects with a `Refusal` if it cannot be read. */
  async #direct(record: ImageRecord): Promise<OpenedImage["handle"]> {
    const { etcd, keys } = this.#of;
    // Later failures end a response that has begun.
    await readImage(etcd, keys, record, 0, 0).next();
    return {
      createReadStream: ({ start, end }) =>
        Readable.from(readImage(etcd, keys, record, start, end), { objectMode: false }),
      close: () => Promise.resolve(),
    };
  }

  /** Removes an image unless it, its floor's plain path or the log has changed; returns etcd's revision, or 0 if one has. */
  async #delete(
    { file, floor, changed, record }: KnownImage,
    background: KnownBackground | undefined,
  ): Promise<number> {
    const { etcd, keys, head } = this.#of;
    const image = oneKey(keys.image(file));
    const done = await etcd.transact(
      {
        guards: [
          { range: image, changed },
          { range: oneKey(keys.background(floor)), changed: background?.changed ?? 0 },
          { range: oneKey(keys.head), changed: head() },
        ],
        then: [{ kind: "delete", range: image }, deleteParts(keys, record.parts)],
      },
      discardMs,
    );
    if (isLeft(done)) throw new Error(done.left.reason);
    return done.right.held ? done.right.revision : 0;
  }
}

/** Opens the images of a cluster. Left: why they cannot be used. */
export const openClusterImages = async (
  options: ClusterImagesOptions,
): Promise<Either<string, ClusterImages>> => {
  const images = new ClusterImages(options);
  const ready = await images.ready();
  return isLeft(ready) ? ready : right(images);
};
