import { type Auth, createLongLivedTokenAuth } from "home-assistant-js-websocket";
import { addressesIn, Nodes } from "../../client/nodes.ts";
import { BorrowedAuth } from "../client/borrowed-auth.ts";
import type { Link } from "../client/link.ts";
import { reconnectingLink } from "../connection/reconnecting-link.ts";
import { readSettings } from "../connection/service-settings.ts";

export { ServiceHouse } from "../home-assistant/service-home-assistant.ts";

/** Learns at every login of the other nodes. */
const learn = async (nodes: Nodes, { connected }: Link): Promise<void> => {
  const connection = await connected;
  const ask = async (): Promise<void> => {
    nodes.learn((await readSettings(`${nodes.now}/settings.json`)).addresses);
  };
  connection.addEventListener("ready", () => void ask());
  await ask();
};

/**
 * A link of the card's own to the service at an address, or at several, separated by commas: with a token, or as
 * whoever is signed in to Home Assistant's page. That one's token goes nowhere but to the first address, which is
 * trusted with it, and to those that the service itself tells there: a dashboard's configuration may be anybody's.
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
