import { type Either, left, right } from "fp-ts/lib/Either.js";
import { textField } from "../../client/errors.ts";
import type { PlanProblem } from "../connection/plan-client.ts";
import { pause } from "../connection/retry.ts";
import { withStorage } from "../ui/browser-storage.ts";
import { base, basePath, randomId } from "./token-storage.ts";

/** A link that this browser is opening. */
interface Opening {
  readonly code: string;
  /** Gets the same answer again if the first was lost. */
  readonly nonce: string;
}

const place = `floorplan-link:${basePath}`;
const address = `${base}auth/link`;
const answerMs = 15_000;
const longestWaitMs = 5000;

const begun = (): Opening | undefined =>
  withStorage((storage) => {
    const kept: unknown = JSON.parse(storage.getItem(place) ?? "null");
    const [code, nonce] = [textField(kept, "code"), textField(kept, "nonce")];
    return code === undefined || nonce === undefined ? undefined : { code, nonce };
  });

/** The code of a link that this browser has begun to open, perhaps before a reload. */
export const pendingLinkCode = (): string | undefined => begun()?.code;

/** Forgets the link: it was opened or given up. */
export const endOpening = (): void => withStorage((storage) => storage.removeItem(place));

/** Remembers the opening across reloads, so that the next page can ask for a lost answer. */
const begin = (code: string): Opening => {
  const earlier = begun();
  if (earlier?.code === code) return earlier;
  const opening = { code, nonce: randomId() };
  withStorage((storage) => storage.setItem(place, JSON.stringify(opening)));
  return opening;
};

const problemOf = (status: number, answer: unknown): PlanProblem => {
  const message = textField(answer, "message") ?? "";
  if (status === 403) return { code: "link_banned", message };
  const reason = status === 401 ? textField(answer, "reason") : undefined;
  const isKnown = reason === "used" || reason === "ended";
  return { code: isKnown ? `link_${reason}` : "link_unknown", message };
};

/** Asks once; undefined if there is no answer yet. */
const ask = async (opening: Opening): Promise<Either<PlanProblem, string> | undefined> => {
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(opening),
      signal: AbortSignal.timeout(answerMs),
    });
    if (response.status >= 500) return undefined;
    const answer: unknown = await response.json();
    const token = response.ok ? textField(answer, "token") : undefined;
    return token === undefined ? left(problemOf(response.status, answer)) : right(token);
  } catch {
    return undefined;
  }
};

/** Resolves once the page is visible: a link preview must not use the link up. */
const isSeen = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (document.visibilityState === "visible" || signal.aborted) resolve();
    };
    document.addEventListener("visibilitychange", look, { signal });
    signal.addEventListener("abort", look, { once: true });
    look();
  });

/**
 * Exchanges the code of a link for a token, which is the right, and retries until the service answers; `onAway` is
 * called each time that it does not. Call `endOpening` once the answer is stored.
 */
export const openLink = async (
  code: string,
  signal: AbortSignal,
  onAway: () => void,
): Promise<Either<PlanProblem, string>> => {
  const opening = begin(code);
  await isSeen(signal);
  for (let attempt = 1; !signal.aborted; attempt += 1) {
    const answer = await ask(opening);
    if (answer !== undefined) return answer;
    if (!signal.aborted) onAway();
    await pause(Math.min(attempt * 1000, longestWaitMs), signal);
  }
  return left({ code: "aborted", message: "" });
};

/** What a link gave the page: a token, or a code to exchange for one once. */
export interface LinkCredentials {
  readonly kind: "token" | "code";
  readonly secret: string;
}

const inFragment = /^#(?:.*&)?(token|code)=([^&]+)/;

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not from the service. Sent as it is, so that the refusal explains it.
    return text;
  }
};

/**
 * Reads what a link put into the address, and removes it from the address bar and the history at once. It is not
 * stored.
 */
export const takeLinkFromAddress = (): LinkCredentials | undefined => {
  const [, kind, given] = inFragment.exec(location.hash) ?? [];
  if (given === undefined) return undefined;
  history.replaceState(null, "", location.pathname + location.search);
  return { kind: kind === "code" ? "code" : "token", secret: decoded(given) };
};
