import { right } from "fp-ts/lib/Either.js";
import { type Auth, type Connection, createLongLivedTokenAuth } from "home-assistant-js-websocket";
import { BorrowedAuth } from "./borrowed-auth.ts";
import { ChannelClient } from "./channel-client.ts";
import { IngressAuth } from "./ingress-auth.ts";
import { makeLink } from "./link.ts";
import type { PlanClient } from "./plan-client.ts";

const usualDomain = "floorplan";

/** What is used of Home Assistant's `hass`. */
export interface Hass {
  readonly connection: Connection;
  readonly auth: Auth;
}

/**
 * The service at an address such as `http://127.0.0.1:8125` or `https://home.example/plan`, with a token. It connects by itself, and again
 * whenever the connection was lost; how that goes, `subscribe` tells.
 */
export const connectStandalone = (url: string, token: string, domain = usualDomain): PlanClient =>
  new ChannelClient(makeLink(createLongLivedTokenAuth(url.replace(/\/+$/, ""), token)), domain);

/** The service at an address that Home Assistant's ingress leads to, which says who somebody is. */
export const connectIngress = (url: string, domain = usualDomain): PlanClient =>
  new ChannelClient(makeLink(new IngressAuth(url.replace(/\/+$/, ""))), domain);

/** The service behind Home Assistant, over the connection that Home Assistant's page has; closing the client leaves that open. */
export const connectHass = (hass: Hass, domain = usualDomain): PlanClient =>
  new ChannelClient(
    {
      auth: hass.auth,
      reach: () => Promise.resolve(right(hass.connection)),
      connected: Promise.resolve(hass.connection),
      // Its page tells how it is connected.
      onFailure: () => undefined,
      close: () => undefined,
    },
    domain,
  );

/**
 * The service at an address beside Home Assistant: the plan is the service's, while `connection` is that of Home
 * Assistant's page. Without a token, whoever is signed in there logs in, whose token the service then gets.
 */
export const connectBeside = (
  hass: Hass,
  url: string,
  token: string | undefined,
  domain = usualDomain,
): PlanClient => {
  const base = url.replace(/\/+$/, "");
  const auth =
    token === undefined ? new BorrowedAuth(base, hass.auth) : createLongLivedTokenAuth(base, token);
  return new ChannelClient(makeLink(auth), domain, hass.connection);
};
