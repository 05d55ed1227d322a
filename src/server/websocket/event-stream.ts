import type { Boundary, Guarded } from "../runtime/boundary.ts";
import type { JsonText } from "../../plan/raw-json/raw-json.ts";

/** What has events to deliver. */
interface PendingDelivery {
  /** Sends the oldest event that waits; false where there is none. One for whom that fails waits for its next event. */
  readonly deliverNext: () => boolean;
}

/**
 * Delivers events to all who subscribed, once whoever caused them has the
 * reply: a save is answered when it is durable, and does not wait until
 * hundreds of screens were sent the plan. One event goes to everybody before
 * the next does, so that its frames are made once.
 */
export class DeliveryQueue {
  readonly #streams = new Set<PendingDelivery>();
  readonly #onDelivered: (ms: number) => void;
  readonly #sliceMs: number;
  readonly #deliverDue: Guarded;
  #isDue = false;
  /** When the first of what waits was expected. */
  #began = 0;

  /** `onDelivered` is called when nothing waits any more, with the milliseconds that something did; after each `sliceMs` of delivering others have a turn. */
  constructor(boundary: Boundary, onDelivered: (ms: number) => void, sliceMs = Infinity) {
    this.#onDelivered = onDelivered;
    this.#sliceMs = sliceMs;
    this.#deliverDue = boundary(
      "events could not be delivered",
      () => this.#deliver(),
      () => {
        if (this.#streams.size > 0) this.#deliverSoon();
      },
    );
  }

  /** A stream has something to deliver. */
  expect(stream: PendingDelivery): void {
    if (this.#streams.size === 0) this.#began = performance.now();
    this.#streams.add(stream);
    this.#deliverSoon();
  }

  #deliverSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(this.#deliverDue);
  }

  #deliver(): void {
    this.#isDue = false;
    const end = performance.now() + this.#sliceMs;
    // Whoever has been sent an event is behind all the others then.
    for (const stream of this.#streams) {
      this.#streams.delete(stream);
      if (stream.deliverNext()) this.#streams.add(stream);
      if (performance.now() >= end) break;
    }
    if (this.#streams.size > 0) this.#deliverSoon();
    else this.#onDelivered(performance.now() - this.#began);
  }
}

/** Tells when a connection has read what it was sent, as an outbox does. */
export interface Room {
  readonly hasRoom: () => boolean;
  readonly whenRoom: (callback: () => void) => void;
}

/**
 * The events of one subscription, in order. They wait for the reply that
 * announces the subscription, so that no client sees an event of a subscription
 * that it does not know yet, and then for the delivery to all subscribers, or
 * for the next reply on their own connection, which comes after them.
 */
export class EventStream {
  readonly #send: (json: JsonText) => void;
  readonly #deliveries: DeliveryQueue;
  readonly #room: Room;
  readonly #waiting: JsonText[] = [];
  /** Who waits for room until everything is handed on. */
  readonly #waitingForRoom: (() => void)[] = [];
  #isAnnounced = false;
  #stop: (() => void) | undefined;
  #ended = false;

  /** `send` is called with each event, in order, from the announcement on; it must not throw. */
  constructor(send: (json: JsonText) => void, deliveries: DeliveryQueue, room: Room) {
    this.#send = send;
    this.#deliveries = deliveries;
    this.#room = room;
  }

  /** Whether everything was handed on, and most of it is read. */
  readonly hasRoom = (): boolean => this.#waiting.length === 0 && this.#room.hasRoom();

  /** Calls back once there is room, as `hasRoom` has it; never after the end. */
  readonly whenRoom = (callback: () => void): void => {
    if (this.#waiting.length > 0) return void this.#waitingForRoom.push(callback);
    this.#room.whenRoom(() => {
      if (!this.#ended) callback();
    });
  };

  /** An event, as JSON text. */
  readonly emit = (json: JsonText): void => {
    if (this.#ended) return;
    this.#waiting.push(json);
    if (this.#isAnnounced) this.#deliveries.expect(this);
  };

  /** Says how to end the source; it is called once, at once where the stream has ended already. */
  readonly endsWith = (stop: () => void): void => {
    if (this.#ended) stop();
    else this.#stop = stop;
  };

  /** The reply is out: sends what waits. */
  announced(): void {
    this.#isAnnounced = true;
    this.deliverAll();
  }

  /** Sends the oldest event that waits; false where there is none. */
  deliverNext(): boolean {
    const json = this.#isAnnounced ? this.#waiting.shift() : undefined;
    if (json === undefined) return false;
    this.#send(json);
    if (this.#waiting.length === 0)
      for (const callback of this.#waitingForRoom.splice(0)) this.whenRoom(callback);
    return true;
  }

  /** Sends every event that waits. */
  deliverAll(): void {
    while (this.deliverNext());
  }

  /** Sends what waits, and takes no more events. */
  readonly end = (): void => {
    this.deliverAll();
    this.#ended = true;
    this.#stop?.();
    this.#stop = undefined;
  };
}
