import type { TestContext } from "node:test";
import { WebSocket } from "ws";
import { bytesOf } from "../support/peer.ts";

/** A connection that hands out messages as bytes: nothing is parsed or kept, and what is sent is text already. */
export interface RawViewer {
  readonly ws: WebSocket;
  readonly closed: Promise<unknown>;
}

/** Where to connect, and as whom. */
export interface Access {
  /** 127.0.0.1 unless it is given. */
  readonly host?: string;
  readonly port: number;
  /** Of the websocket; `/api/websocket` unless it is given. */
  readonly path?: string;
  readonly token: string;
  /** After so many ms without a message it gives up; never unless it is given. */
  readonly patienceMs?: number;
}

/**
 * Connects, authenticates and, unless `sends` says otherwise, subscribes;
 * `onMessage` gets every message after `auth_ok`. Resolves when the first came.
 */
export const openRawViewer = async (
  t: TestContext,
  { host = "127.0.0.1", port, path = "/api/websocket", token, patienceMs = 0 }: Access,
  onMessage: (bytes: Buffer) => void,
  sends = '{"id":1,"type":"floorplan/plan/subscribe"}',
): Promise<RawViewer> => {
  const ws = new WebSocket(`ws://${host}:${port}${path}`, {
    perMessageDeflate: false,
  });
  t.after(() => ws.terminate());
  // Not `once` of node:events, which rejects at an error that comes before the end.
  const closed = new Promise((resolve) => ws.once("close", resolve));
  const impatience = patienceMs === 0 ? undefined : setTimeout(() => ws.terminate(), patienceMs);
  let greetings = 2;
  await new Promise<void>((resolve, reject) => {
    ws.on("message", (data) => {
      if (greetings > 0) return void (greetings -= 1);
      clearTimeout(impatience);
      onMessage(bytesOf(data));
      resolve();
    });
    ws.on("error", () => undefined);
    ws.on("close", () => {
      clearTimeout(impatience);
      reject(new Error("the connection ended before the first message"));
    });
    ws.once("open", () => {
      ws.send(`{"type":"auth","access_token":"${token}"}`);
      ws.send(sends);
    });
  });
  return { ws, closed };
};
