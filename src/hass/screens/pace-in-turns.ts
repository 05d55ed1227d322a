import { coalescing } from "../../server/coalescing.ts";
import { RateLimiter } from "../../host/channel/pace.ts";
import type { Call } from "../../server/websocket/command.ts";

/** What each connection of one user waits for; whichever had a turn last is behind the others. */
type OfUser = Map<Call["connection"], (() => void)[]>;

/**
 * A pace that many share. Users who wait take turns, and so do the connections of one user, such as tablets with the
 * same token: nobody waits behind all that another one asks for, and more connections bring a user no more.
 */
export class FairRateLimiter {
  readonly #pace: RateLimiter;
  /** By the user's id. Whoever had a turn last is behind all others. */
  readonly #waiting = new Map<string, OfUser>();
  readonly #serve = coalescing(async () => {
    while (this.#waiting.size > 0) {
      await this.#pace.next();
      this.#serveNext();
    }
  });

  /** So many a second are let through. */
  constructor(perSecond: number) {
    this.#pace = new RateLimiter(perSecond);
  }

  /** Resolves when a connection may go on. */
  next({ user: { id }, connection }: Pick<Call, "user" | "connection">): Promise<void> {
    return new Promise((resolve) => {
      const ofUser: OfUser = this.#waiting.get(id) ?? new Map();
      this.#waiting.set(id, ofUser);
      const queue = ofUser.get(connection);
      if (queue === undefined) ofUser.set(connection, [resolve]);
      else queue.push(resolve);
      void this.#serve();
    });
  }

  /** From now on nobody waits. */
  lift(): void {
    this.#pace.lift();
  }

  #serveNext(): void {
    for (const [id, ofUser] of this.#waiting) {
      this.#waiting.delete(id);
      const next = this.#nextOf(ofUser);
      if (ofUser.size > 0) this.#waiting.set(id, ofUser);
      return next?.();
    }
  }

  #nextOf(ofUser: OfUser): (() => void) | undefined {
    for (const [connection, queue] of ofUser) {
      ofUser.delete(connection);
      const next = queue.shift();
      if (queue.length > 0) ofUser.set(connection, queue);
      return next;
    }
    return undefined;
  }
}
