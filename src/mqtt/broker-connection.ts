import { connect as connectPlain, isIP, type Socket } from "node:net";
import { connect as connectSecurely } from "node:tls";
import { generate, type Packet } from "mqtt-packet";
import type { Boundary, Guarded } from "../server/runtime/boundary.ts";
import type { BrokerAddress, BrokerLimits } from "./broker-address.ts";
import {
  type BrokerProblem,
  brokerProblem,
  problemOfRefusal,
  problemOfSocket,
} from "./broker-status.ts";
import { PacketReader } from "./packet-reader.ts";

/** A message that brokers keep for whoever subscribes later; an empty one removes the one before. */
export interface RetainedMessage {
  readonly topic: string;
  readonly payload: string;
}

/** What happens on a connection. */
interface ConnectionEvents {
  /** The broker accepted it, and grants all subscriptions. */
  readonly opened: () => void;
  /** A message came, kept or new. */
  readonly message: (topic: string, payload: Buffer) => void;
  /** The broker has a message. */
  readonly confirmed: (topic: string) => void;
  /** There is room again, as after a confirmation. */
  readonly room: () => void;
  /** Once, whatever happens; undefined if it was closed from here. */
  readonly ended: (problem: BrokerProblem | undefined) => void;
}

interface ConnectionSetup {
  readonly address: BrokerAddress;
  readonly clientId: string;
  /** What the broker tells once the connection ends without a word. */
  readonly will: RetainedMessage;
  readonly topics: readonly string[];
  readonly limits: BrokerLimits;
  readonly boundary: Boundary;
  readonly on: ConnectionEvents;
}

/** The id of the packet that subscribes; those of messages are others. */
const subscribeId = 1;

const mostIds = 65_535;

/** How long a broker may take to close a connection that has said farewell. */
const farewellMs = 1000;

/** Whether a broker grants a subscription (MQTT 3.1.1, section 3.9.3). */
const isGranted = (code: unknown): boolean => code === 0 || code === 1 || code === 2;

/**
 * One connection to a broker by MQTT 3.1.1, which every broker speaks: logs in, subscribes, and tells messages that the broker
 * keeps and confirms (QoS 1). The bytes are read and written by mqtt-packet. It ends at once if the broker breaks the
 * protocol, exceeds a limit, or is silent.
 */
export class BrokerConnection {
  readonly #setup: ConnectionSetup;
  readonly #socket: Socket;
  readonly #reader: PacketReader;
  /** By the packet's id: the topic of a message that is not confirmed, and when it was sent. */
  readonly #unconfirmed = new Map<number, { readonly topic: string; readonly at: number }>();
  #state: "connecting" | "subscribing" | "open" | "over" = "connecting";
  #lastId = subscribeId;
  #heardAt = performance.now();
  readonly #opening: NodeJS.Timeout;
  readonly #watch: NodeJS.Timeout;
  readonly #second: NodeJS.Timeout;

  constructor(setup: ConnectionSetup) {
    this.#setup = setup;
    const { address, limits, boundary } = setup;
    const { host, port, isSecure } = address;
    const guarded = <Given extends readonly unknown[]>(
      work: (...given: Given) => void,
    ): Guarded<Given> =>
      boundary("the connection to the MQTT broker failed unexpectedly", work, () =>
        this.#end(brokerProblem.nonsense(address.shown, "an unexpected error")),
      );
    // Brokers that share an address are told apart by the name, which cannot be an IP address (RFC 6066, section 3).
    const named = isIP(host) === 0 && { servername: host };
    this.#socket = isSecure
      ? connectSecurely({ host, port, ...named })
      : connectPlain({ host, port });
    this.#socket.setNoDelay(true);
    this.#socket
      .on(
        isSecure ? "secureConnect" : "connect",
        guarded(() => this.#logIn()),
      )
      .on(
        "data",
        guarded((bytes: Buffer) => this.#heardBytes(bytes)),
      )
      .on(
        "error",
        guarded((error: Error) => this.#end(problemOfSocket(address.shown, error))),
      )
      .on(
        "close",
        guarded(() => this.#end(brokerProblem.ended(address.shown))),
      )
      .on(
        "drain",
        guarded(() => setup.on.room()),
      );
    this.#reader = new PacketReader({
      limits,
      packet: (packet) => this.#got(packet),
      broken: (why) => this.#end(brokerProblem.nonsense(address.shown, why)),
      source: this.#socket,
    });
    const late = guarded(() =>
      this.#end(
        brokerProblem.slow(
          address.shown,
          `it has not answered within mqtt-ms, ${limits.mqttMs} ms`,
        ),
      ),
    );
    this.#opening = setTimeout(late, limits.mqttMs).unref();
    const watch = guarded(() => this.#lookWhetherItLives());
    this.#watch = setInterval(watch, limits.mqttSilenceMs / 3).unref();
    const second = guarded(() => this.#reader.readOn());
    this.#second = setInterval(second, 1000).unref();
  }

  /** Whether another message may be told now. */
  get hasRoom(): boolean {
    return (
      this.#state === "open" &&
      this.#unconfirmed.size < this.#setup.limits.mqttUnconfirmed &&
      !this.#socket.writableNeedDrain
    );
  }

  /** Whether the broker accepted it, and it has not ended. */
  get isOpen(): boolean {
    return this.#state === "open";
  }

  /** Tells a message; only while there is room. */
  tell({ topic, payload }: RetainedMessage): void {
    const messageId = this.#nextId();
    this.#unconfirmed.set(messageId, { topic, at: performance.now() });
    this.#send({ cmd: "publish", topic, payload, messageId, qos: 1, retain: true, dup: false });
  }

  /** Ends the connection with a word, so that the broker does not tell the will. */
  close(): void {
    if (this.#state === "open") {
      this.#send({ cmd: "disconnect" });
      this.#socket.end();
    }
    this.#end(undefined);
  }

  #send(packet: Packet): void {
    this.#socket.write(generate(packet));
  }

  #nextId(): number {
    do this.#lastId = this.#lastId === mostIds ? subscribeId + 1 : this.#lastId + 1;
    while (this.#unconfirmed.has(this.#lastId));
    return this.#lastId;
  }

  #logIn(): void {
    if (this.#state === "over") return;
    const { address, clientId, will, limits } = this.#setup;
    const { user: username, password } = address;
    this.#send({
      cmd: "connect",
      clientId,
      protocolId: "MQTT",
      protocolVersion: 4,
      clean: true,
      // The broker waits half as long again before it tells the will.
      keepalive: Math.max(1, Math.ceil(limits.mqttSilenceMs / 1000)),
      will: { ...will, payload: Buffer.from(will.payload), qos: 1, retain: true },
      ...(username !== undefined && { username }),
      ...(password !== undefined && { password: Buffer.from(password) }),
    });
  }

  #heardBytes(bytes: Buffer): void {
    this.#heardAt = performance.now();
    this.#reader.take(bytes);
  }

  #broken(why: string): void {
    this.#end(brokerProblem.nonsense(this.#setup.address.shown, `it breaks the protocol: ${why}`));
  }

  #got(packet: Packet): void {
    if (this.#state === "over") return;
    const { cmd } = packet;
    if (cmd === "connack" && this.#state === "connecting") this.#accepted(packet.returnCode ?? 0);
    else if (cmd === "suback" && this.#state === "subscribing") this.#subscribed(packet.granted);
    else if (cmd === "publish" && this.#state !== "connecting") this.#heard(packet);
    else if (cmd === "puback" && this.#state === "open") this.#confirm(packet.messageId ?? 0);
    else if (cmd !== "pingresp") this.#broken(`${cmd} when nobody waits for it`);
  }

  #accepted(code: number): void {
    const { address, topics } = this.#setup;
    if (code !== 0) return this.#end(problemOfRefusal(address.shown, code));
    this.#state = "subscribing";
    this.#send({
      cmd: "subscribe",
      messageId: subscribeId,
      subscriptions: topics.map((topic) => ({ topic, qos: 0 })),
    });
  }

  #subscribed(granted: readonly unknown[]): void {
    const { address, topics } = this.#setup;
    const refused = topics.find((_topic, at) => !isGranted(granted[at]));
    if (refused !== undefined) return this.#end(brokerProblem.forbidden(address.shown, refused));
    clearTimeout(this.#opening);
    this.#state = "open";
    this.#setup.on.opened();
  }

  #heard({ topic, payload, qos }: Extract<Packet, { cmd: "publish" }>): void {
    if (qos !== 0) return this.#broken("a message that is to be confirmed");
    this.#setup.on.message(topic, typeof payload === "string" ? Buffer.from(payload) : payload);
  }

  #confirm(messageId: number): void {
    const known = this.#unconfirmed.get(messageId);
    if (known === undefined) return;
    this.#unconfirmed.delete(messageId);
    this.#setup.on.confirmed(known.topic);
  }

  #lookWhetherItLives(): void {
    const { address, limits } = this.#setup;
    const now = performance.now();
    const isOld = (at: number): boolean => now - at > limits.mqttSilenceMs;
    const [oldest] = this.#unconfirmed.values();
    const what = isOld(this.#heardAt)
      ? "it is silent"
      : oldest !== undefined && isOld(oldest.at)
        ? "it does not confirm what it is told"
        : undefined;
    if (what !== undefined)
      return this.#end(
        brokerProblem.slow(
          address.shown,
          `${what} for longer than mqtt-silence-ms, ${limits.mqttSilenceMs} ms`,
        ),
      );
    if (this.#state === "open" && !this.#socket.writableNeedDrain) this.#send({ cmd: "pingreq" });
  }

  #end(problem: BrokerProblem | undefined): void {
    if (this.#state === "over") return;
    const wasOpen = this.#state === "open";
    this.#state = "over";
    clearTimeout(this.#opening);
    clearInterval(this.#watch);
    clearInterval(this.#second);
    this.#reader.close();
    if (problem === undefined && wasOpen) this.#awaitClose();
    else this.#socket.destroy();
    this.#setup.on.ended(problem);
  }

  /** After a word of farewell the broker closes the connection, whatever it sends before that. */
  #awaitClose(): void {
    const late = this.#setup.boundary("a connection to the MQTT broker could not be ended", () =>
      this.#socket.destroy(),
    );
    setTimeout(late, farewellMs).unref();
    this.#socket.resume();
  }
}
