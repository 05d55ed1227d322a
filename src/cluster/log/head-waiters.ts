import { setTimeout as sleep } from "node:timers/promises";

/** Those who wait until a change of the head was handed over. */
export class HeadWaiters {
  /** What each waits for, by what wakes it. */
  readonly #waiting = new Map<() => void, number>();

  /** Resolves when `reached` was called with that revision of etcd or a later one, or after `ms` milliseconds. */
  async until(changed: number, ms: number): Promise<void> {
    const patience = new AbortController();
    const { signal } = patience;
    const wake = (): void => patience.abort();
    this.#waiting.set(wake, changed);
    await sleep(ms, undefined, { signal }).catch(() => undefined);
    this.#waiting.delete(wake);
  }

  /** The head that was changed at that revision of etcd was handed over. */
  reached(changed: number): void {
    for (const [wake, awaited] of this.#waiting) if (awaited <= changed) wake();
  }
}
