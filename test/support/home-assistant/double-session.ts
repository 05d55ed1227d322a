import type { WebSocket } from "ws";
import { bytesOf, type Message } from "../peer.ts";
import { type Command, frameOf, outcomeOf } from "./double-commands.ts";
import type { ReceivedMessage } from "./received-messages.ts";
import type { DoubleFailures } from "./double-failures.ts";
import type { DoubleCore } from "./double-core.ts";
import type { DoublePeople } from "./double-users.ts";

/** What all connections of a double share. */
export interface Shared {
  readonly core: DoubleCore;
  readonly people: DoublePeople;
  readonly failures: DoubleFailures;
  readonly version: () => string;
  /** The answers that tests have set, by type of command. */
  readonly told: ReadonlyMap<string, Command>;
  /** Whether nothing is answered at the moment. */
  readonly isSilent: () => boolean;
  /** Records a client's message. */
  readonly keep: (heard: ReceivedMessage) => void;
}

/** One websocket connection of the double, including its login. */
export class DoubleSession {
  readonly #ws: WebSocket;
  readonly #shared: Shared;
  readonly #subscriptions = new Map<unknown, () => void>();
  readonly #unsent: string[] = [];
  #refreshToken: string | undefined;

  constructor(ws: WebSocket, shared: Shared) {
    this.#ws = ws;
    this.#shared = shared;
    ws.on("message", (data) => {
      const text = bytesOf(data).toString("utf8");
      const message = frameOf(text);
      if (message !== undefined) this.#hear(message, text);
    });
    ws.on("error", () => undefined);
    ws.on("close", () => {
      for (const end of this.#subscriptions.values()) end();
      this.#subscriptions.clear();
    });
    this.#send({ type: "auth_required", ha_version: shared.version() });
  }

  /** The current number of subscriptions. */
  get subscriptions(): number {
    return this.#subscriptions.size;
  }

  /** Whether it logged in with a token made from this refresh token. */
  isOf(refreshToken: string): boolean {
    return this.#refreshToken === refreshToken;
  }

  /** Ends the connection without a close frame. */
  terminate(): void {
    this.#ws.terminate();
  }

  /** Sends and reads nothing until `resume`. */
  pause(): void {
    this.#ws.pause();
  }

  /** Continues, first with the messages held back. */
  resume(): void {
    for (const text of this.#unsent.splice(0)) this.#ws.send(text);
    this.#ws.resume();
  }

  /** Sends text as is, valid or not. */
  sendText(text: string): void {
    if (this.#shared.isSilent()) this.#unsent.push(text);
    else if (this.#ws.readyState === this.#ws.OPEN) this.#ws.send(text);
  }

  #send(frame: Message): void {
    this.sendText(JSON.stringify(frame));
  }

  #hear(message: Message, text: string): void {
    const { id } = message;
    const heard: ReceivedMessage = {
      message,
      text,
      ws: this.#ws,
      succeed: (result = null) => this.#send({ id, type: "result", success: true, result }),
      fail: (code, why) =>
        this.#send({ id, type: "result", success: false, error: { code, message: why } }),
      emit: (event) => this.#send({ id, type: "event", event }),
    };
    this.#shared.keep(heard);
    if (this.#refreshToken === undefined) this.#login(message);
    else this.#answer(heard);
  }

  #login({ type, access_token }: Message): void {
    const grant = type === "auth" ? this.#shared.people.byAccessToken(access_token) : undefined;
    if (grant === undefined) {
      this.#send({ type: "auth_invalid", message: "Invalid access token or password" });
      this.#shared.failures.failed(() => this.#ws.close());
      return;
    }
    this.#shared.failures.succeeded();
    this.#refreshToken = grant.refreshToken;
    this.#send({ type: "auth_ok", ha_version: this.#shared.version() });
    this.#answer = (heard) => this.#answerFor(grant.person, heard);
  }

  #answer: (heard: ReceivedMessage) => void = () => undefined;

  #answerFor(person: DoublePeople["owner"], heard: ReceivedMessage): void {
    const { message } = heard;
    const { id, type } = message;
    if (type === "ping") {
      this.#send({ id, type: "pong" });
      return;
    }
    const then: (() => void)[] = [];
    const outcome = outcomeOf(
      this.#shared.told,
      {
        core: this.#shared.core,
        people: this.#shared.people,
        person,
        heard,
        send: heard.emit,
        keep: (end) => this.#subscriptions.set(id, end),
        end: (subscription) => {
          this.#subscriptions.get(subscription)?.();
          return this.#subscriptions.delete(subscription);
        },
        afterwards: (each) => then.push(each),
      },
      message,
    );
    if (outcome !== undefined)
      this.#send({ id, type: "result", success: "result" in outcome, ...outcome });
    for (const each of then) each();
  }
}
