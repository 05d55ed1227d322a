import type { StoredPlan } from "./stored-plan.ts";

/** Receives each revision, in order; must not throw and must not wait. */
export type Subscriber = (plan: StoredPlan) => void;

/** Passes revisions on to whoever subscribed. Holds no revision itself. */
export class Hub {
  readonly #subscribers = new Set<Subscriber>();

  /** From the next publication on; the returned function ends it. */
  subscribe(subscriber: Subscriber): () => void {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  }

  publish(plan: StoredPlan): void {
    for (const subscriber of this.#subscribers) subscriber(plan);
  }
}
