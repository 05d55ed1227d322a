import { BoundedMap } from "../server/runtime/bounded-map.ts";

/** Limits on failed logins. */
export interface LoginLimits {
  /** Failed logins until an address is banned. */
  readonly loginFailures: number;
  /**
   * Milliseconds by which the answer to the second failed login of an address is delayed; doubled for each further
   * one.
   */
  readonly loginDelayMs: number;
  /** Milliseconds that a ban lasts, and after which failures are forgotten. */
  readonly banMs: number;
}

/** Nobody notices it after one mistyped token, but guesses get only a few answers a minute. */
export const loginLimits = { loginDelayMs: 250 };

/** The longest delay, shorter than the time for authenticating. */
const longestDelayMs = 4000;
/** Addresses remembered at a time; the one that failed least recently is forgotten first. */
const rememberedAddresses = 10_000;

/** Who checks a login: the service for its own users, or Home Assistant, which keeps a failure count of its own. */
export type LoginAuthority = "service" | "home-assistant";

interface Failures {
  readonly count: number;
  /** How many of them Home Assistant counted as well. */
  readonly upstream: number;
  readonly lastMs: number;
}

/**
 * Counts failed logins per address, or per network. The caller supplies the time, in milliseconds of a monotonic
 * clock.
 */
export class LoginThrottle {
  readonly #limits: LoginLimits;
  readonly #failures = new BoundedMap<string, Failures>(rememberedAddresses);

  constructor(limits: LoginLimits) {
    this.#limits = limits;
  }

  #failuresOf(address: string, nowMs: number): Failures {
    const failures = this.#failures.get(address);
    return failures === undefined || nowMs - failures.lastMs > this.#limits.banMs
      ? { count: 0, upstream: 0, lastMs: nowMs }
      : failures;
  }

  /** Milliseconds by which the answer to the next failed login of an address is delayed. */
  delayMs(address: string, nowMs: number): number {
    const { count } = this.#failuresOf(address, nowMs);
    if (count === 0) return 0;
    return Math.min(this.#limits.loginDelayMs * 2 ** (count - 1), longestDelayMs);
  }

  /** Counts a failed login; returns the number of failures if the address is to be banned now. */
  failed(address: string, authority: LoginAuthority, nowMs: number): number | undefined {
    const before = this.#failuresOf(address, nowMs);
    const count = before.count + 1;
    const upstream = before.upstream + (authority === "home-assistant" ? 1 : 0);
    this.#failures.delete(address);
    if (count >= this.#limits.loginFailures) return count;
    this.#failures.set(address, { count, upstream, lastMs: nowMs });
    return undefined;
  }

  /** Forgets failures; a login by the service keeps those that Home Assistant has counted as well. */
  succeeded(address: string, authority: LoginAuthority): void {
    const failures = this.#failures.get(address);
    if (failures === undefined || authority === "home-assistant" || failures.upstream === 0)
      this.#failures.delete(address);
    else this.#failures.set(address, { ...failures, count: failures.upstream });
  }
}

/** Limits concurrent work per network; further work waits in order, up to a limit. */
export class NetworkQueues {
  readonly #most: number;
  readonly #maxWaiting: number;
  readonly #running = new Map<string, number>();
  readonly #waiting = new Map<string, (() => void)[]>();

  /** Per network, `most` run at a time and `maxWaiting` wait. */
  constructor(most: number, maxWaiting: number) {
    this.#most = most;
    this.#maxWaiting = maxWaiting;
  }

  /** Runs work of a network when there is room; undefined, without running it, if too much waits. */
  async during<A>(network: string, work: () => Promise<A>): Promise<A | undefined> {
    const running = this.#running.get(network) ?? 0;
    if (running < this.#most) this.#running.set(network, running + 1);
    else if ((this.#waiting.get(network)?.length ?? 0) >= this.#maxWaiting) return undefined;
    else await this.#turn(network);
    try {
      return await work();
    } finally {
      this.#handOver(network);
    }
  }

  #turn(network: string): Promise<void> {
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(network) ?? [];
      waiting.push(resolve);
      this.#waiting.set(network, waiting);
    });
  }

  /** Starts the next waiting work. */
  #handOver(network: string): void {
    const waiting = this.#waiting.get(network);
    const next = waiting?.shift();
    if (waiting?.length === 0) this.#waiting.delete(network);
    if (next !== undefined) return next();
    const running = (this.#running.get(network) ?? 1) - 1;
    if (running === 0) this.#running.delete(network);
    else this.#running.set(network, running);
  }
}
