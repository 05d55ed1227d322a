import { connectBeside, connectHass, connectStandalone } from "../client/connect.ts";
import type { PlanClient } from "../client/plan-client.ts";
import type { Hass } from "../house/hass.ts";
import { isTrusted } from "./served-from.ts";

/** Where a card may have its plan from. */
export interface Given {
  readonly client: PlanClient | undefined;
  readonly hass: Hass | undefined;
  readonly url: string | undefined;
  readonly token: string | undefined;
  readonly domain: string | undefined;
}

/** Who asks a source: somebody with a token, whoever is signed in to Home Assistant, or Home Assistant's page itself. */
export type Asking = "token" | "user" | "page";

/** Where a card has its plan from: equal keys are the same source. */
export interface Source {
  readonly asking: Asking;
  readonly key: unknown;
  readonly open: () => PlanClient;
}

/**
 * The source: the page's own client, else the service of an address, else Home Assistant's connection. An address
 * without a token is none, unless its service can be told who is signed in to Home Assistant.
 */
export const sourceOf = ({ client, hass, url, token, domain }: Given): Source | undefined => {
  if (client !== undefined) return { asking: "token", key: client, open: () => client };
  // Home Assistant's `hass` is a new object at every change, its connection is not.
  if (url === undefined)
    return hass && { asking: "page", key: hass.connection, open: () => connectHass(hass, domain) };
  const key = JSON.stringify([url, token, domain, hass !== undefined]);
  if (hass !== undefined && (token !== undefined || isTrusted(url)))
    return {
      asking: token === undefined ? "user" : "token",
      key,
      open: () => connectBeside(hass, url, token, domain),
    };
  return token === undefined
    ? undefined
    : { asking: "token", key, open: () => connectStandalone(url, token, domain) };
};
