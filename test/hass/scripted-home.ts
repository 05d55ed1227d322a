import assert from "node:assert/strict";
import { once } from "node:events";
import { type WebSocket, WebSocketServer } from "ws";
import { anyObject } from "../../src/codec/basic.ts";
import { bytesOf, type Message } from "../support/peer.ts";
import type { Ending } from "../support/service.ts";

/** A command as it came. */
export interface Heard {
  readonly message: Message;
  readonly text: string;
  readonly ws: WebSocket;
}

/** Something that speaks as Home Assistant does, and answers what a test wants it to. */
export interface ScriptedHome {
  readonly url: string;
  readonly sockets: ReadonlySet<WebSocket>;
}

/** Takes every login; who logs in is an administrator. What else comes is handed to `onCommand`. */
export const startScripted = async (
  t: Ending,
  onCommand: (heard: Heard) => void,
): Promise<ScriptedHome> => {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0, maxPayload: 2 ** 28 });
  await once(server, "listening");
  t.after(() => {
    for (const ws of server.clients) ws.terminate();
    server.close();
  });
  server.on("connection", (ws) => {
    ws.on("error", () => undefined);
    ws.send('{"type":"auth_required","ha_version":"2026.11.0"}');
    ws.on("message", (data) => {
      const text = bytesOf(data).toString("utf8");
      const message: unknown = JSON.parse(text);
      assert(anyObject.is(message));
      const { id, type } = message;
      if (type === "auth") return ws.send('{"type":"auth_ok","ha_version":"2026.11.0"}');
      if (type !== "auth/current_user") return onCommand({ message, text, ws });
      const result = { id: "somebody", name: "Anna", is_owner: false, is_admin: true };
      ws.send(JSON.stringify({ id, type: "result", success: true, result }));
    });
  });
  const address = server.address();
  assert(typeof address === "object" && address !== null);
  return { url: `http://127.0.0.1:${address.port}`, sockets: server.clients };
};
