/** Lets so much of the work of one network go on at a time; more of it waits, the first that came first, as far as there is room. */
export class NetworkQueues {
  readonly #most: number;
  readonly #mostWaiting: number;
  readonly #running = new Map<string, number>();
  readonly #waiting = new Map<string, (() => void)[]>();

  /** `most` of a network go on at a time, and `mostWaiting` of it wait. */
  constructor(most: number, mostWaiting: number) {
    this.#most = most;
    this.#mostWaiting = mostWaiting;
  }

  /** Does some work of a network, when there is room for it; undefined, and it is not done, where too much waits. */
  async during<A>(network: string, work: () => Promise<A>): Promise<A | undefined> {
    const running = this.#running.get(network) ?? 0;
    if (running < this.#most) this.#running.set(network, running + 1);
    else if ((this.#waiting.get(network)?.length ?? 0) >= this.#mostWaiting) return undefined;
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

  /** Whoever waits takes the place of what is done. */
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
