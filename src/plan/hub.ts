import type { StoredPlan } from "./stored-plan.ts";

/** Receives each revision, in order; must not throw and must not wait. */
export type Subscriber = (plan: StoredPlan) => void;

/** Passes revisions on to whoever subscribed. Holds no revision itself. */
export class Hub {
  readonly #subscribers = new Set<Subscriber>();
  readonly #onJump: ((newest: StoredPlan | undefined) => void)[] = [];

  /** From the next publication on; the returned function ends it. */
  subscribe(subscriber: Subscriber): () => void {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  }

  /** Calls back where revisions were missed: whoever must have each is to be sent away before the next is published. */
  onJump(listener: (newest: StoredPlan | undefined) => void): void {
    this.#onJump.push(listener);
  }

  publish(plan: StoredPlan): void {
    for (const subscriber of this.#subscribers) subscriber(plan);
  }

  /** Revisions before the newest were missed. */
  jump(newest: StoredPlan | undefined): void {
    for (const listener of this.#onJump) listener(newest);
  }
}
