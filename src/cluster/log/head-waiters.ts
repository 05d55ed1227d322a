import { setTimeout as sleep } from "node:timers/promises";

interface Waiter {
  readonly changed: number;
  readonly wake: () => void;
}

/** Those who wait until a change of the head was handed over. */
export class HeadWaiters {
  #waiters: readonly Waiter[] = [];

  /** Resolves when `reached` was called with that revision of etcd or a later one, or after `ms` milliseconds. */
  async until(changed: number, ms: number): Promise<void> {
    const patience = new AbortController();
    const late = sleep(ms, undefined, { signal: patience.signal }).catch(() => undefined);
    const woken = new Promise<void>((resolve) => {
      this.#waiters = [...this.#waiters, { changed, wake: resolve }];
    });
    await Promise.race([woken, late]);
    patience.abort();
  }

  /** The head that was changed at that revision of etcd was handed over. */
  reached(changed: number): void {
    const due = this.#waiters.filter((each) => each.changed <= changed);
    this.#waiters = this.#waiters.filter((each) => each.changed > changed);
    for (const { wake } of due) wake();
  }
}
