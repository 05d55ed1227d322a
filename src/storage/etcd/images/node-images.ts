import { join } from "node:path";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import { messageOf, removeIfThere } from "../../../../wal/index.ts";
import type { ImageDisk } from "../../../images/image-store.ts";
import type { RatedLog } from "../../../server/runtime/rated-log.ts";
import { ConcurrencyLimit, ImageCache } from "./image-cache.ts";

/** Concurrent uploads to etcd; each holds parts in memory. */
const uploads = 4;

/** What a node has on its disk for the images of all its homes. */
export interface NodeImages {
  /** The folder of files that are received. */
  readonly incoming: string;
  /** By their content, so that equal images of several homes are there once. */
  readonly cache: ImageCache;
  /** Limits uploads to etcd. */
  readonly uploading: ConcurrencyLimit;
}

interface NodeImagesOptions {
  readonly disk: ImageDisk;
  /** This node's folder for uploads and its cache. */
  readonly folder: string;
  readonly limits: {
    /** Bytes of the cache. */
    readonly imageCacheBytes: number;
  };
  readonly log: RatedLog;
}

/** Prepares the folders. Left: why it failed. */
export const openNodeImages = async ({
  disk,
  folder,
  limits,
  log,
}: NodeImagesOptions): Promise<Either<string, NodeImages>> => {
  const incoming = join(folder, "incoming");
  const most = limits.imageCacheBytes;
  const cache = new ImageCache({ disk, folder: join(folder, "images"), incoming, most, log });
  try {
    await disk.makeFolder(incoming);
    for (const file of await disk.list(incoming)) await removeIfThere(disk, `${incoming}/${file}`);
    await cache.ready();
  } catch (error) {
    return left(`the images in ${folder} cannot be used: ${messageOf(error)}`);
  }
  return right({ incoming, cache, uploading: new ConcurrencyLimit(uploads) });
};
