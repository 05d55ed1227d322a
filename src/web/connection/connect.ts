import { createLongLivedTokenAuth } from "home-assistant-js-websocket";
import { addressesIn, Nodes } from "../../client/nodes.ts";
import { EditingClient } from "./editing-client.ts";
import { IngressAuth } from "../client/ingress-auth.ts";
import { usualDomain } from "../client/inside.ts";
import { reconnectingLink } from "./reconnecting-link.ts";
import type { PlanClient } from "./plan-client.ts";

/**
 * The service at an address such as `http://127.0.0.1:8125` or `https://home.example/plan`, or at several, separated
 * by commas, with a token. It connects by itself, and again whenever the connection was lost, to the one that
 * answers; how that goes, `subscribe` tells.
 */
export const connectStandalone = (url: string, token: string, domain = usualDomain): PlanClient =>
  new EditingClient(
    reconnectingLink(new Nodes(addressesIn(url)), (address) =>
      createLongLivedTokenAuth(address, token),
    ),
    domain,
  );

/** The service at an address that Home Assistant's ingress leads to, which says who somebody is. */
export const connectIngress = (url: string, domain = usualDomain): PlanClient =>
  new EditingClient(
    reconnectingLink(new Nodes(addressesIn(url)), (address) => new IngressAuth(address)),
    domain,
  );
