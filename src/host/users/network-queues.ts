/** Lets so much of the work of one network go on at a time; more of it waits, the first that came first. */
export class NetworkQueues {
  readonly #most: number;
  readonly #running = new Map<string, number>();
  readonly #waiting = new Map<string, (() => void)[]>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Does some work of a network, when there is room for it. */
  async during<A>(network: string, work: () => Promise<A>): Promise<A> {
    const running = this.#running.get(network) ?? 0;
    if (running < this.#most) this.#running.set(network, running + 1);
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
