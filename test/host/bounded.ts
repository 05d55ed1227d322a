import { setImmediate as turn } from "node:timers/promises";

/** Options of a test that waits for something: a rule that is broken fails it instead of hanging it. */
export const bounded = { timeout: 30_000 } as const;

/** Resolves when a condition holds that nobody announces; the test's own bound ends the wait. */
export const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await turn();
};
