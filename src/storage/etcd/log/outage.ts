import { type Either, isLeft } from "fp-ts/lib/Either.js";
import type { Boundary, Guarded } from "../../../server/runtime/boundary.ts";
import { coalescing } from "../../../server/runtime/coalescing.ts";
import type { PlanStatusListener } from "../../../plan/plan-log.ts";

interface OutageSetup {
  readonly status: PlanStatusListener;
  /** Whether a plan could be saved. */
  readonly ask: () => Promise<Either<string, void>>;
  /** Milliseconds between two requests. */
  readonly pauseMs: number;
  readonly boundary: Boundary;
}

/** Reports once that plans cannot be saved, and once that they can again, which etcd is asked until then. */
export class OutageReporter {
  readonly #setup: OutageSetup;
  readonly #askOnce = coalescing(() => this.#ask());
  readonly #askNow: Guarded;
  #timer: NodeJS.Timeout | undefined;
  #isOn = false;
  #isOver = false;
  /** Counts failures: an answer to an earlier request tells nothing. */
  #failures = 0;

  constructor(setup: OutageSetup) {
    this.#setup = setup;
    this.#askNow = setup.boundary("the end of an outage could not be checked", this.#askOnce, () =>
      this.#askLater(),
    );
  }

  begin(reason: string): void {
    this.#failures += 1;
    if (this.#isOn || this.#isOver) return;
    this.#isOn = true;
    this.#askLater();
    this.#setup.status.away("cluster", reason);
  }

  /** Nothing can be saved any more. */
  beginForEver(reason: string): void {
    this.#over();
    this.#setup.status.failed("unfollowed", reason);
  }

  /** A plan was saved. */
  end(): void {
    if (!this.#isOn || this.#isOver) return;
    this.#isOn = false;
    clearTimeout(this.#timer);
    this.#setup.status.back();
  }

  /** Resolves when no request is under way. */
  async close(): Promise<void> {
    this.#over();
    await this.#askOnce();
  }

  #over(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  #askLater(): void {
    clearTimeout(this.#timer);
    if (this.#isOn && !this.#isOver)
      this.#timer = setTimeout(this.#askNow, this.#setup.pauseMs).unref();
  }

  async #ask(): Promise<void> {
    if (!this.#isOn || this.#isOver) return;
    const failures = this.#failures;
    const asked = await this.#setup.ask();
    if (!isLeft(asked) && failures === this.#failures) this.end();
    this.#askLater();
  }
}
