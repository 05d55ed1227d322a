import type { CooperativeTask } from "../../plan/raw-json/json-cursor.ts";

/** Milliseconds that one task may work before others get a turn. */
const sliceMs = 1;

/** Called between two steps of a task: undefined if it may go on at once; else resolves at its next turn. */
export type YieldTurn = () => Promise<void> | undefined;

/** Runs a task in steps, with turns for others between them. */
export const inTurns = async <A>(steps: CooperativeTask<A>, share: YieldTurn): Promise<A> => {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await share();
  }
};

/**
 * Shares the event loop between long tasks, such as connections with many commands or uploads being checked. Microtasks
 * alone would never let the loop continue, so a task waits for a turn of the loop after each slice. Each turn resumes one
 * task, the one that has waited longest, so a short task waits for one slice per long one at most.
 */
export class EventLoopTurns {
  #turn = 0;
  #isNextDue = false;
  readonly #waiting: (() => void)[] = [];

  /** Resolves in a later turn of its own, in call order. Unlike a share, it waits even if nobody else does. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#expectNext();
    });
  }

  /** The share of one more task. */
  share(): YieldTurn {
    let turn: number | undefined;
    let beganAt = 0;
    return () => {
      const now = performance.now();
      if (turn === this.#turn) return now - beganAt < sliceMs ? undefined : this.next();
      turn = this.#turn;
      beganAt = now;
      this.#expectNext();
      return undefined;
    };
  }

  #expectNext(): void {
    if (this.#isNextDue) return;
    this.#isNextDue = true;
    setImmediate(() => {
      this.#isNextDue = false;
      this.#turn += 1;
      this.#waiting.shift()?.();
      if (this.#waiting.length > 0) this.#expectNext();
    });
  }
}
