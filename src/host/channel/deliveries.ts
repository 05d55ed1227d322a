import type { Boundary, Guarded } from "../../server/boundary.ts";

/** What has events to deliver. */
interface Deliverable {
  /** Sends the oldest event that waits; false where there is none. One for whom that fails waits for its next event. */
  readonly deliverNext: () => boolean;
}

/**
 * Delivers events to all who subscribed, once whoever caused them has the
 * reply: a save is answered when it is durable, and does not wait until
 * hundreds of screens were sent the plan. One event goes to everybody before
 * the next does, so that its frames are made once.
 */
export class Deliveries {
  readonly #streams = new Set<Deliverable>();
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
  expect(stream: Deliverable): void {
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
