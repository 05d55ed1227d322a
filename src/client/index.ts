/** A client of the service for programs and pages: `floorplan/client`. */

import { addressesIn } from "./nodes.ts";
import { FloorplanClient } from "./client.ts";
import { toFloorplanError } from "./errors.ts";
import { connectNodes } from "./node-connection.ts";

export type { Json, JsonObject } from "../model/json.ts";
export type { Health } from "../plan/plan-codecs.ts";
export { FloorplanClient } from "./client.ts";
export { FloorplanError } from "./errors.ts";
export type { FollowOptions, OnFollowed } from "./follow.ts";
export type {
  Ban,
  CurrentUser,
  Details,
  NewLink,
  NewToken,
  Operation,
  Plan,
  PlanChanges,
  SavedTime,
  Summary,
  Token,
  WantedLink,
  WantedToken,
} from "./messages.ts";

export interface ConnectOptions {
  /** First part of the service's command types, if not the default. */
  readonly domain?: string;
}

/**
 * Connects to a service, at `http://127.0.0.1:8125` or at several nodes' addresses, separated by commas. Rejects with a
 * `FloorplanError` if none answers (`offline`) or the token is invalid (`invalid_auth`). Node.js 20 has no WebSocket,
 * so it needs the package `ws`.
 */
export const connect = async (
  url: string,
  token: string,
  { domain = "floorplan" }: ConnectOptions = {},
): Promise<FloorplanClient> => {
  if (!("WebSocket" in globalThis)) {
    const { WebSocket } = await import("ws");
    Object.assign(globalThis, { WebSocket });
  }
  try {
    return new FloorplanClient(await connectNodes(addressesIn(url), token), { token, domain });
  } catch (error) {
    throw toFloorplanError(error);
  }
};
