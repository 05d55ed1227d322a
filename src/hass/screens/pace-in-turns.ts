import { Pace } from "../../host/channel/pace.ts";
import type { User } from "../../host/users/user.ts";

/** A pace that many users share: who wait take turns, so that nobody waits behind all that another one asks for. */
export class PaceInTurns {
  readonly #pace: Pace;
  /** Whoever had a turn last is behind all others. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #isServing = false;

  /** So many a second are let through. */
  constructor(perSecond: number) {
    this.#pace = new Pace(perSecond);
  }

  /** Resolves when a user may go on. */
  next({ id }: Pick<User, "id">): Promise<void> {
    return new Promise((resolve) => {
      const queue = this.#waiting.get(id);
      if (queue === undefined) this.#waiting.set(id, [resolve]);
      else queue.push(resolve);
      void this.#serve();
    });
  }

  /** From now on nobody waits. */
  lift(): void {
    this.#pace.lift();
  }

  async #serve(): Promise<void> {
    if (this.#isServing) return;
    this.#isServing = true;
    while (this.#waiting.size > 0) {
      await this.#pace.next();
      this.#serveNext();
    }
    this.#isServing = false;
  }

  #serveNext(): void {
    for (const [id, queue] of this.#waiting) {
      this.#waiting.delete(id);
      const next = queue.shift();
      if (queue.length > 0) this.#waiting.set(id, queue);
      return next?.();
    }
  }
}
