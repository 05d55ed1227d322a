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

/** Resumes a task. */
type Resume = () => void;

/** Counts the turns of the event loop while somebody waits, and resumes tasks in each. */
class TurnCounter {
  #turn = 0;
  #isNextDue = false;
  /** The waiting tasks of each group that has some, oldest first; groups in the order of their turns. */
  readonly #waiting = new Set<Resume[]>();

  get turn(): number {
    return this.#turn;
  }

  /** Queues a task behind those of its group. */
  wait(group: Resume[], resume: Resume): void {
    group.push(resume);
    this.#waiting.add(group);
    this.expectNext();
  }

  /** Lets the next turn begin soon, also if nobody waits for it. */
  expectNext(): void {
    if (this.#isNextDue) return;
    this.#isNextDue = true;
    setImmediate(() => {
      this.#isNextDue = false;
      this.#turn += 1;
      this.#resume(this.#waiting.size, performance.now());
      if (this.#waiting.size > 0) this.expectNext();
    });
  }

  /** Resumes one task of each of so many groups, as long as all of them together work for less than a slice. */
  #resume(groups: number, beganAt: number): void {
    this.#resumeOne();
    if (groups <= 1) return;
    // A tick runs once the resumed task has done all that it does in one go.
    queueMicrotask(() =>
      process.nextTick(() => {
        if (performance.now() - beganAt < sliceMs) this.#resume(groups - 1, beganAt);
      }),
    );
  }

  #resumeOne(): void {
    const [group] = this.#waiting;
    if (group === undefined) return;
    this.#waiting.delete(group);
    if (group.length > 1) this.#waiting.add(group);
    group.shift()?.();
  }
}

/**
 * Shares the event loop between long tasks, such as connections with many commands or uploads being checked. Microtasks
 * alone would never let the loop continue, so a task waits for a turn of the loop after each slice. Each turn resumes one
 * task, the one that has waited longest, so a short task waits for one slice per long one at most.
 *
 * Tasks of several homes are in groups, which take turns, however many tasks each has: a home with one task waits for
 * one slice per other home. In one turn all tasks of a group together have one slice before they wait. Groups whose tasks
 * are short share a turn: a thousand homes with little to do each wait for few turns of the loop.
 */
export class EventLoopTurns {
  readonly #counter: TurnCounter;
  /** Milliseconds that all tasks together may work in one turn. */
  readonly #groupMs: number;
  readonly #waiting: Resume[] = [];
  #turn: number | undefined;
  #beganAt = 0;

  /** The tasks of a whole process; the parameters are for `group`. */
  constructor(counter = new TurnCounter(), groupMs = Infinity) {
    this.#counter = counter;
    this.#groupMs = groupMs;
  }

  /** Turns for the tasks of one home beside those of others. */
  group(): EventLoopTurns {
    return new EventLoopTurns(this.#counter, sliceMs);
  }

  /** Whether the tasks are one group among others, so that none may work for long in one go. */
  get isOfGroup(): boolean {
    return this.#groupMs < Infinity;
  }

  /** Resolves in a later turn of its own, in call order. Unlike a share, it waits even if nobody else does. */
  next(): Promise<void> {
    return new Promise((resolve) => this.#counter.wait(this.#waiting, resolve));
  }

  /** The share of one more task. */
  share(): YieldTurn {
    let turn: number | undefined;
    let beganAt = 0;
    return () => {
      const now = performance.now();
      const later = this.#ofGroup(now);
      const counted = this.#counter.turn;
      if (turn === counted) return later ?? (now - beganAt < sliceMs ? undefined : this.next());
      turn = counted;
      beganAt = now;
      this.#counter.expectNext();
      return later;
    };
  }

  /** For a task that begins: undefined if its group has worked for less than a slice in this turn; else its next turn. */
  begin(): Promise<void> | undefined {
    return this.isOfGroup ? this.#ofGroup(performance.now()) : undefined;
  }

  #ofGroup(now: number): Promise<void> | undefined {
    if (this.#turn === this.#counter.turn)
      return now - this.#beganAt < this.#groupMs ? undefined : this.next();
    this.#turn = this.#counter.turn;
    this.#beganAt = now;
    this.#counter.expectNext();
    return undefined;
  }
}
