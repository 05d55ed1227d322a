import { constants, type FileHandle, open, stat } from "node:fs/promises";
import { dirname } from "node:path";

const root = 0;

/**
 * Where root makes a file in a folder of somebody else's, gives it to that one, who could not read it otherwise: such as
 * a service that runs as a user of its own, beside whom an administrator uses the command line. `made` is new, so that
 * nobody has put a link to another file in its place. Where the file system or the machine does not allow it, nothing changes.
 */
export const giveToOwner = async (made: FileHandle, path: string): Promise<void> => {
  if (process.getuid?.() !== root) return;
  try {
    const { uid, gid } = await stat(dirname(path));
    if (uid !== root) await made.chown(uid, gid);
  } catch {
    // Whoever made it goes on with it, and closes it, in any case.
  }
};

/** The same for a folder that was made at a path. */
export const giveFolderToOwner = async (path: string): Promise<void> => {
  if (process.getuid?.() !== root) return;
  const folder = await open(
    path,
    constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW,
  );
  try {
    await giveToOwner(folder, path);
  } finally {
    await folder.close();
  }
};
