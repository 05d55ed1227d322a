import { Auth, createLongLivedTokenAuth, ERR_INVALID_AUTH } from "home-assistant-js-websocket";
import { textField } from "../../client/errors.ts";
import { addressesIn, Nodes } from "../../client/nodes.ts";
import { EditingClient } from "./editing-client.ts";
import { defaultDomain } from "./channel-client.ts";
import { reconnectingLink } from "./reconnecting-link.ts";
import type { PlanClient } from "./plan-client.ts";

const endless = 1e11;

/** Logs in as the user that Home Assistant's ingress names: the service issues a single-use token for each login. */
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

  /** Gets the next token. Rejects with `ERR_INVALID_AUTH` if the service does not accept ingress's word. */
  override async refreshAccessToken(): Promise<void> {
    const response = await fetch(`${this.data.hassUrl}/auth/ingress`, { method: "POST" });
    // The library's errors are numbers.
    if (response.status === 401) return Promise.reject(ERR_INVALID_AUTH);
    const token = textField(await response.json(), "token");
    if (token === undefined) throw new Error(`the service issued no token: ${response.status}`);
    this.data = { ...this.data, access_token: token };
    this.#isFresh = true;
  }
}

/**
 * A client of the service at an address such as `http://127.0.0.1:8125` or `https://home.example/plan`, or at several,
 * separated by commas, with a token. It connects by itself, and reconnects to whichever node answers; `subscribe`
 * reports the state.
 */
export const connectStandalone = (url: string, token: string, domain = defaultDomain): PlanClient =>
  new EditingClient(
    reconnectingLink(new Nodes(addressesIn(url)), (address) =>
      createLongLivedTokenAuth(address, token),
    ),
    domain,
  );

/** A client of the service behind Home Assistant's ingress, which authenticates the user. */
export const connectIngress = (url: string, domain = defaultDomain): PlanClient =>
  new EditingClient(
    reconnectingLink(new Nodes(addressesIn(url)), (address) => new IngressAuth(address)),
    domain,
  );
