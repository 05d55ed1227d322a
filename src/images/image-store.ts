import type { Readable } from "node:stream";
import { link, stat } from "node:fs/promises";
import type { ImageExtension, ImageName } from "./image-name.ts";
import { type FileSystem, nodeFileSystem } from "../../wal/index.ts";

/** A numbered image. */
export interface NumberedImage extends ImageName {
  readonly file: string;
  readonly version: number;
  /** From when on its waiting counts while no plan shows it: milliseconds since 1970 by this machine's clock. */
  readonly since: number;
}

/** Calls `remove` and returns what it resolves with, which tells whether the image was removed; or leaves it and returns false. */
export type RemovalGuard = (remove: () => Promise<boolean>) => Promise<boolean>;

/** Removes it. */
export const removeUnguarded: RemovalGuard = (remove) => remove();

/** What an image is read by once it is open. */
interface ImageHandle {
  /** Its bytes from `start` to `end`, both of which are among them; by default all. */
  readonly createReadStream: (range: {
    readonly start?: number | undefined;
    readonly end?: number | undefined;
  }) => Readable;
  readonly close: () => Promise<void>;
}

/** An image that was opened: whatever becomes of its name, it stays this one. Whoever opened it closes it. */
export interface OpenedImage {
  readonly handle: ImageHandle;
  readonly stats: { readonly size: number; readonly mtime: Date };
}

/** What images take. */
export interface ImagesSize {
  readonly images: number;
  readonly bytes: number;
}

/**
 * Where the tracing images are kept. Each upload has two names: the plain one, `bg_<floor>.<ext>`, which the next
 * upload takes over in one step, and a numbered one, `bg_<floor>.<version>.<ext>`, which stays until nothing shows it
 * any more. Here a floor is what `floorName` gives for its id.
 */
export interface ImageStore {
  /** A folder of this machine in which uploads are received; emptied at every start. */
  readonly incoming: string;
  /**
   * Makes a received, synced file the image of a floor, in place of the one before. Durable when it returns. Returns
   * its version: milliseconds since 1970, never the same twice. Where it rejects, the one before is back, unless a
   * `Refusal` says that nobody knows.
   */
  readonly put: (floor: string, extension: ImageExtension, received: string) => Promise<number>;
  /** Removes the image of a floor, if there is one; what plans show by its number stays. Returns what the floor has by number; rejects as `put` does. */
  readonly remove: (floor: string) => Promise<readonly NumberedImage[]>;
  /** Whether there can be numbered images: known at once, for those who ask at each save. */
  readonly canHaveNumbered: boolean;
  /** Every numbered image. */
  readonly numbered: () => Promise<readonly NumberedImage[]>;
  /** How many numbered images there are, and how many bytes they have together. Rejects with the system's error. */
  readonly size: () => Promise<ImagesSize>;
  /**
   * Removes a numbered image, unless it is the one at its floor's plain path; tells whether it is gone. `atLast` has
   * the last word: it removes the image, or returns false.
   */
  readonly discard: (image: NumberedImage, atLast?: RemovalGuard) => Promise<boolean>;
  /**
   * Opens what has that plain or numbered name; undefined where there is none. Rejects with a `Refusal` where there may
   * be one that cannot be had for the moment.
   */
  readonly open: (file: string) => Promise<OpenedImage | undefined>;
}

/** Why there can be no images on a disk whose file system gives a file one name alone. */
export const noHardLinks =
  "tracing images need hard links, and the file system of the data folder has none, as FAT, exFAT and some shares: put the data folder on another, such as ext4, XFS or Btrfs";

/** What the images ask of a disk beyond what the log does. */
export interface ImageDisk extends FileSystem {
  /** Gives a file a second name, which must not exist. */
  readonly link: (path: string, name: string) => Promise<void>;
  /** The same for two names of one file, another for two files; undefined where there is none. */
  readonly identity: (path: string) => Promise<string | undefined>;
}

/** The disk of this machine. */
export const nodeImageDisk: ImageDisk = {
  ...nodeFileSystem,
  link,
  identity: async (path) => {
    try {
      const { dev, ino } = await stat(path, { bigint: true });
      return `${dev}-${ino}`;
    } catch {
      return undefined;
    }
  },
};
