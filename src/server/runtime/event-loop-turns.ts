import type { CooperativeTask } from "../../plan/raw-json/json-cursor.ts";

/** How long one task may work before others get a turn. */
const sliceMs = 1;

/** Called between two steps of a task: undefined where it may go on at once, else resolves in its turn. */
export type YieldTurn = () => Promise<void> | undefined;

/** Does work in steps, of which each may be the last before others have their turn. */
export const inTurns = async <A>(steps: CooperativeTask<A>, share: YieldTurn): Promise<A> => {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await share();
  }
};

/**
 * Shares the event loop between all who have a lot to do, such as connections
 * with many commands or drawings that are checked. What waits for nothing
 * follows one another without the loop ever getting on, however much it is; so
 * whoever has worked for a slice waits for a turn of the loop. One goes on at
 * each turn, the one that waited longest: however many have a lot to do, who
 * has little waits for a single slice.
 */
export class EventLoopTurns {
  #turn = 0;
  #isNextDue = false;
  readonly #waiting: (() => void)[] = [];

  /** Resolves in a turn of the loop that nobody else has, after everybody who asked before; unlike a share, whoever asks always waits. */
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
