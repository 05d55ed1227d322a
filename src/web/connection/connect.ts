import { Auth, createLongLivedTokenAuth, ERR_INVALID_AUTH } from "home-assistant-js-websocket";
import { textField } from "../../client/errors.ts";
import { addressesIn, Nodes } from "../../client/nodes.ts";
import { EditingClient } from "./editing-client.ts";
import { defaultDomain } from "./channel-client.ts";
import { reconnectingLink } from "./reconnecting-link.ts";
import type { PlanClient } from "./plan-client.ts";

const endless = 1e11;

/**
 * Logs in as whom Home Assistant's ingress says: the service hands out a token for each login, which is used
 * once.
 */
class IngressAuth extends Auth {
  #isFresh = false;

  /** `base`: the address of the service, without a slash at its end. */
  constructor(base: string) {
    super({
      hassUrl: base,
      clientId: null,
      expires: endless,
      refresh_token: "",
      access_token: "",
      expires_in: endless,
    });
  }

  override get expired(): boolean {
    return !this.#isFresh;
  }

  override get accessToken(): string {
    this.#isFresh = false;
    return this.data.access_token;
  }

  /** Gets the next token. Rejects with `ERR_INVALID_AUTH` where the service does not believe that anybody is there. */
  override async refreshAccessToken(): Promise<void> {
    const response = await fetch(`${this.data.hassUrl}/auth/ingress`, { method: "POST" });
    // The library's errors are numbers.
    if (response.status === 401) return Promise.reject(ERR_INVALID_AUTH);
    const token = textField(await response.json(), "token");
    if (token === undefined) throw new Error(`the service gives no token: ${response.status}`);
    this.data = { ...this.data, access_token: token };
    this.#isFresh = true;
  }
}

/**
 * The service at an address such as `http://127.0.0.1:8125` or `https://home.example/plan`, or at several, separated
 * by commas, with a token. It connects by itself, and again whenever the connection was lost, to the one that
 * answers; how that goes, `subscribe` tells.
 */
export const connectStandalone = (url: string, token: string, domain = defaultDomain): PlanClient =>
  new EditingClient(
    reconnectingLink(new Nodes(addressesIn(url)), (address) =>
      createLongLivedTokenAuth(address, token),
    ),
    domain,
  );

/** The service at an address that Home Assistant's ingress leads to, which says who somebody is. */
export const connectIngress = (url: string, domain = defaultDomain): PlanClient =>
  new EditingClient(
    reconnectingLink(new Nodes(addressesIn(url)), (address) => new IngressAuth(address)),
    domain,
  );
