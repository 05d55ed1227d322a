import type { TestContext } from "node:test";
import type { WebSocket } from "ws";
import { type Access, openRawViewer } from "../service/raw-viewer.ts";

export type { Access };

/** A connection that handles bytes only, so that a crowd of them costs less than the service. */
export class WireClient {
  readonly ws: WebSocket;
  /** Resolves when the connection has ended. */
  readonly closed: Promise<unknown>;
  readonly #waiting: ((reply: Buffer | undefined) => void)[];
  #lastId = 1;

  private constructor(
    ws: WebSocket,
    closed: Promise<unknown>,
    waiting: ((reply: Buffer | undefined) => void)[],
  ) {
    this.ws = ws;
    this.closed = closed;
    this.#waiting = waiting;
    ws.on("close", () => {
      for (const answer of waiting.splice(0)) answer(undefined);
    });
  }

  /** Connects and authenticates; undefined where the connection ended before that. Events go to `onEvent`. */
  static async login(
    t: TestContext,
    access: Access,
    onEvent: (message: Buffer) => void = () => undefined,
  ): Promise<WireClient | undefined> {
    const waiting: ((reply: Buffer | undefined) => void)[] = [];
    const opened = await openRawViewer(
      t,
      access,
      (message) => {
        if (message.toString("latin1", 0, 15) === '{"type":"event"') onEvent(message);
        else waiting.shift()?.(message);
      },
      '{"id":1,"type":"ping"}',
    ).catch(() => undefined);
    return opened && new WireClient(opened.ws, opened.closed, waiting);
  }

  /** Sends a command with further fields, as in `,"rev":3`; the reply, or undefined when the connection ended before it. */
  request(type: string, fields = ""): Promise<Buffer | undefined> {
    if (this.ws.readyState !== this.ws.OPEN) return Promise.resolve(undefined);
    this.#lastId += 1;
    this.ws.send(`{"id":${this.#lastId},"type":"floorplan/${type}"${fields}}`);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}

const saved = /^\{(?:"id":\d+,)?"type":"result","success":true,"result":\{"ok":true,"rev":(\d+)\}/;

/** The revision in the reply to a save; undefined when it was refused. */
export const savedRev = (reply: Buffer): number | undefined => {
  const rev = saved.exec(reply.toString("latin1"))?.[1];
  return rev === undefined ? undefined : Number(rev);
};
