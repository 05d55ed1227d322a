import type { Boundary, Guarded } from "../runtime/boundary.ts";
import type { JsonText } from "../../plan/raw-json/raw-json.ts";

const nothing = (): void => {};

/** A stream with events to deliver. */
interface PendingDelivery {
  /** Sends the oldest waiting event; true if another one waits. After an error, the stream waits for its next event. */
  readonly deliverNext: () => boolean;
}

/**
 * Delivers events to all subscribers, after the command that caused them has its reply: a save is answered once it is
 * durable, and does not wait for hundreds of screens. Each event goes to every subscriber before the next one, so that
 * its frames are made once.
 */
export class DeliveryQueue {
  readonly #streams = new Set<PendingDelivery>();
  readonly #onDelivered: (ms: number) => void;
  readonly #sliceMs: number;
  readonly #soon: (deliver: Guarded) => void;
  readonly #deliverDue: Guarded;
  #isDue = false;
  /** When the oldest waiting event came. */
  #began = 0;

  /**
   * `onDelivered` is called when nothing waits any more, with the milliseconds since something did. After each `sliceMs`
   * of delivering, others get a turn; `soon` calls back in a later one.
   */
  constructor(
    boundary: Boundary,
    onDelivered: (ms: number) => void,
    sliceMs = Infinity,
    soon: (deliver: Guarded) => void = setImmediate,
  ) {
    this.#onDelivered = onDelivered;
    this.#sliceMs = sliceMs;
    this.#soon = soon;
    this.#deliverDue = boundary(
      "events could not be delivered",
      () => this.#deliver(),
      () => {
        if (this.#streams.size > 0) this.#deliverSoon();
      },
    );
  }

  /** Queues a stream with an event. */
  expect(stream: PendingDelivery): void {
    if (this.#streams.size === 0) this.#began = performance.now();
    this.#streams.add(stream);
    this.#deliverSoon();
  }

  #deliverSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    this.#soon(this.#deliverDue);
  }

  #deliver(): void {
    this.#isDue = false;
    // What came while others were delivered may have been delivered with them.
    if (this.#streams.size === 0) return;
    const end = performance.now() + this.#sliceMs;
    // A stream with another event moves behind all others.
    for (const stream of this.#streams) {
      this.#streams.delete(stream);
      if (stream.deliverNext()) this.#streams.add(stream);
      if (performance.now() >= end) break;
    }
    if (this.#streams.size > 0) this.#deliverSoon();
    else this.#onDelivered(performance.now() - this.#began);
  }
}

/** What a stream does with shared events, and the number of the next one. */
interface SharedTaking<A> {
  readonly take: (event: A) => void;
  next: number;
}

/**
 * Events for many streams, which each takes when it is its turn: what an event costs before its cause is answered does
 * not grow with the streams.
 */
export class SharedEvents<A> implements PendingDelivery {
  readonly #streams = new Map<EventStream, SharedTaking<A>>();
  #deliveries: DeliveryQueue | undefined;
  /** Those that not every stream has taken, and the number of the first. */
  #events: A[] = [];
  #first = 0;
  /** The streams that have yet to take the first one. */
  #round: Iterator<EventStream> | undefined;

  /** Every stream that has joined before takes the event. */
  publish(event: A): void {
    if (this.#streams.size === 0) return;
    this.#events.push(event);
    this.#deliveries?.expect(this);
  }

  /** From now on `take` is called with each event, to send something of it or nothing; the returned function ends that. */
  join(stream: EventStream, deliveries: DeliveryQueue, take: (event: A) => void): () => void {
    this.#deliveries = deliveries;
    this.#streams.set(stream, { take, next: this.#first + this.#events.length });
    return () => this.#streams.delete(stream);
  }

  /** Lets a stream take what it has not taken yet, or only the events before that number. */
  bring(stream: EventStream, end = Infinity): void {
    const taking = this.#streams.get(stream);
    if (taking === undefined) return;
    for (const event of this.#events.slice(taking.next - this.#first, end - this.#first)) {
      taking.next += 1;
      taking.take(event);
    }
  }

  /** The next stream takes the first event, if it has not yet; true if others, or other events, wait. */
  deliverNext(): boolean {
    if (this.#events.length === 0) return false;
    this.#round ??= this.#streams.keys();
    const turn = this.#round.next();
    if (turn.done === true) {
      this.#round = undefined;
      this.#events.shift();
      this.#first += 1;
      return this.#events.length > 0;
    }
    // Also if this one fails, the others get theirs.
    this.#deliveries?.expect(this);
    const stream = turn.value;
    stream.deliver(() => this.bring(stream, this.#first + 1));
    return true;
  }
}

/** Reports when a connection has read what it was sent, like an outbox. */
export interface Room {
  readonly hasRoom: () => boolean;
  readonly whenRoom: (callback: () => void) => void;
}

/**
 * The events of one subscription, in order. An event first waits for the reply that announces the subscription, which
 * the client must know. Then it waits for the delivery to all subscribers, or for the next reply on its own connection,
 * which must come after it.
 */
export class EventStream {
  readonly #send: (json: JsonText) => void;
  readonly #deliveries: DeliveryQueue;
  readonly #room: Room;
  readonly #waiting: JsonText[] = [];
  /** Callbacks that wait for room until all events are handed on. */
  readonly #waitingForRoom: (() => void)[] = [];
  #isAnnounced = false;
  /** Lets it take the events of a source that it shares with others. */
  #bring: (() => void) | undefined;
  /** What is emitted now is sent at once. */
  #isDelivering = false;
  #stop: (() => void) | undefined;
  #ended = false;

  /** `send` is called with each event, in order, from the announcement on; it must not throw. */
  constructor(send: (json: JsonText) => void, deliveries: DeliveryQueue, room: Room) {
    this.#send = send;
    this.#deliveries = deliveries;
    this.#room = room;
  }

  /** Whether the connection has read most of what it was sent. */
  readonly keepsUp = (): boolean => this.#room.hasRoom();

  /** Whether all events are handed on, and most of them read. */
  readonly hasRoom = (): boolean => this.#waiting.length === 0 && this.#room.hasRoom();

  /** Calls back once `hasRoom` is true; never after the end. */
  readonly whenRoom = (callback: () => void): void => {
    if (this.#waiting.length > 0) return void this.#waitingForRoom.push(callback);
    this.#room.whenRoom(() => {
      if (!this.#ended) callback();
    });
  };

  /** Queues an event, as JSON text. */
  readonly emit = (json: JsonText): void => {
    if (this.#ended) return;
    this.#waiting.push(json);
    if (this.#isAnnounced && !this.#isDelivering) this.#deliveries.expect(this);
  };

  /** Takes the events of a source that many streams share, until its end; `take` may emit. */
  readonly joins = <A>(source: SharedEvents<A>, take: (event: A) => void): void => {
    const leave = source.join(this, this.#deliveries, take);
    this.#bring = () => source.bring(this);
    this.endsWith(leave);
  };

  /** Sets how to end the source. Called once, at once if the stream has ended already. */
  readonly endsWith = (stop: () => void): void => {
    if (this.#ended) stop();
    else this.#stop = stop;
  };

  /** Call when the reply is out: sends the waiting events. */
  announced(): void {
    this.#isAnnounced = true;
    this.deliverAll();
  }

  /** Sends the oldest waiting event; true if another one waits. */
  deliverNext(): boolean {
    const json = this.#isAnnounced ? this.#waiting.shift() : undefined;
    if (json === undefined) return false;
    this.#send(json);
    if (this.#waiting.length > 0) return true;
    for (const callback of this.#waitingForRoom.splice(0)) this.whenRoom(callback);
    return false;
  }

  /** Sends every waiting event, and what `bring` emits. */
  deliver(bring: () => void): void {
    this.#isDelivering = true;
    try {
      bring();
    } finally {
      this.#isDelivering = false;
    }
    while (this.deliverNext());
  }

  /** Sends every waiting event. */
  deliverAll(): void {
    this.deliver(this.#bring ?? nothing);
  }

  /** Sends the waiting events, and accepts no more. */
  readonly end = (): void => {
    this.deliverAll();
    this.#ended = true;
    this.#stop?.();
    this.#stop = undefined;
  };
}
