import type { Boundary } from "../boundary.ts";
import type { StoredPlan } from "./stored-plan.ts";

/** Receives each revision, in order; must not wait. */
type Subscriber = (plan: StoredPlan) => void;

/** Passes revisions on to whoever subscribed. Holds no revision itself. */
export class Hub {
  readonly #boundary: Boundary;
  readonly #subscribers = new Set<Subscriber>();
  readonly #onJump: ((newest: StoredPlan | undefined) => void)[] = [];

  /** `boundary` is around the turn of each subscriber, so that what one of them throws keeps no other from a revision. */
  constructor(boundary: Boundary) {
    this.#boundary = boundary;
  }

  /** From the next publication on; the returned function ends it. `onBug` is called where the subscriber could not take one. */
  subscribe(subscriber: Subscriber, onBug?: () => void): () => void {
    const turn = this.#boundary("a revision could not be told to a subscriber", subscriber, onBug);
    this.#subscribers.add(turn);
    return () => this.#subscribers.delete(turn);
  }

  /** Calls back where revisions were missed: whoever must have each is to be sent away before the next is published. */
  onJump(listener: (newest: StoredPlan | undefined) => void): void {
    this.#onJump.push(this.#boundary("a gap in the revisions could not be told", listener));
  }

  publish(plan: StoredPlan): void {
    for (const subscriber of this.#subscribers) subscriber(plan);
  }

  /** Revisions before the newest were missed. */
  jump(newest: StoredPlan | undefined): void {
    for (const listener of this.#onJump) listener(newest);
  }
}
