/** What has events to deliver. */
interface Deliverable {
  /** Sends the oldest event that waits; false where there is none. */
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
  readonly #onDelivered: () => void;

  /** `onDelivered` is called when nothing waits any more. */
  constructor(onDelivered: () => void) {
    this.#onDelivered = onDelivered;
  }

  /** A stream has something to deliver. */
  expect(stream: Deliverable): void {
    if (this.#streams.size === 0) setImmediate(() => this.#deliver());
    this.#streams.add(stream);
  }

  #deliver(): void {
    const streams = [...this.#streams];
    this.#streams.clear();
    for (let rest = streams; rest.length > 0;) rest = rest.filter((stream) => stream.deliverNext());
    this.#onDelivered();
  }
}
