import type { Boundary, Guarded } from "./boundary.ts";

/**
 * Publishes to its subscribers, each within a boundary, so that an error in one keeps no other from what is published. It
 * holds nothing: who subscribes begins with what is published next.
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

  /** Calls `subscriber`, which must not wait, with all that is published from now on; the returned function unsubscribes. */
  subscribe(subscriber: (...given: Given) => unknown): () => void {
    const turn = this.#boundary(this.#what, subscriber);
    this.#subscribers.add(turn);
    return () => this.#subscribers.delete(turn);
  }

  /** Calls every subscriber, in the order in which they came. */
  publish(...given: Given): void {
    for (const subscriber of this.#subscribers) subscriber(...given);
  }
}
