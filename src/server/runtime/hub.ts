import type { Boundary, Guarded } from "./boundary.ts";

/**
 * Publishes to subscribers, each within a boundary, so that an error in one does not affect the others. Keeps nothing:
 * a new subscriber starts with the next publication.
 */
export class Hub<Given extends readonly unknown[]> {
  readonly #boundary: Boundary;
  readonly #what: string;
  readonly #subscribers = new Set<Guarded<Given>>();

  /** `what` is the sentence under which a subscriber's error is reported. */
  constructor(boundary: Boundary, what: string) {
    this.#boundary = boundary;
    this.#what = what;
  }

  /** Calls `subscriber`, which must not block, with everything published from now on; the returned function unsubscribes. */
  subscribe(subscriber: (...given: Given) => unknown): () => void {
    const turn = this.#boundary(this.#what, subscriber);
    this.#subscribers.add(turn);
    return () => this.#subscribers.delete(turn);
  }

  /** Calls every subscriber, in the order of subscription. */
  publish(...given: Given): void {
    for (const subscriber of this.#subscribers) subscriber(...given);
  }
}
