import type { TestContext } from "node:test";
import type { FileSystem } from "../../wal/index.ts";
import { diskWith } from "../support/disk.ts";

/** A disk on which nothing goes on before a test says so; then all of it, or none of it ever. */
export interface HeldDisk {
  readonly fs: FileSystem;
  readonly release: () => void;
  /** Every call fails with this message. */
  readonly fail: (message: string) => void;
}

/** A held disk; released when the test ends, since a service on it cannot stop before. */
export const heldDisk = (t: TestContext): HeldDisk => {
  let decide: ((failure: string | undefined) => void) | undefined;
  const decided = new Promise<string | undefined>((resolve) => {
    decide = resolve;
  });
  const fs = diskWith(async () => {
    const failure = await decided;
    if (failure !== undefined) throw new Error(failure);
  });
  const release = (): void => decide?.(undefined);
  t.after(release);
  return { fs, release, fail: (message) => decide?.(message) };
};

/** A disk on which saves wait when a test says so. */
export interface HeldSaves {
  readonly fs: FileSystem;
  /** From now on no save is synced; resolves when the first one waits. */
  readonly hold: () => Promise<void>;
  readonly release: () => void;
}

/** Such a disk; released when the test ends. */
export const heldSaves = (t: TestContext): HeldSaves => {
  let gate: Promise<void> | undefined;
  let [waits, release] = [(): void => undefined, (): void => undefined];
  const fs = diskWith(async ({ name }) => {
    if (gate === undefined || name !== "datasync") return;
    waits();
    await gate;
  });
  t.after(() => release());
  return {
    fs,
    hold: () => {
      gate = new Promise((resolve) => {
        release = () => {
          gate = undefined;
          resolve();
        };
      });
      return new Promise((resolve) => (waits = resolve));
    },
    release: () => release(),
  };
};
