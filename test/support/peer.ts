import assert from "node:assert/strict";
import { type ClientOptions, type RawData, WebSocket } from "ws";
import type { TestScope } from "./service.ts";

/** A message from the service. */
export type Message = Readonly<Record<string, unknown>>;

/** How a connection ended. */
export interface Closed {
  readonly code: number;
  readonly reason: string;
}

/** How a peer connects; `url` is the websocket's address if it is not the default one on 127.0.0.1. */
export interface PeerOptions extends ClientOptions {
  readonly url?: string;
}

/** The bytes of one websocket message. */
export const bytesOf = (data: RawData): Buffer =>
  Buffer.isBuffer(data) ? data : Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);

const isMessage = (value: unknown): value is Message =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * A raw websocket client: it sends what a test says, and returns every message in order. One reader at a time: waiting
 * for a reply skips other messages.
 */
export class Peer {
  readonly ws: WebSocket;
  /** Resolves when the connection is closed. */
  readonly closed: Promise<Closed>;
  /** All received messages, read or not. */
  readonly received: Message[] = [];
  #taken = 0;
  #wake: (() => void) | undefined;
  #lastId = 0;
  #ended: Closed | undefined;

  private constructor(ws: WebSocket) {
    this.ws = ws;
    ws.on("message", (data) => {
      const message: unknown = JSON.parse(bytesOf(data).toString("utf8"));
      assert(isMessage(message), "the service sends objects only");
      this.received.push(message);
      this.#wake?.();
    });
    ws.on("error", () => undefined);
    this.closed = new Promise((resolve) => {
      ws.on("close", (code, reason) => {
        this.#ended = { code, reason: reason.toString() };
        resolve(this.#ended);
        this.#wake?.();
      });
    });
  }

  /** Connects without authenticating, and without compression unless `options` asks for it; the connection ends with the test. */
  static async open(t: TestScope, port: number, options: PeerOptions = {}): Promise<Peer> {
    const { url = `ws://127.0.0.1:${port}/api/websocket`, ...rest } = options;
    const ws = new WebSocket(url, { perMessageDeflate: false, ...rest });
    const peer = new Peer(ws);
    t.after(() => ws.terminate());
    await new Promise<void>((resolve, reject) => {
      ws.once("open", resolve).once("error", reject);
    });
    return peer;
  }

  /** Connects and authenticates. */
  static async login(
    t: TestScope,
    port: number,
    token: string,
    options: PeerOptions = {},
  ): Promise<Peer> {
    const peer = await Peer.open(t, port, options);
    peer.send({ type: "auth", access_token: token });
    assert.equal((await peer.next())["type"], "auth_required");
    assert.equal((await peer.next())["type"], "auth_ok");
    return peer;
  }

  /** Sends a value as JSON, or a text as is. */
  send(message: unknown): void {
    this.ws.send(typeof message === "string" ? message : JSON.stringify(message));
  }

  /** The next unread message; fails if the connection ends before. */
  async next(): Promise<Message> {
    for (;;) {
      const message = this.received[this.#taken];
      if (message !== undefined) {
        this.#taken += 1;
        return message;
      }
      if (this.#ended !== undefined) {
        const { code, reason } = this.#ended;
        assert.fail(`the connection ended before the next message: ${code} ${reason}`);
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** The next message with an id that is not an event; skips events before it. */
  async replyTo(id: number): Promise<Message> {
    for (;;) {
      const message = await this.next();
      if (message["id"] === id && message["type"] !== "event") return message;
    }
  }

  /** The payload of the next event; skips other messages before it. */
  async nextEvent(): Promise<unknown> {
    for (;;) {
      const message = await this.next();
      if (message["type"] === "event") return message["event"];
    }
  }

  /** A new id for a command. */
  newId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  /** Sends a command under the next id and returns its reply. */
  async command(type: string, fields: Message = {}): Promise<Message> {
    const id = this.newId();
    this.send({ id, type, ...fields });
    return this.replyTo(id);
  }

  /** Sends a command that must succeed, and returns its result. */
  async result(type: string, fields: Message = {}): Promise<unknown> {
    const reply = await this.command(type, fields);
    assert.equal(reply["success"], true, `${type} succeeds: ${JSON.stringify(reply["error"])}`);
    return reply["result"];
  }

  /** Sends a command that must fail, and returns its error. */
  async error(type: string, fields: Message = {}): Promise<{ code: unknown; message: string }> {
    const reply = await this.command(type, fields);
    assert.equal(reply["success"], false, `${type} fails`);
    const error = reply["error"];
    assert(isMessage(error) && typeof error["message"] === "string");
    return { code: error["code"], message: error["message"] };
  }

  /** Saves a plan and returns the new revision. */
  async save(plan: unknown, rev?: number): Promise<number> {
    const fields = rev === undefined ? { plan } : { plan, rev };
    const result = await this.result("floorplan/plan/save", fields);
    assert(isMessage(result) && result["ok"] === true && typeof result["rev"] === "number");
    return result["rev"];
  }
}
