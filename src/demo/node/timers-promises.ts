/** Resolves after so many milliseconds, as that of `node:timers/promises`. */
export const setTimeout = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    globalThis.setTimeout(resolve, ms);
  });
