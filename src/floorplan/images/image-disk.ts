import { link, stat } from "node:fs/promises";
import { type FileSystem, nodeFileSystem } from "../../../wal/index.ts";

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
