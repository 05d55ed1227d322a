import { link, stat } from "node:fs/promises";
import { type FileSystem, nodeFileSystem } from "../../../wal/index.ts";

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
