import { constants, type FileHandle, lstat, open, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import { giveToOwner, hasCode, messageOf } from "./system-calls.ts";

type LockCode = (typeof import("fs-native-extensions"))["default"];

/**
 * Loads the native code that locks files: Node.js has no such call. Rejects with a sentence for whoever installed the
 * program where there is none for this machine.
 */
const loadLockCode = async (): Promise<LockCode> => {
  try {
    return (await import("fs-native-extensions")).default;
  } catch (cause) {
    const [why = ""] = messageOf(cause).split("\n");
    throw new Error(
      `there is no lock on files for ${process.platform}-${process.arch}: it takes 64 bits of x86 or ARM, and on Linux glibc, which Debian has and Alpine has not (${why})`,
      { cause },
    );
  }
};

/** A lock that is held. It is the kernel's: it ends with `release`, or with the process, however that dies. */
export interface Lock {
  readonly release: () => Promise<void>;
}

/** Somebody else has the lock. */
export interface LockHeld {
  readonly path: string;
}

const noteTries = 50;
const noteWaitMs = 10;

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user may not be asked, but is there.
    return hasCode(error, "EPERM");
  }
};

/**
 * The process id of a lock's holder; undefined where it noted none that can be read.
 *
 * A holder notes its id right after it took the lock. Whoever comes in between finds no note, or that of a holder
 * before, which is gone: it waits a moment for the new one. A holder in another container never seems to run here.
 */
export const readHolder = async ({ path }: LockHeld): Promise<number | undefined> => {
  for (let tries = 1; ; tries += 1) {
    const pid = Number.parseInt(await readFile(path, "utf8").catch(() => ""), 10);
    const isNoted = pid > 0;
    if (isNoted && isRunning(pid)) return pid;
    if (tries === noteTries) return isNoted ? pid : undefined;
    await sleep(noteWaitMs);
  }
};

/** The note is for people: a disk that has no room for it takes nobody's lock away. */
const noteHolder = async (file: FileHandle): Promise<void> => {
  try {
    await file.truncate();
    await file.write(`${process.pid}\n`);
  } catch {
    return;
  }
};

/** Whether the path is still that of the open file: else a lock on it means nothing to those who come later. */
const isAt = async (file: FileHandle, path: string): Promise<boolean> => {
  const own = await file.stat();
  const named = await lstat(path).catch(() => undefined);
  return named !== undefined && named.dev === own.dev && named.ino === own.ino;
};

const { O_RDWR, O_CREAT, O_APPEND, O_NOFOLLOW } = constants;

const openLockFile = async (path: string): Promise<FileHandle> => {
  try {
    const made = await open(path, "ax+", 0o600);
    await giveToOwner(made, path);
    return made;
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
  }
  try {
    // The holder's note would go into whatever file somebody has put a link to.
    return await open(path, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW, 0o600);
  } catch (error) {
    if (!hasCode(error, "ELOOP")) throw error;
    throw new Error(`${path} is a symbolic link, which no lock is: remove it`, { cause: error });
  }
};

/** What became of locking a file that is open for writing. */
export type Locking =
  /** This process has it, until the file is closed. */
  | "locked"
  /** Somebody else has it. */
  | "held"
  /** The path is that of another file by now, or of none. */
  | "moved";

/** Locks an open file, which is found at `path`, as `takeLock` does; nothing is written to it. Rejects with the system's error, as on file systems that know no locks. */
export const lockFile = async (file: FileHandle, path: string): Promise<Locking> => {
  // Loaded when it is wanted: most of what a program does with a log needs no lock.
  const native = await loadLockCode();
  if (!native.tryLock(file.fd)) return "held";
  return (await isAt(file, path)) ? "locked" : "moved";
};

/**
 * Takes an advisory lock on the file at `path`, whose folder is there, at once or not at all.
 *
 * The lock is one on the open file description (fcntl's OFD locks on Linux, see fcntl(2)): the kernel frees it when the
 * process ends, so there is no stale lock to judge, and the file itself stays where it is. Only who holds the lock may
 * remove the file, together with what it guards; a lock on a file that was removed meanwhile is not taken, but one on
 * the file that is there now. Rejects with the system's error where the file cannot be opened or a symbolic link is in
 * its place, and with a sentence where this machine has no such lock.
 */
export const takeLock = async (path: string): Promise<Either<LockHeld, Lock>> => {
  // First, so that a machine that has no such lock is left without its file.
  await loadLockCode();
  for (;;) {
    const file = await openLockFile(path);
    try {
      const locking = await lockFile(file, path);
      if (locking === "locked") {
        await noteHolder(file);
        return right({ release: () => file.close() });
      }
      await file.close();
      if (locking === "held") return left({ path });
    } catch (error) {
      await file.close().catch(() => undefined);
      throw error;
    }
  }
};
