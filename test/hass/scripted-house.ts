import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type WebSocket, WebSocketServer } from "ws";
import { bytesOf, type Message } from "../support/peer.ts";
import {
  type Ending,
  startTestService,
  temporaryFolder,
  type TestService,
  type TestServiceOptions,
} from "../support/service.ts";

/** A command that came over a connection. */
export interface Came {
  readonly ws: WebSocket;
  readonly message: Message;
  /** Answers it. */
  readonly succeed: (result?: unknown) => void;
  readonly fail: (code: string, message: string) => void;
  /** Sends an event of it. */
  readonly emit: (event: unknown) => void;
}

/** Does something with a command; false where it is left to the usual. */
type Script = (came: Came) => boolean | void;

/** A server that talks as Home Assistant does, answers what a test tells it to, and keeps what came. */
export class ScriptedHouse {
  readonly token = "a-token-of-home-assistant";
  readonly came: Came[] = [];
  readonly connections = new Set<WebSocket>();
  /** States that it tells whoever subscribes to entities. */
  states: Record<string, Message> = {};
  /** What it answers to a command, by its type. */
  answers: Record<string, unknown> = {};
  acceptedToken = this.token;
  version = "2026.11.0";
  script: Script = () => false;
  #server: WebSocketServer | undefined;
  #port = 0;
  #wake: (() => void)[] = [];

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async listen(): Promise<void> {
    const server = new WebSocketServer({ host: "127.0.0.1", port: this.#port });
    this.#server = server;
    server.on("connection", (ws) => this.#serve(ws));
    await once(server, "listening");
    const address = server.address();
    assert(typeof address === "object" && address !== null);
    this.#port = address.port;
  }

  /** Ends every connection, and listens no more. */
  async leave(): Promise<void> {
    for (const ws of this.connections) ws.terminate();
    this.#server?.close();
    if (this.#server !== undefined) await once(this.#server, "close");
    this.#server = undefined;
  }

  /** The commands of a type so far. */
  of(type: string): readonly Came[] {
    return this.came.filter(({ message }) => message["type"] === type);
  }

  /** Resolves with the commands of a type once there are so many. */
  async whenCame(type: string, many: number): Promise<readonly Came[]> {
    while (this.of(type).length < many) await new Promise<void>((wake) => this.#wake.push(wake));
    return this.of(type);
  }

  #serve(ws: WebSocket): void {
    this.connections.add(ws);
    ws.on("close", () => this.connections.delete(ws));
    ws.on("error", () => undefined);
    const send = (message: Message): void => ws.send(JSON.stringify(message));
    send({ type: "auth_required", ha_version: this.version });
    ws.once("message", (auth) => {
      const { access_token: token } = JSON.parse(bytesOf(auth).toString("utf8"));
      if (token !== this.acceptedToken) {
        send({ type: "auth_invalid", message: "Invalid access token or password" });
        return ws.close();
      }
      send({ type: "auth_ok", ha_version: this.version });
      ws.on("message", (data) => this.#take(ws, JSON.parse(bytesOf(data).toString("utf8"))));
    });
  }

  #take(ws: WebSocket, message: Message): void {
    const send = (fields: Message): void =>
      ws.send(JSON.stringify({ id: message["id"], ...fields }));
    const came: Came = {
      ws,
      message,
      succeed: (result = null) => send({ type: "result", success: true, result }),
      fail: (code, text) =>
        send({ type: "result", success: false, error: { code, message: text } }),
      emit: (event) => send({ type: "event", event }),
    };
    this.came.push(came);
    if (this.script(came) !== true) this.#answer(came);
    for (const wake of this.#wake.splice(0)) wake();
  }

  #answer({ message, succeed, fail, emit }: Came): void {
    const type = String(message["type"]);
    if (type in this.answers) return succeed(this.answers[type]);
    if (type === "subscribe_entities") {
      succeed();
      const ids: readonly unknown[] = Array.isArray(message["entity_ids"])
        ? message["entity_ids"]
        : [];
      const wanted = Object.entries(this.states).filter(([id]) => ids.includes(id));
      return emit({ a: Object.fromEntries(wanted) });
    }
    if (type === "render_template") {
      succeed();
      return emit({ result: `rendered ${String(message["template"])}`, listeners: {} });
    }
    if (["subscribe_events", "unsubscribe_events"].includes(type)) return succeed();
    if (type === "call_service") return succeed({ context: { id: "c" }, response: null });
    return fail("unknown_command", "Unknown command.");
  }
}

/** A state as `subscribe_entities` tells it. */
export const told = (s: string, a: Message = {}): Message => ({ s, a, c: "c", lc: 1000 });

/** Starts such a house; it is gone after the test. */
export const startScriptedHouse = async (t: Ending): Promise<ScriptedHouse> => {
  const house = new ScriptedHouse();
  await house.listen();
  t.after(() => house.leave());
  return house;
};

/** A service that has a token of a house, and whose pauses are short. */
export const serviceOf = async (
  t: Ending,
  house: ScriptedHouse,
  options: TestServiceOptions = {},
): Promise<TestService & { readonly tokenFile: string }> => {
  const tokenFile = join(await temporaryFolder(t), "token");
  await writeFile(tokenFile, `${house.token}\n`, { mode: 0o600 });
  const service = await startTestService(t, {
    ...options,
    config: {
      homeAssistant: house.url,
      homeAssistantTokenFile: tokenFile,
      homeAssistantPauseMs: 50,
      ...options.config,
    },
  });
  return { ...service, tokenFile };
};
