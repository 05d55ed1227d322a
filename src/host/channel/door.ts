import type { IncomingMessage } from "node:http";
import type { AddressOf } from "../http/client-address.ts";
import type { Upgrade } from "../http/http-server.ts";
import { respondJson, type Route } from "../http/route.ts";
import type { Authenticator } from "../users/authenticator.ts";
import type { Channel } from "./channel.ts";

/** Where websockets come in. */
export interface Door {
  readonly path: string;
  readonly upgrade: Upgrade;
  /** Tells whoever asks without an upgrade why there would be none: browsers keep that from a page that asks for a websocket. */
  readonly route: Route;
}

/** Lets websockets into a channel, other than those of banned addresses, or while the channel takes none. */
export const websocketDoor = (
  path: string,
  channel: Channel,
  authenticator: Authenticator,
  addressOf: AddressOf,
): Door => {
  const refusalOf = (request: IncomingMessage): ReturnType<Upgrade> => {
    const ban = authenticator.banOf(addressOf(request));
    if (ban !== undefined) return { status: 403, message: `banned until ${ban.until}` };
    const { refusal } = channel;
    return refusal === undefined ? undefined : { status: 503, message: refusal };
  };
  return {
    path,
    upgrade: (request, socket, head) => {
      const refusal = refusalOf(request);
      if (refusal === undefined) channel.accept(request, socket, head, addressOf(request));
      return refusal;
    },
    route: {
      path,
      methods: {
        GET: (request, response) => {
          const refusal = refusalOf(request);
          if (refusal === undefined) response.setHeader("Upgrade", "websocket");
          const message = refusal?.message ?? "only websockets are taken here";
          respondJson(response, refusal?.status ?? 426, { message });
        },
      },
    },
  };
};
