/** Limits on failed logins. */
export interface LoginLimits {
  /** Failed logins after which an address is banned. */
  readonly loginFailures: number;
  /** Milliseconds that the second failed login of an address waits for its answer; doubled with each further one. */
  readonly loginDelayMs: number;
  /** Milliseconds that a ban lasts, and after which failures are forgotten. */
  readonly banMs: number;
}

/** The longest wait: short enough to be over before the time for authenticating is. */
const longestDelayMs = 4000;
/** Addresses remembered at a time; the one that failed longest ago is forgotten first. */
const rememberedAddresses = 10_000;

interface Failures {
  readonly count: number;
  readonly lastMs: number;
}

/** Counts failed logins per address, or whatever stands for one, such as its network. Times are milliseconds of a clock that nobody sets, which the caller reads. */
export class LoginGuard {
  readonly #limits: LoginLimits;
  readonly #failures = new Map<string, Failures>();

  constructor(limits: LoginLimits) {
    this.#limits = limits;
  }

  #count(address: string, nowMs: number): number {
    const failures = this.#failures.get(address);
    if (failures === undefined || nowMs - failures.lastMs > this.#limits.banMs) return 0;
    return failures.count;
  }

  /** Milliseconds to wait before the next failed login of an address is answered. */
  delayMs(address: string, nowMs: number): number {
    const count = this.#count(address, nowMs);
    if (count === 0) return 0;
    return Math.min(this.#limits.loginDelayMs * 2 ** (count - 1), longestDelayMs);
  }

  /** Takes note of a failed login; returns how many there were if the address is to be banned now. */
  failed(address: string, nowMs: number): number | undefined {
    const count = this.#count(address, nowMs) + 1;
    this.#failures.delete(address);
    if (count >= this.#limits.loginFailures) return count;
    this.#failures.set(address, { count, lastMs: nowMs });
    const [oldest] = this.#failures.keys();
    if (this.#failures.size > rememberedAddresses && oldest !== undefined)
      this.#failures.delete(oldest);
    return undefined;
  }

  succeeded(address: string): void {
    this.#failures.delete(address);
  }
}
