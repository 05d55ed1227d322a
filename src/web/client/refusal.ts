import { ERR_INVALID_AUTH } from "home-assistant-js-websocket";
import type { PlanProblem } from "../connection/plan-client.ts";
import { problemOf, textField } from "../../client/errors.ts";

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
