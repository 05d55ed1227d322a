import assert from "node:assert/strict";
import { WebSocket } from "ws";
import { anyObject } from "../../../src/model/codec.ts";
import { withTimeout } from "../polling.ts";
import { bytesOf, type Message } from "../peer.ts";

const patienceMs = 90_000;

/** A sent or received message. */
export interface Frame {
  readonly from: "client" | "server";
  readonly frame: Message;
}

/** A subscription: its events so far, and those to come. */
export interface Subscribed {
  readonly id: number;
  /** Each event's content, in order. */
  readonly events: readonly unknown[];
  /** The first matching event from the n-th on; fails if the connection ends before. */
  readonly event: (is: (event: unknown) => boolean, from?: number) => Promise<unknown>;
  readonly unsubscribe: () => Promise<void>;
}

/** The error answer to a command. */
export class Refused extends Error {
  readonly code: unknown;
  constructor(command: Message, error: unknown) {
    super(`${JSON.stringify(command)}: ${JSON.stringify(error)}`);
    this.code = anyObject.is(error) ? error["code"] : undefined;
  }
}

/** A raw client of Home Assistant's websocket; it only numbers the commands. */
export class HomeSocket {
  readonly ws: WebSocket;
  /** All messages in both directions. */
  readonly frames: Frame[] = [];
  /** Resolves when the connection has ended. */
  readonly closed: Promise<void>;
  #lastId = 0;
  #isClosed = false;
  readonly #waiting = new Set<() => void>();

  constructor(url: string) {
    this.ws = new WebSocket(`${url.replace(/^http/, "ws")}/api/websocket`);
    this.ws.on("message", (data) => {
      const message: unknown = JSON.parse(bytesOf(data).toString("utf8"));
      for (const frame of Array.isArray(message) ? message : [message]) {
        assert(anyObject.is(frame), "only objects are sent");
        this.frames.push({ from: "server", frame });
      }
      this.#look();
    });
    this.ws.on("error", () => undefined);
    this.closed = new Promise((resolve) => {
      this.ws.once("close", () => {
        this.#isClosed = true;
        resolve();
        this.#look();
      });
    });
  }

  #look(): void {
    for (const look of this.#waiting) look();
  }

  /** The server's first matching frame, now or later. */
  async frame(is: (frame: Message) => boolean, what: string): Promise<Message> {
    let look: (() => void) | undefined;
    const found = new Promise<Message>((resolve, reject) => {
      look = () => {
        const each = this.frames.find(({ from, frame }) => from === "server" && is(frame));
        if (each !== undefined) resolve(each.frame);
        else if (this.#isClosed) reject(new Error(`the connection ended before ${what}`));
      };
      this.#waiting.add(look);
      look();
    });
    try {
      return await withTimeout(found, patienceMs, what);
    } finally {
      if (look !== undefined) this.#waiting.delete(look);
    }
  }

  /** Sends a message as is. */
  send(frame: Message): void {
    this.frames.push({ from: "client", frame });
    this.ws.send(JSON.stringify(frame));
  }

  /** Sends a command and returns the whole answer, success or error. */
  async ask(command: Message): Promise<Message> {
    const id = (this.#lastId += 1);
    this.send({ id, ...command });
    return this.frame(
      ({ id: of, type }) => of === id && (type === "result" || type === "pong"),
      `the answer to ${String(command["type"])}`,
    );
  }

  /** Sends a command and returns its result; throws `Refused` after an error. */
  async call(command: Message): Promise<unknown> {
    const { success, result, error } = await this.ask(command);
    if (success !== true) throw new Refused(command, error);
    return result;
  }

  /** Sends a command that subscribes. */
  async subscribe(command: Message): Promise<Subscribed> {
    await this.call(command);
    const id = this.#lastId;
    const events = (): readonly unknown[] =>
      this.frames.flatMap(({ frame }) =>
        frame["id"] === id && frame["type"] === "event" ? [frame["event"]] : [],
      );
    const event = async (is: (event: unknown) => boolean, from = 0): Promise<unknown> => {
      const find = (): number => events().findIndex((each, at) => at >= from && is(each));
      await this.frame(() => find() >= 0, `an event of ${String(command["type"])}`);
      return events()[find()];
    };
    const unsubscribe = async (): Promise<void> => {
      await this.call({ type: "unsubscribe_events", subscription: id });
    };
    return {
      id,
      get events() {
        return events();
      },
      event,
      unsubscribe,
    };
  }

  /** Ends the connection; resolves when it has ended. */
  async close(): Promise<void> {
    this.ws.close();
    await this.closed;
  }
}

/** Connects and logs in; rejects with any other answer, such as `auth_invalid`. */
export const openHomeSocket = async (url: string, token: string): Promise<HomeSocket> => {
  const socket = new HomeSocket(url);
  await socket.frame(({ type }) => type === "auth_required", "auth_required");
  socket.send({ type: "auth", access_token: token });
  const answer = await socket.frame(
    ({ type }) => type === "auth_ok" || type === "auth_invalid",
    "the login",
  );
  if (answer["type"] !== "auth_ok") {
    await socket.closed;
    throw new Error(JSON.stringify(answer));
  }
  return socket;
};
