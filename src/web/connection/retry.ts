import { ERR_INVALID_AUTH } from "home-assistant-js-websocket";
import type { PlanProblem } from "./plan-client.ts";
import { problemOf, textField } from "../../client/errors.ts";

const tickMs = 5000;

/**
 * Calls whenever all that was known of the line may be out of date: the page is seen again, or shown from the
 * browser's memory, the network is back, or the clock has jumped, as it does where the machine has slept.
 */
export const onBrowserWake = (wake: () => void, signal: AbortSignal): void => {
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
    onBrowserWake(end, over.signal);
    if (signal.aborted) end();
  });

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

/** Loads a module once somebody wants it; asked again where it could not be had. Rejects as the import does. */
export const lazyImport = (load: () => Promise<unknown>): (() => Promise<void>) => {
  let loading: Promise<unknown> | undefined;
  return async () => {
    try {
      await (loading ??= load());
    } catch (error) {
      loading = undefined;
      throw error;
    }
  };
};

/** Whether it is the token that was refused, and not something that passes sooner. */
export const isRefusedToken = ({ code }: PlanProblem): boolean =>
  code === "invalid_auth" || code === "banned";

/** Why a token was refused: it is not valid, or not valid and the service takes no more such from here, which browsers keep from a page that asks for a websocket. */
export const refusalOf = async (url: string): Promise<PlanProblem> => {
  try {
    const response = await fetch(`${url}/api/websocket`, {
      cache: "no-store",
      signal: AbortSignal.timeout(10_000),
    });
    if (response.status === 403)
      return { code: "banned", message: textField(await response.json(), "message") ?? "" };
  } catch {
    // What was said of the token stands without it.
  }
  return problemOf(ERR_INVALID_AUTH);
};

const firstPauseMs = 60_000;
/** Longer than the time after which a service forgets failed logins, so that whoever goes on asking is never banned for it. */
const longestPauseMs = 16 * 60_000;
/** A ban that is over by the clock of the service may not be by that of the browser. */
const graceMs = 2000;

/**
 * Milliseconds after which a refused token is worth another login: a token can be made again, and whoever
 * keeps them be back. A ban says when it ends; else the pauses grow with each refusal.
 */
export const pauseAfter = (
  { code, message }: PlanProblem,
  refusals: number,
  nowMs: number,
): number => {
  const growing = Math.min(firstPauseMs * 2 ** (refusals - 1), longestPauseMs);
  const [, until = ""] = /until (\S+)/.exec(message) ?? [];
  const endMs = code === "banned" ? Date.parse(until) : Number.NaN;
  return Number.isNaN(endMs)
    ? growing
    : Math.min(Math.max(endMs - nowMs + graceMs, graceMs), longestPauseMs);
};
