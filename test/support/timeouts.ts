import { setTimeout as sleep } from "node:timers/promises";

/**
 * For tests that wait for another process: if it never does what it should, the test fails instead of delaying the
 * rest. Shorter than the half minute after which an unanswered websocket is closed anyway.
 */
export const bounded = { timeout: 25_000 } as const;

/**
 * For tests in a real browser. The first test of a file also starts the browser and loads the editor, which on a busy
 * machine takes far longer than the test itself; waits within a page have their own bounds (test/web/browser.ts).
 */
export const inBrowser = { timeout: 90_000 } as const;

/** For tests that serve and read hundreds of connections, or tens of megabytes, in one process. */
export const ofMany = { timeout: 100_000 } as const;

/** For tests that wait for a backup: its process has less priority than whatever else runs, and a busy machine leaves it little time. */
export const ofBackups = { timeout: 180_000 } as const;

/** For tests with members of etcd, which sync every change to the disk that all tests share. */
export const inCluster = { timeout: 120_000 } as const;

/** A pause between two looks, in ms: without one, a test that waits keeps a processor from those that others run beside it. */
const betweenMs = 4;

/** Polls until a condition holds; rejects after the bound of a test. */
export const until = async (holds: () => boolean): Promise<void> => {
  const end = performance.now() + bounded.timeout;
  while (!holds()) {
    if (performance.now() > end) throw new Error("what was waited for did not come");
    await sleep(betweenMs);
  }
};

/** For tests that install the packed service with npm and run it afterwards: on a busy machine npm alone takes minutes. */
export const ofPackages = { timeout: 300_000 } as const;
