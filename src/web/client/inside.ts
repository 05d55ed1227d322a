import { right } from "fp-ts/lib/Either.js";
import type { Auth, Connection } from "home-assistant-js-websocket";
import type { Route } from "../connection/channel-client.ts";
import { type Link, tokenOf } from "./link.ts";

/** The first part of the service's commands, unless it was given another. */
export const usualDomain = "floorplan";

/** What is used of Home Assistant's `hass`. */
export interface HassConnection {
  readonly connection: Connection;
  readonly auth: Auth;
}

/** The connection of Home Assistant's page as a link to the service behind Home Assistant; closing it leaves that open. */
const linkInside = ({ connection, auth }: HassConnection): Link => ({
  get base() {
    return auth.data.hassUrl;
  },
  token: () => tokenOf(auth),
  reach: () => Promise.resolve(right(connection)),
  connected: Promise.resolve(connection),
  // Its page tells how it is connected.
  onFailure: () => undefined,
  close: () => undefined,
});

/** The way to the service behind Home Assistant, over the connection that Home Assistant's page has. */
export const routeThroughFrontend = (hass: HassConnection, domain = usualDomain): Route => [
  linkInside(hass),
  domain,
];
