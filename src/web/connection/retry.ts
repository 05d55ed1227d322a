const tickMs = 5000;

/**
 * Calls whenever all that was known of the line may be out of date: the page is seen again, or shown from the
 * browser's memory, the network is back, or the clock has jumped, as it does where the machine has slept.
 */
export const onWake = (wake: () => void, signal: AbortSignal): void => {
  document.addEventListener(
    "visibilitychange",
    () => {
      if (document.visibilityState === "visible") wake();
    },
    { signal },
  );
  addEventListener("pageshow", wake, { signal });
  addEventListener("online", wake, { signal });
  let before = Date.now();
  const timer = setInterval(() => {
    const now = Date.now();
    if (now - before > 2 * tickMs) wake();
    before = now;
  }, tickMs);
  signal.addEventListener("abort", () => clearInterval(timer), { once: true });
};

/** Waits for some milliseconds, at most until the browser wakes or the signal aborts. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const over = new AbortController();
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      over.abort();
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
    onWake(end, over.signal);
    if (signal.aborted) end();
  });
