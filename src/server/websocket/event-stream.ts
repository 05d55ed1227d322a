import type { JsonText } from "../../plan/raw-json/raw-json.ts";
import type { Deliveries } from "../../host/channel/deliveries.ts";

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
  readonly #deliveries: Deliveries;
  readonly #room: Room;
  readonly #waiting: JsonText[] = [];
  /** Who waits for room until everything is handed on. */
  readonly #waitingForRoom: (() => void)[] = [];
  #isAnnounced = false;
  #stop: (() => void) | undefined;
  #ended = false;

  /** `send` is called with each event, in order, from the announcement on; it must not throw. */
  constructor(send: (json: JsonText) => void, deliveries: Deliveries, room: Room) {
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
