/** The least that a fan-out could cost: a bare websocket server that sends one ready message to everybody. */
import { once } from "node:events";
import * as t from "io-ts";
import { type WebSocket, WebSocketServer } from "ws";
import { answerParent } from "./child.ts";
import { microseconds } from "./clock.ts";

const question = t.union([
  t.type({ do: t.literal("listen"), bytes: t.number }),
  /** Sends the message to everybody: when it began. */
  t.type({ do: t.literal("broadcast") }),
]);

let message = Buffer.alloc(0);
const peers = new Set<WebSocket>();

answerParent(question, async (asked) => {
  if (asked.do === "broadcast") {
    const started = microseconds();
    for (const peer of peers) peer.send(message, { binary: false });
    return started;
  }
  message = Buffer.alloc(asked.bytes, "a");
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0, perMessageDeflate: false });
  server.on("connection", (ws) => {
    peers.add(ws);
    ws.on("close", () => peers.delete(ws));
  });
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the floor has no port");
  return { port: address.port };
});
