import type { TestContext } from "node:test";
import { WebSocket } from "ws";
import { bytesOf } from "../support/peer.ts";

/** A connection that hands out messages as bytes: nothing is parsed or kept, and what is sent is text already. */
export interface RawViewer {
  readonly ws: WebSocket;
  readonly closed: Promise<unknown>;
}

/**
 * Connects, authenticates and, unless `sends` says otherwise, subscribes;
 * `onMessage` gets every message after `auth_ok`. Resolves when the first came.
 */
export const openRawViewer = async (
  t: TestContext,
  { port, token }: { readonly port: number; readonly token: string },
  onMessage: (bytes: Buffer) => void,
  sends = '{"id":1,"type":"floorplan/plan/subscribe"}',
): Promise<RawViewer> => {
  const ws = new WebSocket(`ws://127.0.0.1:${port}/api/websocket`, {
    perMessageDeflate: false,
  });
  t.after(() => ws.terminate());
  // Not `once` of node:events, which rejects at an error that comes before the end.
  const closed = new Promise((resolve) => ws.once("close", resolve));
  let greetings = 2;
  await new Promise<void>((resolve, reject) => {
    ws.on("message", (data) => {
      if (greetings > 0) return void (greetings -= 1);
      onMessage(bytesOf(data));
      resolve();
    });
    ws.on("error", () => undefined);
    ws.on("close", () => reject(new Error("the connection ended before the first message")));
    ws.once("open", () => {
      ws.send(`{"type":"auth","access_token":"${token}"}`);
      ws.send(sends);
    });
  });
  return { ws, closed };
};
