import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import native from "fs-native-extensions";

/** A lock that is held. It is the kernel's: it ends with `release`, or with the process, however that dies. */
export interface Lock {
  readonly release: () => void;
}

/** Somebody else has the lock. */
export interface LockHeld {
  readonly path: string;
  /** Process id that the holder wrote into the lock file; undefined where it cannot be read. */
  readonly holder: number | undefined;
}

const noteTries = 50;
const noteWaitMs = 10;

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user may not be asked, but is there.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
};

/**
 * A holder notes its id right after it took the lock. Whoever comes in between
 * finds no note, or that of a holder before, which is gone: it waits a moment
 * for the new one. A holder in another container never seems to run here.
 */
const readHolder = (path: string): number | undefined => {
  for (let tries = 1; ; tries += 1) {
    const pid = Number.parseInt(readFileSync(path, "utf8"), 10);
    const isNoted = pid > 0;
    if (isNoted && isRunning(pid)) return pid;
    if (tries === noteTries) return isNoted ? pid : undefined;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, noteWaitMs);
  }
};

/**
 * Takes an advisory lock on the file at `path`, at once or not at all.
 *
 * The lock is one on the open file description (fcntl's OFD locks on Linux,
 * see fcntl(2)): the kernel frees it when the process ends, so there is no
 * stale lock to judge, and the file itself stays where it is for good, since
 * removing it would let two processes lock two different files of one name.
 * Throws the system's error where the file cannot be opened.
 */
export const takeLock = (path: string): Either<LockHeld, Lock> => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const file = openSync(path, "a+", 0o600);
  if (!native.tryLock(file)) {
    closeSync(file);
    return left({ path, holder: readHolder(path) });
  }
  ftruncateSync(file);
  writeSync(file, `${process.pid}\n`);
  return right({ release: () => closeSync(file) });
};
