import type { Auth, Connection } from "home-assistant-js-websocket";
import type { Route } from "../connection/channel-client.ts";
import { lazyLink } from "../client/later-link.ts";
import { type HassConnection, usualDomain } from "../client/inside.ts";
import type { Link } from "../client/link.ts";

/** Loads what a card needs that does not get everything from Home Assistant's page. */
export const loadStandalone = (): Promise<typeof import("./standalone.ts")> =>
  import("./standalone.ts");

const wayTo = (url: string, by: string | Auth, domain = usualDomain, house?: Connection): Route => {
  const open = async (): Promise<Link> => (await loadStandalone()).openLink(url, by);
  return [lazyLink(url, open), domain, house];
};

/**
 * The way to the service at an address such as `http://127.0.0.1:8125` or `https://home.example/plan`, or at several,
 * separated by commas, with a token. It connects by itself, and again whenever the connection was lost; how that goes,
 * `subscribe` tells.
 */
export const routeWithToken = (url: string, token: string, domain?: string): Route =>
  wayTo(url, token, domain);

/**
 * The way to the service at an address, or several, beside Home Assistant: the plan is the service's, while `connection` is that of Home
 * Assistant's page. Without a token, whoever is signed in there logs in, whose token the service then gets.
 */
export const routeBesideFrontend = (
  hass: HassConnection,
  url: string,
  token: string | undefined,
  domain?: string,
): Route => wayTo(url, token ?? hass.auth, domain, hass.connection);
