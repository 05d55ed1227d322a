import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { PlanProblem } from "../connection/plan-client.ts";
import { textField } from "../../client/errors.ts";
import { originRefused } from "../connection/retry.ts";
import { base, basePath, randomId } from "./token-storage.ts";

const statePlace = `floorplan-sign-in:${basePath}`;
const address = `${base}auth/session`;

/** Whether a token belongs to a sign-in with Home Assistant, as opposed to a long-lived one. */
export const isSession = (token: string | undefined): boolean =>
  token?.startsWith("session.") === true;

/**
 * Adapts a login problem to how the user signs in: with a token, or through ingress without one. `wasIn`: the token
 * worked before.
 */
export const problemFor = (
  problem: PlanProblem,
  token: string | undefined,
  wasIn: boolean,
): PlanProblem => {
  if (problem.code !== "invalid_auth") return problem;
  if (token === undefined) return { ...problem, code: "ingress_refused" };
  if (isSession(token)) return { ...problem, code: "session_ended" };
  return wasIn ? { ...problem, code: "access_ended" } : problem;
};

/** Goes to Home Assistant's sign-in, which leads back to this page and keeps its parameters. */
export const goToHomeAssistant = (homeAssistant: string): void => {
  const state = randomId();
  // Kept for this tab only, which proves that the sign-in began here.
  sessionStorage.setItem(statePlace, state);
  const query = new URLSearchParams({
    response_type: "code",
    client_id: base,
    redirect_uri: `${location.origin}${location.pathname}${location.search}`,
    state,
  });
  location.assign(`${homeAssistant}/auth/authorize?${query.toString()}`);
};

/**
 * Reads what Home Assistant's sign-in returned, and removes it from the address bar and the history at once; undefined
 * without a return. A left: this tab did not begin the sign-in, as when another page leads here.
 */
export const takeSignInCode = (): Either<PlanProblem, string> | undefined => {
  const query = new URLSearchParams(location.search);
  const code = query.get("code");
  if (code === null) return undefined;
  const state = query.get("state");
  for (const name of ["code", "state", "storeToken"]) query.delete(name);
  const rest = query.size === 0 ? "" : `?${query.toString()}`;
  history.replaceState(null, "", `${location.pathname}${rest}${location.hash}`);
  let begun: string | null = null;
  try {
    begun = sessionStorage.getItem(statePlace);
    sessionStorage.removeItem(statePlace);
  } catch {
    // Without storage, this cannot be checked.
  }
  return begun !== null && begun === state
    ? right(code)
    : left({ code: "sign_in_strange", message: "" });
};

const problemOf = (status: number, answer: unknown): PlanProblem => {
  const message = textField(answer, "message") ?? "";
  if (textField(answer, "code") === originRefused) return { code: originRefused, message };
  switch (status) {
    case 401:
      return { code: "sign_in_refused", message };
    case 403:
      return { code: "banned", message };
    case 503:
      return { code: "home_assistant_unavailable", message };
    default:
      return { code: `http_${status}`, message };
  }
};

/** Exchanges Home Assistant's code for a session; the right is its token. */
export const beginSession = async (code: string): Promise<Either<PlanProblem, string>> => {
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ code, base }),
    });
    const answer: unknown = await response.json();
    const token = textField(answer, "token");
    return response.ok && token !== undefined
      ? right(token)
      : left(problemOf(response.status, answer));
  } catch {
    return left({ code: "offline", message: "" });
  }
};

/** Ends a session, even if the page closes meanwhile. */
export const endSession = (token: string): void => {
  fetch(address, {
    method: "DELETE",
    headers: { Authorization: `Bearer ${token}` },
    keepalive: true,
  }).catch(() => undefined);
};

/** Why the service cannot reach Home Assistant; undefined if it can or does not say. */
export const whyUnavailable = async (): Promise<string | undefined> => {
  try {
    const found: unknown = await (await fetch(`${base}healthz`, { cache: "no-store" })).json();
    const told: unknown =
      typeof found === "object" && found !== null ? Reflect.get(found, "home_assistant") : {};
    return textField(told, "reason");
  } catch {
    return undefined;
  }
};
