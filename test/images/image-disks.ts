import { type ImageDisk, nodeImageDisk } from "../../src/images/image-store.ts";
import type { FileHandle } from "../../wal/index.ts";

/** One call of a disk that changes something. */
export interface ImageDiskCall {
  readonly name: "create" | "write" | "datasync" | "link" | "rename" | "remove" | "syncFolder";
  /** What it changes; for a rename or a link the new name. */
  readonly path: string;
}

/** The machine's disk with `before` in front of every call that changes something: what it throws fails the call. */
export const imageDiskWith = (before: (call: ImageDiskCall) => void): ImageDisk => {
  const wrap = (file: FileHandle, path: string): FileHandle => ({
    ...file,
    write: async (buffers, position) => {
      before({ name: "write", path });
      return file.write(buffers, position);
    },
    datasync: async () => {
      before({ name: "datasync", path });
      return file.datasync();
    },
  });
  return {
    ...nodeImageDisk,
    open: async (path, mode) => {
      if (mode === "create") before({ name: "create", path });
      return wrap(await nodeImageDisk.open(path, mode), path);
    },
    link: async (path, name) => {
      before({ name: "link", path: name });
      return nodeImageDisk.link(path, name);
    },
    rename: async (from, to) => {
      before({ name: "rename", path: to });
      return nodeImageDisk.rename(from, to);
    },
    remove: async (path) => {
      before({ name: "remove", path });
      return nodeImageDisk.remove(path);
    },
    syncFolder: async (folder) => {
      before({ name: "syncFolder", path: folder });
      return nodeImageDisk.syncFolder(folder);
    },
  };
};

/** The machine's disk, on which every drawing that is looked at goes on for ever, and when that began. */
export const endlessDrawings = (): {
  readonly imageDisk: ImageDisk;
  readonly begun: Promise<void>;
} => {
  const text = Buffer.from("<g/>".repeat(64));
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const imageDisk: ImageDisk = {
    ...nodeImageDisk,
    open: async (path, mode) => {
      const file = await nodeImageDisk.open(path, mode);
      if (mode !== "read") return file;
      const start = Buffer.from("<svg>");
      return {
        ...file,
        read: async (into, position) => {
          begin();
          return (position === 0 ? start : text).copy(into);
        },
      };
    },
  };
  return { imageDisk, begun };
};

/** An error as the system gives it. */
export const systemError = (code: string): Error =>
  Object.assign(new Error(`${code}: injected`), { code });
