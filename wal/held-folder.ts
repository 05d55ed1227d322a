import type { FileSystem } from "./file-system.ts";

/** A disk on which one folder stays open, until `close`. */
export interface HeldFolder {
  readonly fs: FileSystem;
  readonly close: () => Promise<void>;
}

/**
 * Opens a folder for good, so that its syncs need no descriptor any more: a
 * process that has run out of them can still begin a segment. Rejects with the
 * system's error.
 */
export const holdFolder = async (fs: FileSystem, folder: string): Promise<HeldFolder> => {
  const { sync, close } = await fs.openFolder(folder);
  return {
    fs: { ...fs, syncFolder: (path) => (path === folder ? sync() : fs.syncFolder(path)) },
    close,
  };
};
