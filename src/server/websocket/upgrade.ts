import type { IncomingMessage } from "node:http";
import { isLeft } from "fp-ts/lib/Either.js";
import type { AddressOf } from "../http/client-address.ts";
import type { Upgrade } from "../http/http-server.ts";
import { respondJson, type Route, problemAnswer } from "../http/routes.ts";
import type { Authentication } from "../../auth/auth.ts";
import { banMessage } from "../../auth/bans.ts";
import { bearerOf } from "../../auth/route-guard.ts";
import type { Connections } from "./connections.ts";

/** Why there is no websocket now. */
interface Closed {
  readonly status: number;
  readonly message: string;
  readonly code?: string | undefined;
}

const usual: Closed = { status: 426, message: "only websockets are accepted here" };

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
  { authenticator, login }: Pick<Authentication, "authenticator" | "login">,
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
  /** Why nobody is let in now; only those with a valid token are told. */
  const closed = async (request: IncomingMessage): Promise<Closed | undefined> => {
    const token = bearerOf(request);
    if (token === undefined) return undefined;
    const found = await login(token, addressOf(request), request.headers);
    if (!isLeft(found) || found.left.kind !== "unavailable") return undefined;
    const { message, code } = found.left;
    return { status: 503, message, code };
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
        GET: async (request, response) => {
          const refused: Closed | undefined =
            banOf(request) ?? refusal() ?? (await closed(request));
          if (refused === undefined) response.setHeader("Upgrade", "websocket");
          const { status, ...problem } = refused ?? usual;
          respondJson(response, status, problem);
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
            503: problemAnswer(
              "the service is stopping or, for a valid token in `Authorization`, accepts nobody now",
            ),
          },
        },
      },
    },
  };
};
