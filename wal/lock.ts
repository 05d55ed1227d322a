import { constants, type FileHandle, lstat, open, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import { giveToOwner, hasCode, messageOf } from "./system-calls.ts";

type LockCode = (typeof import("fs-native-extensions"))["default"];

/** Loads the native code for file locks, which Node.js lacks. Rejects with a readable sentence if there is none for this machine. */
const loadLockCode = async (): Promise<LockCode> => {
  try {
    return (await import("fs-native-extensions")).default;
  } catch (cause) {
    const [why = ""] = messageOf(cause).split("\n");
    throw new Error(
      `file locks are not available on ${process.platform}-${process.arch}: they need 64-bit x86 or ARM, and on Linux glibc, which Alpine does not have (${why})`,
      { cause },
    );
  }
};

/** A held lock. The kernel frees it on `release` and when the process ends, however that happens. */
export interface Lock {
  readonly release: () => Promise<void>;
}

export interface LockHeld {
  readonly path: string;
}

const noteTries = 50;
const noteWaitMs = 10;

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user must not be signalled, but exists.
    return hasCode(error, "EPERM");
  }
};

/**
 * The process id of a lock's holder; undefined if the holder has not noted a readable one.
 *
 * A holder writes its id right after taking the lock. Until then the file is empty or names a dead holder, so this
 * retries for a moment. A holder in another container never seems to run here.
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

/** Best effort: a full disk must not make taking the lock fail. */
const noteHolder = async (file: FileHandle): Promise<void> => {
  try {
    await file.truncate();
    await file.write(`${process.pid}\n`);
  } catch {
    return;
  }
};

/** Whether the path still leads to the open file. If not, later processes lock another file. */
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
    // Following a symbolic link would write the note into its target.
    return await open(path, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW, 0o600);
  } catch (error) {
    if (!hasCode(error, "ELOOP")) throw error;
    throw new Error(`${path} is a symbolic link, and a lock file must not be one: remove it`, {
      cause: error,
    });
  }
};

/** The outcome of locking an open, writable file. */
export type Locking =
  /** Locked until the file is closed. */
  | "locked"
  /** Another process holds the lock. */
  | "held"
  /** The path leads to another file by now, or to none. */
  | "moved";

/** Locks the open file at `path` as `takeLock` does, without writing to it. Rejects with the system's error, for example on file systems without locks. */
export const lockFile = async (file: FileHandle, path: string): Promise<Locking> => {
  // Loaded lazily: most uses of a log need no lock.
  const native = await loadLockCode();
  if (!native.tryLock(file.fd)) return "held";
  return (await isAt(file, path)) ? "locked" : "moved";
};

/**
 * Takes an advisory lock on the file at `path`, whose folder exists, without waiting for it.
 *
 * The lock is on the open file description (OFD locks of fcntl(2) on Linux): the kernel frees it when the process ends,
 * so there are no stale locks, and the file stays. Only the holder may remove the file, together with what it guards;
 * if the file was replaced meanwhile, the new file is locked. Rejects with the system's error if the file cannot be
 * opened or is a symbolic link, and with a readable sentence if this machine has no such locks.
 */
export const takeLock = async (path: string): Promise<Either<LockHeld, Lock>> => {
  // First, so that a machine without locks creates no file.
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
