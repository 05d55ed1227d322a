/** What a queue must know of a job: whose it is, and how large. */
export interface Queued {
  readonly caller: string;
  /** In any unit, the same for all. */
  readonly size: number;
}

/**
 * Jobs that wait. Callers take turns, one job each; of one caller's jobs the smallest is first, and
 * of equal ones the oldest. So however much somebody else asks for, a job waits for one of theirs
 * at the most before its caller has a turn.
 */
export class FairQueue<Job extends Queued> {
  /** Each caller's jobs, smallest first; the callers in the order of their turns. */
  readonly #callers = new Map<string, Job[]>();
  #length = 0;
  #last: string | undefined;

  get length(): number {
    return this.#length;
  }

  push(job: Job): void {
    const own = this.#callers.get(job.caller) ?? [];
    this.#callers.set(job.caller, own);
    const larger = own.findIndex(({ size }) => size > job.size);
    own.splice(larger === -1 ? own.length : larger, 0, job);
    this.#length += 1;
  }

  /** Takes the next job out; undefined: none waits. */
  take(): Job | undefined {
    const [first, second] = this.#callers.keys();
    // Whoever had the last turn and asks again has not waited longer than others who are here.
    const caller = first === this.#last ? (second ?? first) : first;
    if (caller === undefined) return undefined;
    const own = this.#callers.get(caller) ?? [];
    const job = own.shift();
    this.#callers.delete(caller);
    if (own.length > 0) this.#callers.set(caller, own);
    this.#last = caller;
    this.#length -= 1;
    return job;
  }

  /** Takes out the last job of whoever has most waiting: the one to be given up when too many wait. */
  takeLast(): Job | undefined {
    const [first, ...others] = this.#callers;
    if (first === undefined) return undefined;
    const [caller, own] = others.reduce(
      (most, each) => (each[1].length > most[1].length ? each : most),
      first,
    );
    const job = own.pop();
    if (own.length === 0) this.#callers.delete(caller);
    this.#length -= 1;
    return job;
  }
}
