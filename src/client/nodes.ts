import { rotatedTo } from "../nodes/addresses.ts";

/** The nodes of a service by their addresses, and the one of them with which somebody is. */
export class Nodes {
  #all: readonly string[];
  #now: string;

  /** `addresses`: without slashes at their ends, the first one to begin with. */
  constructor(addresses: readonly string[]) {
    const [first = ""] = addresses;
    this.#now = first;
    this.#all = addresses;
  }

  /** The address that was reached last; before that, the one to begin with. */
  get now(): string {
    return this.#now;
  }

  /** Every address, in the order in which they are to be tried. */
  get order(): readonly string[] {
    return rotatedTo(this.#now, this.#all);
  }

  /** Whether there is another place to go when one is lost. */
  get areSeveral(): boolean {
    return this.#all.length > 1;
  }

  reached(address: string): void {
    this.#now = address;
  }

  /** Lets the next one be tried first: the present one has told something odd. */
  turn(): void {
    [, this.#now = this.#now] = this.order;
  }

  /** Takes in what a node tells of the others. */
  learn(addresses: readonly string[]): void {
    this.#all = [...new Set([...rotatedTo(this.#now, this.#all), ...addresses])];
  }
}
