/** What the queue needs to know of a job. */
export interface Queued {
  /** The home that it is for. */
  readonly home: string;
  /** Who of that home wants it done. */
  readonly caller: string;
  readonly size: number;
}

/** Waiting jobs, of which the next one and the one to drop are known. */
interface WaitingJobs<Job> {
  readonly length: number;
  readonly push: (job: Job) => void;
  /** Removes the next job; undefined if none waits. */
  readonly take: () => Job | undefined;
  /** Removes the job to drop when too many wait. */
  readonly takeLast: () => Job | undefined;
}

/** The jobs of one caller: the smallest is the next one, the oldest of equal ones. */
class OwnJobs<Job extends Queued> implements WaitingJobs<Job> {
  readonly #jobs: Job[] = [];

  get length(): number {
    return this.#jobs.length;
  }

  push(job: Job): void {
    const larger = this.#jobs.findIndex(({ size }) => size > job.size);
    this.#jobs.splice(larger === -1 ? this.#jobs.length : larger, 0, job);
  }

  take(): Job | undefined {
    return this.#jobs.shift();
  }

  takeLast(): Job | undefined {
    return this.#jobs.pop();
  }
}

/** The jobs of several members, who take turns, one job each. */
class JobsInTurns<Job> implements WaitingJobs<Job> {
  readonly #memberOf: (job: Job) => string;
  readonly #jobsOfOne: () => WaitingJobs<Job>;
  /** The members with jobs, in the order of their turns. */
  readonly #members = new Map<string, WaitingJobs<Job>>();
  #length = 0;
  #last: readonly [member: string, jobs: WaitingJobs<Job>] | undefined;

  constructor(memberOf: (job: Job) => string, jobsOfOne: () => WaitingJobs<Job>) {
    this.#memberOf = memberOf;
    this.#jobsOfOne = jobsOfOne;
  }

  get length(): number {
    return this.#length;
  }

  push(job: Job): void {
    const member = this.#memberOf(job);
    const own = this.#members.get(member) ?? this.#kept(member) ?? this.#jobsOfOne();
    this.#members.set(member, own);
    own.push(job);
    this.#length += 1;
  }

  take(): Job | undefined {
    const [first, second] = this.#members;
    // A member that just had a turn has not waited longer than the others.
    const next = first?.[0] === this.#last?.[0] ? (second ?? first) : first;
    if (next === undefined) return undefined;
    const [member, own] = next;
    const job = own.take();
    this.#members.delete(member);
    if (own.length > 0) this.#members.set(member, own);
    this.#last = next;
    this.#length -= 1;
    return job;
  }

  /** It is one of the member with the most. */
  takeLast(): Job | undefined {
    const [first, ...others] = this.#members;
    if (first === undefined) return undefined;
    const [member, own] = others.reduce(
      (most, each) => (each[1].length > most[1].length ? each : most),
      first,
    );
    const job = own.takeLast();
    if (own.length === 0) this.#members.delete(member);
    this.#length -= 1;
    return job;
  }

  /** The last member's, which know whose turn it was among them. */
  #kept(member: string): WaitingJobs<Job> | undefined {
    return this.#last?.[0] === member ? this.#last[1] : undefined;
  }
}

/**
 * Waiting jobs. Homes take turns, and so do the callers of one home, one job each; of one caller's jobs the smallest runs
 * first, the oldest of equal ones. So a home waits for at most one job of each other home, and so do callers. Beyond a
 * limit, the home with the most waiting loses a job: the last one of its caller with the most.
 */
export class FairQueue<Job extends Queued> extends JobsInTurns<Job> {
  constructor() {
    super(
      ({ home }) => home,
      () =>
        new JobsInTurns<Job>(
          ({ caller }) => caller,
          () => new OwnJobs<Job>(),
        ),
    );
  }
}
