import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";

const betweenMs = 25;

/**
 * Polls `look` until it has something, and returns it. Fails after `withinMs` milliseconds with the last reason; the
 * bound only ends a hopeless wait, and is far above the expected time.
 */
export const eventually = async <A>(
  look: () => Promise<{ readonly seen: A } | { readonly not: string }>,
  withinMs: number,
): Promise<A> => {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const found = await look();
    if ("seen" in found) return found.seen;
    assert(performance.now() < deadline, `not within ${withinMs} ms: ${found.not}`);
    await sleep(betweenMs);
  }
};

/** The same promise, which rejects after `withinMs` milliseconds; the work continues. */
export const withTimeout = async <A>(
  work: Promise<A>,
  withinMs: number,
  what: string,
): Promise<A> => {
  const patience = new AbortController();
  const late = sleep(withinMs, undefined, { signal: patience.signal }).then((): never =>
    assert.fail(`${what} is not done within ${withinMs} ms`),
  );
  late.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    patience.abort();
  }
};
