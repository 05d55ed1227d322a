import type { TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { randomOf, type Random } from "../../support/random.ts";
import { Recorder } from "../recorder.ts";
import { Figures } from "./figures.ts";
import type { ClientNode } from "./client-node.ts";

/** What all that takes part in a campaign shares. */
export class Campaign {
  readonly t: TestContext;
  readonly places: readonly ClientNode[];
  readonly recorder = new Recorder();
  readonly figures = new Figures();
  readonly #saving = new AbortController();
  readonly #viewing = new AbortController();
  readonly #complaints: unknown[] = [];
  #lacks = 0;
  readonly #random: Random;

  constructor(t: TestContext, places: readonly ClientNode[], random: Random) {
    this.t = t;
    this.places = places;
    this.#random = random;
  }

  /** A source of random numbers for one of those who take part. */
  lot(): Random {
    return randomOf(this.#random.below(2 ** 32));
  }

  /** Whether a majority of the members can have been in touch with each other, and every node with them. */
  get hasQuorum(): boolean {
    return this.#lacks === 0;
  }

  /** Does what takes the quorum away, and gives it back. */
  async withoutQuorum(work: () => Promise<void>): Promise<void> {
    this.#lacks += 1;
    await work();
    this.#lacks -= 1;
  }

  get isSaving(): boolean {
    return !this.#saving.signal.aborted;
  }

  get isViewing(): boolean {
    return !this.#viewing.signal.aborted;
  }

  /** No further save or disturbance begins. */
  endSaving(): void {
    this.#saving.abort();
  }

  endViewing(): void {
    this.endSaving();
    this.#viewing.abort();
  }

  /** Something is wrong: nothing more is begun, and `check` fails with the first such thing. */
  complain(problem: unknown): void {
    this.#complaints.push(problem);
    this.t.diagnostic(`at ${new Date().toISOString()}: ${String(problem)}`);
    this.endViewing();
  }

  /** Waits so many milliseconds, or less where saving ends. */
  async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#saving.signal }).catch(() => undefined);
  }

  /** Lets somebody take part; what goes wrong there is a complaint. */
  async take(part: Promise<void>): Promise<void> {
    await part.catch((error: unknown) => this.complain(error));
  }

  get hasComplaints(): boolean {
    return this.#complaints.length > 0;
  }

  /** Fails where somebody complained. */
  check(): void {
    const [first] = this.#complaints;
    if (first !== undefined) throw first;
  }
}
