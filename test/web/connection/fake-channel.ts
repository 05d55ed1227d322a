import assert from "node:assert/strict";
import { right } from "fp-ts/lib/Either.js";
import type { Connection } from "home-assistant-js-websocket";
import { EditingClient } from "../../../src/web/connection/editing-client.ts";
import type { Json } from "../../../src/model/json.ts";

/** A command as it is sent. */
export type Message = Readonly<Record<string, unknown>>;

type Refused = { readonly code: string };

/** What is answered to a command: a result, or a refusal. */
export type Reply = { readonly result: Json } | Refused;

const isConnection = (_given: object): _given is Connection => true;

/** A service on the other end of a connection, in the hands of a test. */
export class FakeChannel {
  /** The commands that have come, in their order, without the name of the domain. */
  readonly sent: Message[] = [];
  /** The subscriptions that are open, the last one last. */
  readonly open: ((event: Json) => void)[] = [];
  readonly client: EditingClient;
  readonly #listeners = new Map<string, () => void>();
  readonly #connection = {
    connected: true,
    sendMessagePromise: (message: Message) => this.#answer(message),
    subscribeMessage: async (receive: (event: Json) => void, message: Message) => {
      await this.#answer(message);
      this.open.push(receive);
      return () => {
        const at = this.open.indexOf(receive);
        if (at >= 0) this.open.splice(at, 1);
        return Promise.resolve();
      };
    },
    addEventListener: (name: string, listener: () => void) => {
      this.#listeners.set(name, listener);
    },
    removeEventListener: () => undefined,
  };
  /** What it answers; the result is null unless a test says otherwise. */
  answer: (message: Message) => Reply = () => ({ result: null });

  constructor() {
    const connection = this.#connection;
    assert(isConnection(connection));
    this.client = new EditingClient(
      {
        base: "http://127.0.0.1",
        token: () => Promise.resolve(""),
        reach: () => Promise.resolve(right(connection)),
        connected: Promise.resolve(connection),
        onFailure: () => undefined,
        close: () => undefined,
      },
      "floorplan",
    );
  }

  /** Sends an event to the subscription that was made last. */
  tell(event: Json): void {
    const receive = this.open.at(-1);
    assert(receive !== undefined, "something is subscribed to");
    // Each one is parsed by itself, as from a line.
    receive(JSON.parse(JSON.stringify(event)));
  }

  lose(): void {
    this.open.length = 0;
    this.#listeners.get("disconnected")?.();
  }

  comeBack(): void {
    this.#listeners.get("ready")?.();
  }

  /** The types of the commands so far. */
  get types(): readonly unknown[] {
    return this.sent.map(({ type }) => type);
  }

  async #answer({ type, ...fields }: Message): Promise<Json> {
    const message = { ...fields, type: String(type).replace("floorplan/", "") };
    this.sent.push(message);
    await Promise.resolve();
    const reply = this.answer(message);
    if ("result" in reply) return reply.result;
    // The library rejects with what the service says, which is no error.
    return Promise.reject({ code: reply.code, message: "the service's own words" });
  }
}

/** Lets everything go on that waits for an answer, or for what the client loads behind the first plan. */
export const settle = async (): Promise<void> => {
  await import("../../../src/client/apply-changes.ts");
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setTimeout(resolve));
};
