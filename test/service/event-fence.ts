import { once } from "node:events";
import type { WebSocket } from "ws";

/**
 * Resolves when each peer has received all that the service sent it so far,
 * and the service all that the peer sent: the answer to a websocket ping
 * stands in line behind it, in both directions.
 */
export const fence = async (...peers: readonly { readonly ws: WebSocket }[]): Promise<void> => {
  await Promise.all(
    peers.map(async ({ ws }) => {
      const pong = once(ws, "pong");
      ws.ping();
      await pong;
    }),
  );
};
