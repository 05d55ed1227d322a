import type { Boundary } from "../server/runtime/boundary.ts";
import { Backoff, RetryTimer } from "../server/runtime/retry-timer.ts";
import type { BrokerAddress, BrokerLimits } from "./broker-address.ts";
import { BrokerConnection } from "./broker-connection.ts";
import type { BrokerProblem, BrokerStatus } from "./broker-status.ts";

/** The longest pause in milliseconds after nothing listened: a broker that restarts is back soon. */
const absentPauseMs = 5000;

/** How long a farewell waits for the broker's confirmation, in milliseconds. */
const farewellMs = 1000;

/** The payload of a message that removes what is kept. */
const nothing = "";

interface LinkSetup {
  readonly address: BrokerAddress;
  readonly clientId: string;
  /** Where it is told whether the service is there. */
  readonly availability: {
    readonly topic: string;
    readonly online: string;
    readonly offline: string;
  };
  /** What is subscribed to. */
  readonly topics: readonly string[];
  readonly limits: BrokerLimits;
  readonly boundary: Boundary;
  readonly status: Pick<BrokerStatus, "connected" | "failed">;
  readonly message: (topic: string, payload: Buffer) => void;
}

/**
 * What a broker shall keep, over connections that are opened again after each loss, with growing pauses. Of each topic only the
 * newest message waits to be told, so a broker that is slow or away costs no memory; a new connection tells everything
 * anew. When no connection is there, the broker tells that the service is offline.
 */
export class BrokerLink {
  readonly #setup: LinkSetup;
  /** By topic, the messages that the broker shall keep; empty ones until they are confirmed. */
  readonly #wanted = new Map<string, string>();
  /** The topics whose message is to be told. */
  readonly #due = new Set<string>();
  /** By topic, what was told and is not confirmed. */
  readonly #told = new Map<string, string>();
  readonly #pauses: Backoff;
  readonly #retry: RetryTimer;
  #connection: BrokerConnection | undefined;
  #isOn = false;
  #wentOffline: () => void = () => undefined;

  constructor(setup: LinkSetup) {
    this.#setup = setup;
    this.#pauses = new Backoff(setup.limits.mqttPauseMs);
    const connect = setup.boundary("the MQTT broker could not be connected", () => this.#connect());
    this.#retry = new RetryTimer(connect);
  }

  /** Connects, and keeps trying. */
  start(): void {
    const { topic, online } = this.#setup.availability;
    this.#isOn = true;
    this.#wanted.set(topic, online);
    this.#connect();
  }

  /** Tells that the service is offline, as far as the broker listens, and disconnects. It may be started again. */
  async stop(): Promise<void> {
    const { topic, offline } = this.#setup.availability;
    this.#isOn = false;
    this.#retry.stop();
    if (this.#connection?.isOpen !== true) return this.#connection?.close();
    const gone = new Promise<void>((resolve) => (this.#wentOffline = resolve));
    const late = setTimeout(
      this.#setup.boundary("a farewell failed", () => this.#wentOffline()),
      farewellMs,
    );
    this.#due.clear();
    this.tell(topic, offline);
    await gone;
    clearTimeout(late);
    this.#connection?.close();
  }

  /** Whether the broker shall keep a message there. */
  keeps(topic: string): boolean {
    return (this.#wanted.get(topic) ?? nothing) !== nothing;
  }

  /** Has the broker keep this message, or nothing if it is empty; beyond `mqttTopics`, what is new waits for nothing. */
  tell(topic: string, payload: string): void {
    const before = this.#wanted.get(topic);
    if (before === payload) return;
    if (before === undefined && this.#wanted.size >= this.#setup.limits.mqttTopics) return;
    this.#wanted.set(topic, payload);
    this.#due.add(topic);
    this.#tellDue();
  }

  /** Tells everything anew, that the service is online last. */
  again(): void {
    const { topic } = this.#setup.availability;
    for (const each of this.#wanted.keys()) this.#due.add(each);
    this.#due.delete(topic);
    this.#due.add(topic);
    this.#tellDue();
  }

  #connect(): void {
    if (!this.#isOn || this.#connection !== undefined) return;
    const { address, clientId, availability, topics, limits, boundary, message } = this.#setup;
    const since = performance.now();
    this.#connection = new BrokerConnection({
      address,
      clientId,
      will: { topic: availability.topic, payload: availability.offline },
      topics,
      limits,
      boundary,
      on: {
        opened: () => this.again(),
        message,
        confirmed: (topic) => this.#confirmed(topic),
        room: () => this.#tellDue(),
        ended: (problem) => this.#ended(problem, performance.now() - since),
      },
    });
  }

  #tellDue(): void {
    for (const topic of this.#due) {
      if (this.#connection?.hasRoom !== true) return;
      const payload = this.#wanted.get(topic);
      // One after the other, so that the newest message is the last.
      if (this.#told.has(topic)) continue;
      this.#due.delete(topic);
      if (payload === undefined) continue;
      this.#told.set(topic, payload);
      this.#connection.tell({ topic, payload });
    }
  }

  #confirmed(topic: string): void {
    const { address, availability, status } = this.#setup;
    const payload = this.#told.get(topic);
    this.#told.delete(topic);
    if (payload === nothing && this.#wanted.get(topic) === nothing) this.#wanted.delete(topic);
    if (topic === availability.topic && payload === availability.online)
      status.connected(address.shown);
    if (topic === availability.topic && payload === availability.offline) this.#wentOffline();
    this.#tellDue();
  }

  #ended(problem: BrokerProblem | undefined, lastedMs: number): void {
    const { limits, status } = this.#setup;
    this.#connection = undefined;
    this.#told.clear();
    this.#wentOffline();
    if (problem === undefined || !this.#isOn) return;
    status.failed(problem);
    // The pauses also grow if a connection ends soon after it opens.
    if (lastedMs > limits.mqttPauseMs) this.#pauses.reset();
    this.#retry.start(this.#pauses.next(problem.isAbsent === true ? absentPauseMs : Infinity));
  }
}
