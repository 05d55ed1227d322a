import { ERR_INVALID_AUTH } from "home-assistant-js-websocket";
import type { PlanProblem } from "./plan-client.ts";
import { problemOf, textField } from "../../client/errors.ts";

const tickMs = 5000;

/**
 * Calls `wake` whenever the state of the connection may be outdated: the page is visible again or restored from the
 * back/forward cache, the network is back, or the clock has jumped, as after sleep.
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

/** Waits for `ms`, or until the browser wakes or the signal aborts. */
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
 * Loads a module, retrying after pauses, since a service that is starting serves none. Firefox remembers until the page is
 * loaded again that a module did not arrive, so that there each attempt fails like the first. `failed` is called after each
 * failed attempt until the signal, if there is one, aborts; then nothing settles after a failure.
 */
export const loadAgain = async <Module>(
  load: () => Promise<Module>,
  signal = new AbortController().signal,
  failed: () => void = () => undefined,
): Promise<Module> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await load();
    } catch {
      if (!signal.aborted) failed();
      await pause(Math.min(attempt * 1000, longestWaitMs), signal);
      if (signal.aborted) return new Promise(() => undefined);
    }
  }
};

/** Whether the token itself was refused, as opposed to a temporary problem. */
export const isRefusedToken = ({ code }: PlanProblem): boolean =>
  code === "invalid_auth" || code === "banned";

/**
 * Why a token was refused: it is invalid, or invalid from a banned address. Browsers do not show a page why a websocket
 * was refused, so this asks over HTTP.
 */
export const refusalOf = async (url: string): Promise<PlanProblem> => {
  try {
    const response = await fetch(`${url}/api/websocket`, {
      cache: "no-store",
      signal: AbortSignal.timeout(10_000),
    });
    if (response.status === 403)
      return { code: "banned", message: textField(await response.json(), "message") ?? "" };
  } catch {
    // Without this answer, the refusal stands as it is.
  }
  return problemOf(ERR_INVALID_AUTH);
};

/** The code of a problem that only a setting of the service ends: it does not let this page's origin connect. */
export const originRefused = "origin_refused";

/** The code of a problem that the provider of the home ends: those with a valid token are told of it. */
export const suspended = "suspended";

const firstPauseMs = 60_000;
/** Longer than the service remembers failed logins, so that retries never lead to a ban. */
const longestPauseMs = 16 * 60_000;
/** Allowance for a browser clock ahead of the service's. */
const graceMs = 2000;

/**
 * Milliseconds until a refused token is worth another login: the token may be created again, or a backup restored. A
 * ban says when it ends; otherwise the pauses grow with each refusal.
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
