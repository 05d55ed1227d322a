import { createLongLivedTokenAuth } from "home-assistant-js-websocket";
import { EditingClient } from "./editing-client.ts";
import { IngressAuth } from "./ingress-auth.ts";
import { usualDomain } from "./inside.ts";
import { makeLink } from "./own-link.ts";
import type { PlanClient } from "./plan-client.ts";

/**
 * The service at an address such as `http://127.0.0.1:8125` or `https://home.example/plan`, with a token. It connects by itself, and again
 * whenever the connection was lost; how that goes, `subscribe` tells.
 */
export const connectStandalone = (url: string, token: string, domain = usualDomain): PlanClient =>
  new EditingClient(makeLink(createLongLivedTokenAuth(url.replace(/\/+$/, ""), token)), domain);

/** The service at an address that Home Assistant's ingress leads to, which says who somebody is. */
export const connectIngress = (url: string, domain = usualDomain): PlanClient =>
  new EditingClient(makeLink(new IngressAuth(url.replace(/\/+$/, ""))), domain);
