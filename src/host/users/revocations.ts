import { Refusal } from "../http/refusal.ts";

/** Ends the requests that go on with what is revoked, such as a token; they are told apart by its key. */
export class Revocations {
  readonly #running = new Map<string, Map<AbortController, Promise<unknown>>>();
  /** What is to end, and has not yet. */
  readonly #ending = new Set<Promise<unknown>>();

  /** Does some work with what has a key; its signal aborts, with a `Refusal`, when that is revoked before the end. */
  async during<A>(key: string, work: (revoked: AbortSignal) => A | Promise<A>): Promise<A> {
    const controller = new AbortController();
    const own = this.#running.get(key) ?? new Map<AbortController, Promise<unknown>>();
    this.#running.set(key, own);
    const working = (async () => work(controller.signal))();
    own.set(controller, working);
    try {
      return await working;
    } finally {
      this.#ending.delete(working);
      own.delete(controller);
      if (own.size === 0) this.#running.delete(key);
    }
  }

  /** What has that key is revoked, or has ended, as `reason` says. */
  revoke(key: string, reason = "the access token was revoked"): void {
    for (const [controller, working] of this.#running.get(key) ?? []) {
      this.#ending.add(working);
      controller.abort(new Refusal(401, reason));
    }
  }

  /** Resolves when everything that was to end by now has ended. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#ending);
  }
}
