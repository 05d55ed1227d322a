import type { User } from "../users/user.ts";

/** What was not used may be caught up with, up to the commands of this time. */
const burstMs = 1000;

/** Lets so many commands a second through, and makes more of them wait, the first that came first. */
export class Pace {
  #msPerCommand: number;
  /** When all that was let through would have been, one by one. */
  #evenAt = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #waiting: (() => void)[] = [];

  constructor(perSecond: number) {
    this.#msPerCommand = 1000 / perSecond;
  }

  /** Counts one more command: undefined where it may be done at once, else resolves when it may. */
  next(): Promise<void> | undefined {
    if (this.#waiting.length === 0 && this.#letThrough()) return undefined;
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#serve();
    });
  }

  /** From now on nothing waits. */
  lift(): void {
    this.#msPerCommand = 0;
    this.#serve();
  }

  #letThrough(): boolean {
    const now = performance.now();
    const evenAt = Math.max(now, this.#evenAt) + this.#msPerCommand;
    if (this.#msPerCommand > 0 && evenAt > now + burstMs) return false;
    this.#evenAt = evenAt;
    return true;
  }

  #serve(): void {
    clearTimeout(this.#timer);
    while (this.#waiting.length > 0 && this.#letThrough()) this.#waiting.shift()?.();
    if (this.#waiting.length === 0) return;
    const ms = this.#evenAt + this.#msPerCommand - burstMs - performance.now();
    this.#timer = setTimeout(() => this.#serve(), Math.max(1, ms));
  }
}

/** The paces of users who may not save: one for all connections of a user, so that more of them bring no more. */
export class Paces {
  #perSecond: number;
  readonly #paces = new Map<string, Pace>();

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
  }

  /** The pace of a user; undefined for an administrator, who has none. */
  of(user: User): Pace | undefined {
    if (user.admin) return undefined;
    const pace = this.#paces.get(user.id) ?? new Pace(this.#perSecond);
    this.#paces.set(user.id, pace);
    return pace;
  }

  /** From now on nobody waits. */
  lift(): void {
    this.#perSecond = Infinity;
    for (const pace of this.#paces.values()) pace.lift();
  }
}
