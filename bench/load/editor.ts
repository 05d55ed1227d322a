import { once } from "node:events";
import { type RawData, WebSocket } from "ws";
import { microseconds } from "../processes/child.ts";

const textOf = (data: RawData): string =>
  Buffer.isBuffer(data)
    ? data.toString()
    : Array.isArray(data)
      ? Buffer.concat(data).toString()
      : "";

/** One connection that sends a command and waits for the reply. Without a token it talks to a baseline. */
export class Editor {
  readonly #ws: WebSocket;
  #lastId = 0;
  #onReply: ((text: string) => void) | undefined;
  #onClose: ((error: Error) => void) | undefined;

  private constructor(ws: WebSocket) {
    this.#ws = ws;
    ws.on("message", (data) => {
      const receive = this.#onReply;
      this.#onReply = undefined;
      receive?.(textOf(data));
    });
    ws.on("close", (code) =>
      this.#onClose?.(new Error(`an editor's connection ended with ${code}`)),
    );
  }

  static async connect(url: string, token: string | undefined): Promise<Editor> {
    const ws = new WebSocket(url, { perMessageDeflate: false, skipUTF8Validation: true });
    const opened = once(ws, "open");
    if (token !== undefined) {
      const greeted = once(ws, "message");
      await opened;
      await greeted;
      const admitted = once(ws, "message");
      ws.send(JSON.stringify({ type: "auth", access_token: token }));
      await admitted;
    } else await opened;
    return new Editor(ws);
  }

  /**
   * Sends a command, given as JSON text without its opening brace and id; resolves with the text of the
   * reply, or rejects when the connection closes before.
   */
  command(rest: string): Promise<string> {
    this.#lastId += 1;
    const replied = new Promise<string>((resolve, reject) => {
      this.#onReply = resolve;
      this.#onClose = reject;
    });
    this.#ws.send(`{"id":${this.#lastId},${rest}`);
    return replied;
  }

  /** Saves a plan. Returns when it was sent and how long the reply took, in microseconds, the revision (NaN from a baseline), and the reply. */
  async save(
    plan: string,
    guard?: number,
  ): Promise<{ sent: number; took: number; rev: number; reply: string }> {
    const rev = guard === undefined ? "" : `"rev":${guard},`;
    const sent = microseconds();
    const reply = await this.command(`"type":"floorplan/plan/save",${rev}"plan":${plan}}`);
    const took = microseconds() - sent;
    return { sent, took, rev: Number(/"rev":(\d+)\}/.exec(reply)?.[1]), reply };
  }

  /** Closes the connection. */
  async leave(): Promise<void> {
    if (this.#ws.readyState === WebSocket.CLOSED) return;
    const closed = once(this.#ws, "close");
    this.#ws.terminate();
    await closed;
  }
}
