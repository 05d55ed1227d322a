import { type Auth, createLongLivedTokenAuth } from "home-assistant-js-websocket";
import { BorrowedAuth } from "../client/borrowed-auth.ts";
import type { Link } from "../client/link.ts";
import { makeLink } from "../client/own-link.ts";

export { ServiceHouse } from "../house/service-house.ts";

/**
 * A link of the card's own to the service at an address, without a slash at its end: with a token, or as
 * whoever is signed in to Home Assistant's page.
 */
export const openLink = (base: string, by: string | Auth): Link =>
  makeLink(
    typeof by === "string" ? createLongLivedTokenAuth(base, by) : new BorrowedAuth(base, by),
  );
