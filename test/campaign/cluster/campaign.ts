import { setMaxListeners } from "node:events";
import type { TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { randomOf, type Random } from "../../support/random.ts";
import { Recorder } from "../recorder.ts";
import { Figures } from "./figures.ts";
import type { ClientPlace } from "./client-node.ts";

/** How a campaign goes; its homes have that in common. */
class Course {
  readonly figures = new Figures();
  readonly saving = new AbortController();
  readonly viewing = new AbortController();
  readonly complaints: unknown[] = [];
  lacks = 0;

  constructor() {
    // Everybody who pauses listens.
    setMaxListeners(Infinity, this.saving.signal);
  }
}

/** What all that takes part in a campaign with one plan shares. */
export class Campaign {
  readonly t: TestContext;
  readonly places: readonly ClientPlace[];
  readonly recorder: Recorder;
  readonly #course: Course;
  readonly #random: Random;

  constructor(
    t: TestContext,
    places: readonly ClientPlace[],
    random: Random,
    recorder = new Recorder(),
    course = new Course(),
  ) {
    this.t = t;
    this.places = places;
    this.recorder = recorder;
    this.#course = course;
    this.#random = random;
  }

  /** The part of the same campaign that is about another plan. */
  ofPlan(places: readonly ClientPlace[], recorder: Recorder): Campaign {
    return new Campaign(this.t, places, this.lot(), recorder, this.#course);
  }

  get figures(): Figures {
    return this.#course.figures;
  }

  /** A source of random numbers for one of those who take part. */
  lot(): Random {
    return randomOf(this.#random.below(2 ** 32));
  }

  /** Whether a majority of the members can have been in touch with each other, and every node with them. */
  get hasQuorum(): boolean {
    return this.#course.lacks === 0;
  }

  /** Does what takes the quorum away, and gives it back. */
  async withoutQuorum(work: () => Promise<void>): Promise<void> {
    this.#course.lacks += 1;
    await work();
    this.#course.lacks -= 1;
  }

  get isSaving(): boolean {
    return !this.#course.saving.signal.aborted;
  }

  get isViewing(): boolean {
    return !this.#course.viewing.signal.aborted;
  }

  /** No further save or disturbance begins. */
  endSaving(): void {
    this.#course.saving.abort();
  }

  endViewing(): void {
    this.endSaving();
    this.#course.viewing.abort();
  }

  /** Something is wrong: nothing more is begun, and `check` fails with the first such thing. */
  complain(problem: unknown): void {
    this.#course.complaints.push(problem);
    this.t.diagnostic(`at ${new Date().toISOString()}: ${String(problem)}`);
    this.endViewing();
  }

  /** Waits so many milliseconds, or less where saving ends. */
  async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#course.saving.signal }).catch(() => undefined);
  }

  /** Lets somebody take part; what goes wrong there is a complaint. */
  async take(part: Promise<void>): Promise<void> {
    await part.catch((error: unknown) => this.complain(error));
  }

  get hasComplaints(): boolean {
    return this.#course.complaints.length > 0;
  }

  /** Fails where somebody complained. */
  check(): void {
    const [first] = this.#course.complaints;
    if (first !== undefined) throw first;
  }
}
