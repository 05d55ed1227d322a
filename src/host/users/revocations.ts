import { Refusal } from "../http/refusal.ts";
import type { User } from "./user.ts";

/** Ends the work that users have going when their tokens are revoked. */
export class Revocations {
  readonly #running = new Map<string, Set<AbortController>>();

  /** Does some work of a user; its signal aborts, with a `Refusal`, when the user's token is revoked before the end. */
  async during<A>(user: User, work: (revoked: AbortSignal) => A | Promise<A>): Promise<A> {
    const own = this.#running.get(user.id) ?? new Set();
    this.#running.set(user.id, own);
    const controller = new AbortController();
    own.add(controller);
    try {
      return await work(controller.signal);
    } finally {
      own.delete(controller);
      if (own.size === 0) this.#running.delete(user.id);
    }
  }

  /** The token of a user is revoked, or has ended, as `reason` says. */
  revoke({ id }: User, reason = "the access token was revoked"): void {
    for (const controller of this.#running.get(id) ?? [])
      controller.abort(new Refusal(401, reason));
  }
}
