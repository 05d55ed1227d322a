import { Auth, createLongLivedTokenAuth } from "home-assistant-js-websocket";
import { addressesIn, Nodes } from "../../client/nodes.ts";
import type { Link } from "../connection/channel-client.ts";
import { reconnectingLink } from "../connection/reconnecting-link.ts";
import { readSettings } from "../connection/service-settings.ts";

/**
 * Logs in to the service as the user of Home Assistant's page, with the access token that the page renews. Only
 * addresses trusted with that token may be used.
 */
class BorrowedAuth extends Auth {
  readonly #page: Auth;

  /** `base`: the address of the service, without a slash at its end; `page`: the login of Home Assistant's page. */
  constructor(base: string, page: Auth) {
    super({ ...page.data, hassUrl: base });
    this.#page = page;
  }

  override get expired(): boolean {
    return this.#page.expired;
  }

  override get accessToken(): string {
    return this.#page.accessToken;
  }

  override async refreshAccessToken(): Promise<void> {
    await this.#page.refreshAccessToken();
  }
}

export { ServiceHomeAssistant } from "../home-assistant/service-home-assistant.ts";

/** Learns the addresses of the other nodes at every login. */
const learn = async (nodes: Nodes, { connected }: Link): Promise<void> => {
  const connection = await connected;
  const ask = async (): Promise<void> => {
    nodes.learn((await readSettings(`${nodes.now}/settings.json`)).addresses);
  };
  connection.addEventListener("ready", () => void ask());
  await ask();
};

/**
 * A link to the service at an address, or at several, separated by commas: with a token, or as the user of Home
 * Assistant's page. That user's token is only sent to the first address, which is trusted with it, and to those that
 * the service itself names: a dashboard's configuration may be anybody's.
 */
export const openLink = (url: string, by: string | Auth): Link => {
  const addresses = addressesIn(url);
  if (typeof by === "string")
    return reconnectingLink(new Nodes(addresses), (address) =>
      createLongLivedTokenAuth(address, by),
    );
  const nodes = new Nodes(addresses.slice(0, 1));
  const link = reconnectingLink(nodes, (address) => new BorrowedAuth(address, by));
  void learn(nodes, link);
  return link;
};
