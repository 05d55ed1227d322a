import { right } from "fp-ts/lib/Either.js";
import { Connection } from "home-assistant-js-websocket";
import type { Link } from "../connection/channel-client.ts";
import type { PlanClient } from "../connection/plan-client.ts";
import { base } from "../page/token-storage.ts";
import { ClientWithOwnImages, findImages } from "./images.ts";
import { openPortSocket } from "./port-socket.ts";

// The demo's build puts this in place of `connection/connect.ts`.

/** A link to the service in the worker. Nobody is refused, and nothing is ever away. */
const demoLink = (): Link => {
  const closing = new AbortController();
  const open = async (): Promise<Connection> => {
    const options = { setupRetry: -1, createSocket: openPortSocket };
    await findImages();
    const connection = new Connection(await openPortSocket(), options);
    closing.signal.addEventListener("abort", () => connection.close());
    if (closing.signal.aborted) connection.close();
    return connection;
  };
  const connected = open();
  return {
    base: base.replace(/\/+$/, ""),
    token: () => Promise.resolve(""),
    reach: async () => right(await connected),
    connected,
    onFailure: () => undefined,
    close: () => closing.abort(),
  };
};

const connectDemo = (_url: string, _token?: string, domain?: string): PlanClient =>
  new ClientWithOwnImages(demoLink(), domain ?? "floorplan");

export const connectStandalone = connectDemo;

/** The page of the demo connects as behind Home Assistant's ingress: nobody has to sign in. */
export const connectIngress = (url: string, domain?: string): PlanClient =>
  connectDemo(url, "", domain);
