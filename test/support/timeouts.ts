import { setImmediate as turn } from "node:timers/promises";

/**
 * For tests that wait for another process: one that never says what it should
 * fails the test instead of holding up the rest. Less than the half minute
 * after which a websocket that is not answered is given up anyway.
 */
export const bounded = { timeout: 25_000 } as const;

/**
 * The same for tests in a real browser. The first of a file also starts the browser and loads the
 * editor, which on a busy machine takes far longer than what is tested; whatever a page is waited
 * for has a bound of its own (test/web/browser.ts).
 */
export const inBrowser = { timeout: 90_000 } as const;

/** The same for tests in whose one process hundreds of connections, or tens of megabytes, are served and read. */
export const ofMany = { timeout: 100_000 } as const;

/** The same for tests with members of etcd, which sync every change to the disk that all tests share. */
export const inCluster = { timeout: 120_000 } as const;

/** Resolves when a condition holds that nobody announces; rejects when it does not within the bound of a test. */
export const until = async (holds: () => boolean): Promise<void> => {
  const end = performance.now() + bounded.timeout;
  while (!holds()) {
    if (performance.now() > end) throw new Error("what was waited for did not come");
    await turn();
  }
};
