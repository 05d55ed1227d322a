import type { Readable } from "node:stream";
import { link, stat } from "node:fs/promises";
import type { ImageExtension, ImageName } from "./image-name.ts";
import { type FileSystem, nodeFileSystem } from "../../wal/index.ts";

/** An uploaded image under its number. */
export interface NumberedImage extends ImageName {
  readonly file: string;
  readonly version: number;
  /** When its wait for a plan that shows it began: milliseconds since 1970 by this machine's clock. */
  readonly since: number;
}

/** Calls `remove` and returns its result, whether the image is gone; or keeps the image and returns false. */
export type RemovalGuard = (remove: () => Promise<boolean>) => Promise<boolean>;

export const removeUnguarded: RemovalGuard = (remove) => remove();

/** An open image. */
interface ImageHandle {
  /** The bytes from `start` to `end`, inclusive; by default all. */
  readonly createReadStream: (range: {
    readonly start?: number | undefined;
    readonly end?: number | undefined;
  }) => Readable;
  readonly close: () => Promise<void>;
}

/** An open image: it stays the same whatever happens to its name. The caller closes it. */
export interface OpenedImage {
  readonly handle: ImageHandle;
  readonly stats: { readonly size: number; readonly mtime: Date };
}

/** The size of all images. */
export interface ImagesSize {
  readonly images: number;
  readonly bytes: number;
}

/**
 * Storage of the tracing images. Each upload has two names: the plain one, `bg_<floor>.<ext>`, which the next upload
 * replaces atomically, and a numbered one, `bg_<floor>.<version>.<ext>`, which stays until nothing shows it any more.
 * Floors are encoded by `floorName`.
 */
export interface ImageStore {
  /** A local folder for uploads in progress; emptied at every start. */
  readonly incoming: string;
  /**
   * Makes a received, synced file the image of a floor. Durable when it returns. Returns its version: milliseconds
   * since 1970, never the same twice. If it rejects, the previous image is back, unless a `Refusal` says that the
   * outcome is unknown.
   */
  readonly put: (floor: string, extension: ImageExtension, received: string) => Promise<number>;
  /**
   * Removes the image of a floor, if there is one; numbered images stay. Returns the floor's numbered images; rejects
   * as `put` does.
   */
  readonly remove: (floor: string) => Promise<readonly NumberedImage[]>;
  /** Whether there may be numbered images; known without disk access, as every save asks. */
  readonly canHaveNumbered: boolean;
  readonly numbered: () => Promise<readonly NumberedImage[]>;
  /** The number of numbered images and their bytes. Rejects with the system's error. */
  readonly size: () => Promise<ImagesSize>;
  /**
   * Removes a numbered image, unless it is the one at its floor's plain path; returns whether it is gone. `atLast`
   * decides last: it removes the image, or returns false.
   */
  readonly discard: (image: NumberedImage, atLast?: RemovalGuard) => Promise<boolean>;
  /**
   * Opens an image by its plain or numbered name; undefined if there is none. Rejects with a `Refusal` if one cannot
   * be read now.
   */
  readonly open: (file: string) => Promise<OpenedImage | undefined>;
}

/** For file systems that allow a file one name only. */
export const noHardLinks =
  "tracing images need hard links, which the data folder's file system lacks, like FAT, exFAT and some network shares: put the data folder on another one, such as ext4, XFS or Btrfs";

/** What images need from a disk besides what the log does. */
export interface ImageDisk extends FileSystem {
  /** Hard link; the new name must not exist. */
  readonly link: (path: string, name: string) => Promise<void>;
  /** Equal for two names of one file; undefined if there is none. */
  readonly identity: (path: string) => Promise<string | undefined>;
}

/** This machine's disk. */
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
