import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { bounded } from "../support/timeouts.ts";

const betweenMs = 25;

/**
 * Looks again and again until it sees what is expected: what a page does after a tap, a move or an answer it
 * does turns later. Fails with the difference after the bound of a test, which is far above what is expected.
 */
export const becomes = async <Seen>(
  look: () => Promise<Seen>,
  expected: Seen,
  message?: string,
): Promise<void> => {
  const deadline = performance.now() + bounded.timeout;
  for (;;) {
    const seen = await look();
    if (isDeepStrictEqual(seen, expected)) return;
    if (performance.now() > deadline) assert.deepEqual(seen, expected, message);
    await sleep(betweenMs);
  }
};

/** Looks again and again until it sees something else than before. */
export const changesFrom = async <Seen>(
  look: () => Promise<Seen>,
  before: Seen,
  message?: string,
): Promise<void> => {
  const deadline = performance.now() + bounded.timeout;
  for (;;) {
    const seen = await look();
    if (!isDeepStrictEqual(seen, before)) return;
    if (performance.now() > deadline) assert.notDeepEqual(seen, before, message);
    await sleep(betweenMs);
  }
};
