import { type FileHandle, type FileSystem, nodeFileSystem } from "../../wal/index.ts";

/** A call of the file system that a test may count, delay or fail. */
export interface DiskCall {
  readonly name: keyof FileSystem | Exclude<keyof FileHandle, "size">;
  readonly path: string;
}

/** The machine's disk with `before` ahead of every call: its promise delays the call, its error fails the call. */
export const diskWith = (
  before: (call: DiskCall) => Promise<void>,
  disk: FileSystem = nodeFileSystem,
): FileSystem => {
  const wrap = (file: FileHandle, path: string): FileHandle => ({
    write: async (buffers, position) => {
      await before({ name: "write", path });
      return file.write(buffers, position);
    },
    read: async (into, position) => {
      await before({ name: "read", path });
      return file.read(into, position);
    },
    datasync: async () => {
      await before({ name: "datasync", path });
      return file.datasync();
    },
    truncate: async (length) => {
      await before({ name: "truncate", path });
      return file.truncate(length);
    },
    size: () => file.size(),
    close: async () => {
      await before({ name: "close", path });
      return file.close();
    },
  });
  return {
    open: async (path, mode) => {
      await before({ name: "open", path });
      return wrap(await disk.open(path, mode), path);
    },
    list: async (folder) => {
      await before({ name: "list", path: folder });
      return disk.list(folder);
    },
    rename: async (from, to) => {
      await before({ name: "rename", path: from });
      return disk.rename(from, to);
    },
    remove: async (path) => {
      await before({ name: "remove", path });
      return disk.remove(path);
    },
    makeFolder: async (folder) => {
      await before({ name: "makeFolder", path: folder });
      return disk.makeFolder(folder);
    },
    openFolder: async (folder) => {
      await before({ name: "openFolder", path: folder });
      const opened = await disk.openFolder(folder);
      return {
        sync: async () => {
          await before({ name: "syncFolder", path: folder });
          return opened.sync();
        },
        close: async () => {
          await before({ name: "close", path: folder });
          return opened.close();
        },
      };
    },
    syncFolder: async (folder) => {
      await before({ name: "syncFolder", path: folder });
      return disk.syncFolder(folder);
    },
  };
};
