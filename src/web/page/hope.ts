import type { PlanProblem } from "../connection/plan-client.ts";
import { pauseAfter } from "../client/refusal.ts";
import { pause } from "../connection/retry.ts";

/** Waits until a token that was refused is worth another try, for screens before which nobody stands. */
export class LoginRetry {
  #refusals = 0;
  #waiting: AbortController | undefined;

  /** Calls `retry` once, unless the waiting ends before. */
  async wait(problem: PlanProblem, retry: () => void): Promise<void> {
    this.#waiting?.abort();
    const waiting = new AbortController();
    this.#waiting = waiting;
    this.#refusals += 1;
    await pause(pauseAfter(problem, this.#refusals, Date.now()), waiting.signal);
    if (!waiting.signal.aborted) retry();
  }

  /** Waits no longer: somebody has logged in, or wants to. */
  end(): void {
    this.#refusals = 0;
    this.#waiting?.abort();
  }
}
