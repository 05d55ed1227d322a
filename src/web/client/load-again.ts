import { pause } from "../connection/retry.ts";

const longestWaitMs = 5000;

/**
 * Loads a module, again after pauses until it could be had: a service that is starting serves none. `failed` is
 * told of each attempt that fails. Never settles once the signal aborts.
 */
export const loadAgain = async <Module>(
  load: () => Promise<Module>,
  signal: AbortSignal,
  failed: () => void = () => undefined,
): Promise<Module> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await load();
    } catch {
      failed();
      await pause(Math.min(attempt * 1000, longestWaitMs), signal);
      if (signal.aborted) return new Promise(() => undefined);
    }
  }
};
