import type { PlanProblem } from "./plan-client.ts";
import { textField } from "../../client/errors.ts";
import { originRefused, suspended } from "./retry.ts";

/** Whether this page may read what the service answers at an address. */
const mayRead = async (address: string): Promise<boolean> => {
  try {
    await fetch(address, {
      method: "HEAD",
      cache: "no-store",
      signal: AbortSignal.timeout(3000),
    });
    return true;
  } catch {
    return false;
  }
};

/**
 * Why the service that this page came from takes it for another one's: a proxy between them gives it a `Host` of its
 * own. Browsers name the origin of a page only in requests that may change something; this one changes nothing.
 */
const refusalOfOwnPage = async (url: string): Promise<PlanProblem | undefined> => {
  try {
    const response = await fetch(`${url}/auth/session`, {
      method: "DELETE",
      signal: AbortSignal.timeout(3000),
    });
    if (response.status !== 403) return undefined;
    return { code: originRefused, message: textField(await response.json(), "message") ?? "" };
  } catch {
    return undefined;
  }
};

/**
 * Whether the service is there, but lets no page of this origin connect. Browsers do not show a page why a websocket was
 * refused, so this asks over HTTP: any page may read the module of the panel, and the rest only those of `origins`.
 */
export const originRefusal = async (url: string): Promise<PlanProblem | undefined> => {
  if (new URL(url).origin === location.origin) return refusalOfOwnPage(url);
  const isThere = await mayRead(`${url}/floorplan-panel.js`);
  return isThere && !(await mayRead(`${url}/healthz`))
    ? { code: originRefused, message: "" }
    : undefined;
};

/**
 * Whether the provider has suspended the home. Browsers do not show a page why a websocket was closed before it was
 * logged in, so this asks over HTTP, with the token that the websocket was opened with.
 */
export const suspension = async (url: string, token: string): Promise<PlanProblem | undefined> => {
  try {
    const response = await fetch(`${url}/api/websocket`, {
      cache: "no-store",
      headers: { Authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(3000),
    });
    const answer: unknown = response.status === 503 ? await response.json() : undefined;
    return textField(answer, "code") === suspended
      ? { code: suspended, message: textField(answer, "message") ?? "" }
      : undefined;
  } catch {
    return undefined;
  }
};
