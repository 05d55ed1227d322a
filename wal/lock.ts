import { type FileHandle, open, readFile, stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import { loadLockCode } from "./lock-code.ts";
import { giveToOwner } from "./owner.ts";
import { hasCode } from "./system-error.ts";

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
 * A holder notes its id right after it took the lock. Whoever comes in between
 * finds no note, or that of a holder before, which is gone: it waits a moment
 * for the new one. A holder in another container never seems to run here.
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

/** Whether the path still leads to the open file, and a lock on it means anything to those who come later. */
const isAt = async (file: FileHandle, path: string): Promise<boolean> => {
  const own = await file.stat();
  const named = await stat(path).catch(() => undefined);
  return named !== undefined && named.dev === own.dev && named.ino === own.ino;
};

const openLockFile = async (path: string): Promise<FileHandle> => {
  try {
    const made = await open(path, "ax+", 0o600);
    await giveToOwner(made, path);
    return made;
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
    return open(path, "a+", 0o600);
  }
};

/**
 * Takes an advisory lock on the file at `path`, whose folder is there, at once or not at all.
 *
 * The lock is one on the open file description (fcntl's OFD locks on Linux,
 * see fcntl(2)): the kernel frees it when the process ends, so there is no
 * stale lock to judge, and the file itself stays where it is. Only who holds
 * the lock may remove the file, together with what it guards; a lock on a file
 * that was removed meanwhile is not taken, but one on the file that is there now.
 * Rejects with the system's error where the file cannot be opened, and with a sentence where this machine has no such lock.
 */
export const takeLock = async (path: string): Promise<Either<LockHeld, Lock>> => {
  // Loaded when it is wanted: most of what a program does with a log needs no lock.
  const native = await loadLockCode();
  for (;;) {
    const file = await openLockFile(path);
    try {
      if (!native.tryLock(file.fd)) {
        await file.close();
        return left({ path });
      }
      if (await isAt(file, path)) {
        await noteHolder(file);
        return right({ release: () => file.close() });
      }
    } catch (error) {
      await file.close().catch(() => undefined);
      throw error;
    }
    await file.close();
  }
};
