import type { IncomingMessage } from "node:http";
import type { AddressOf } from "../http/client-address.ts";
import type { Upgrade } from "../http/http-server.ts";
import { respondJson, type Route, problemAnswer } from "../http/routes.ts";
import type { Authenticator } from "../../auth/authenticator.ts";
import { banMessage } from "../../auth/bans.ts";
import type { Connections } from "./connections.ts";

/** The websocket endpoint. */
export interface UpgradeEndpoint {
  readonly path: string;
  readonly upgrade: Upgrade;
  /** Answers plain requests with the reason why websockets are refused, which browsers hide from the page that opens one. */
  readonly route: Route;
}

/** Accepts websockets unless the service is stopping. A banned address may connect, since a valid token passes. */
export const upgradeEndpoint = (
  path: string,
  channel: Connections,
  authenticator: Authenticator,
  addressOf: AddressOf,
): UpgradeEndpoint => {
  const refusal = (): ReturnType<Upgrade> => {
    const message = channel.refusal;
    return message === undefined ? undefined : { status: 503, message };
  };
  const banOf = (request: IncomingMessage): ReturnType<Upgrade> => {
    const ban = authenticator.banOf(addressOf(request));
    return ban && { status: 403, message: banMessage(ban) };
  };
  return {
    path,
    upgrade: (request, socket, head) => {
      const refused = refusal();
      if (refused === undefined) channel.accept(request, socket, head, addressOf(request));
      return refused;
    },
    route: {
      path,
      methods: {
        GET: (request, response) => {
          const refused = banOf(request) ?? refusal();
          if (refused === undefined) response.setHeader("Upgrade", "websocket");
          const message = refused?.message ?? "only websockets are accepted here";
          respondJson(response, refused?.status ?? 426, { message });
        },
      },
      about: {
        GET: {
          summary: "opens the websocket, which AsyncAPI describes",
          token: "none",
          answers: {
            101: { when: "the websocket is open" },
            403: problemAnswer("the address is banned after failed logins; a valid token passes"),
            426: problemAnswer("the request does not ask for an upgrade"),
            503: problemAnswer("the service is stopping, or accepts nobody now"),
          },
        },
      },
    },
  };
};
