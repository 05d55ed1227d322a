/**
 * For tests that wait for another process: one that never says what it should
 * fails the test instead of holding up the rest. Less than the half minute
 * after which a websocket that is not answered is given up anyway.
 */
export const bounded = { timeout: 25_000 } as const;
