import type { Route } from "../connection/channel-client.ts";
import { routeThroughFrontend } from "../client/inside.ts";
import type { PlanSource } from "../connection/plan-client.ts";
import type { Hass } from "../house/hass.ts";
import { routeBesideFrontend, routeWithToken } from "./own-connection.ts";
import { isTrusted } from "./served-from.ts";

/** Where a card may have its plan from. */
export interface Given<Client extends PlanSource> {
  readonly client: Client | undefined;
  readonly hass: Hass | undefined;
  readonly url: string | undefined;
  readonly token: string | undefined;
  readonly domain: string | undefined;
}

/** Who asks a source: somebody with a token, whoever is signed in to Home Assistant, or Home Assistant's page itself. */
export type Asking = "token" | "user" | "page";

/** Where a card has its plan from: equal keys are the same source. */
export interface Source<Client extends PlanSource> {
  readonly asking: Asking;
  readonly key: unknown;
  readonly open: () => Client;
}

/**
 * The source: the page's own client, else the service of an address, else Home Assistant's connection. An address
 * without a token is none, unless its service can be told who is signed in to Home Assistant. `make` makes the
 * client of a way.
 */
export const sourceOf = <Client extends PlanSource>(
  { client, hass, url, token, domain }: Given<Client>,
  make: (...way: Route) => Client,
): Source<Client> | undefined => {
  if (client !== undefined) return { asking: "token", key: client, open: () => client };
  // Home Assistant's `hass` is a new object at every change, its connection is not.
  if (url === undefined)
    return (
      hass && {
        asking: "page",
        key: hass.connection,
        open: () => make(...routeThroughFrontend(hass, domain)),
      }
    );
  const key = JSON.stringify([url, token, domain, hass !== undefined]);
  if (hass !== undefined && (token !== undefined || isTrusted(url)))
    return {
      asking: token === undefined ? "user" : "token",
      key,
      open: () => make(...routeBesideFrontend(hass, url, token, domain)),
    };
  return token === undefined
    ? undefined
    : { asking: "token", key, open: () => make(...routeWithToken(url, token, domain)) };
};
