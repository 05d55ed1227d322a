import type { Worker } from "node:worker_threads";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { Boundary } from "../runtime/boundary.ts";
import type { YamlError, YamlLimits, YamlReply, YamlRequest } from "./types.ts";

/** What a queue must know of a job: whose it is, and how large. */
interface Queued {
  readonly caller: string;
  /** In any unit, the same for all. */
  readonly size: number;
}

/**
 * Jobs that wait. Callers take turns, one job each; of one caller's jobs the smallest is first, and
 * of equal ones the oldest. So however much somebody else asks for, a job waits for one of theirs
 * at the most before its caller has a turn.
 */
class FairQueue<Job extends Queued> {
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

/** An answer of the worker, or why there is none. */
export type JobResult = Either<YamlError, Exclude<YamlReply, { kind: "ready" }>>;

type YamlJob = Queued & {
  readonly request: YamlRequest;
  readonly settle: (result: JobResult) => void;
  readonly fail: (bug: unknown) => void;
};

/** A worker that runs a job, or, loaded or not, waits for one. */
type Running = { readonly worker: Worker; loaded: boolean; job: YamlJob | undefined };

/**
 * Runs jobs one at a time in a worker thread, in fair turns of their callers. The worker starts with the first job and ends after
 * `yamlIdleMs` without one. A job that takes longer than `yamlMs`, its worker's start not counted,
 * ends with its worker; the next one gets another. Neither an idle worker nor the runner keeps
 * the process alive.
 */
export class JobRunner {
  private readonly start: () => Worker;
  private readonly limits: YamlLimits;
  private readonly boundary: Boundary;
  private readonly waiting = new FairQueue<YamlJob>();
  private running: Running | undefined;
  private timer: NodeJS.Timeout | undefined;
  private closed = false;

  /** `start` gives a new worker, which speaks `YamlRequest` and `YamlReply`. */
  constructor(start: () => Worker, limits: YamlLimits, boundary: Boundary) {
    this.start = start;
    this.limits = limits;
    this.boundary = boundary;
  }

  /**
   * The answer to a request, for a caller, of a size. Where too many wait with it, the last of whoever
   * has most waiting is `overloaded`. Rejects only when the worker fails, which is a bug.
   */
  run(request: YamlRequest, queued: Queued): Promise<JobResult> {
    if (this.closed) return Promise.resolve(left(closedError));
    return new Promise((settle, fail) => {
      this.waiting.push({ ...queued, request, settle, fail });
      if (this.running?.job === undefined) this.next();
      const { yamlWaiting } = this.limits;
      if (this.waiting.length <= yamlWaiting) return;
      const message = `as many YAML jobs wait as yaml-waiting allows, ${yamlWaiting}: try again`;
      this.waiting.takeLast()?.settle(left({ kind: "overloaded", message }));
    });
  }

  /** Ends the worker. What runs or waits, and all that is asked later, is `overloaded`. */
  async close(): Promise<void> {
    this.closed = true;
    const { running } = this;
    const ended = this.endWorker();
    running?.job?.settle(left(closedError));
    while (this.waiting.length > 0) this.waiting.take()?.settle(left(closedError));
    await ended;
  }

  private next(): void {
    clearTimeout(this.timer);
    const job = this.waiting.take();
    if (job === undefined) {
      this.idle();
      return;
    }
    try {
      this.running ??= this.startWorker();
    } catch (bug) {
      job.fail(bug);
      return this.next();
    }
    this.running.job = job;
    this.running.worker.ref();
    if (this.running.loaded) this.send(this.running, job);
  }

  private send(running: Running, job: YamlJob): void {
    const what = "a YAML job that takes too long could not be ended";
    const end = (): void => {
      const message = `took longer than yaml-ms, ${this.limits.yamlMs} milliseconds`;
      this.finish(job, left({ kind: "invalid", message }), this.endWorker());
    };
    const late = this.boundary(what, end, () => job.fail(new Error(what)));
    this.timer = setTimeout(late, this.limits.yamlMs);
    try {
      running.worker.postMessage(job.request, []);
    } catch (error) {
      // Only data that is no JSON, or nested deeper than any limit allows, cannot be copied.
      const message = `the data cannot be written: ${String(error)}`;
      this.finish(job, left({ kind: "invalid", message }));
    }
  }

  private finish(
    job: YamlJob,
    result: JobResult,
    ended: Promise<unknown> = Promise.resolve(),
  ): void {
    if (this.running?.job === job) this.running.job = undefined;
    job.settle(result);
    ended.catch(job.fail);
    this.next();
  }

  private idle(): void {
    if (this.running === undefined) return;
    this.running.worker.unref();
    const end = this.boundary("an idle YAML worker could not be ended", () => this.endWorker());
    this.timer = setTimeout(end, this.limits.yamlIdleMs).unref();
  }

  private endWorker(): Promise<unknown> {
    clearTimeout(this.timer);
    const worker = this.running?.worker;
    this.running = undefined;
    return worker?.terminate() ?? Promise.resolve();
  }

  private startWorker(): Running {
    const worker = this.start();
    const running: Running = { worker, loaded: false, job: undefined };
    const failed = this.boundary("the end of a YAML worker was not taken", (error: unknown) =>
      this.failed(running, error),
    );
    const received = this.boundary(
      "what a YAML worker answered was not taken",
      (reply: YamlReply) => this.received(running, reply),
      // Its end, which is heard of above, fails the job.
      () => void worker.terminate(),
    );
    worker.on("message", received);
    worker.on("error", failed);
    worker.on("exit", () => failed(new Error("the YAML worker ended by itself")));
    return running;
  }

  private received(running: Running, reply: YamlReply): void {
    const { job } = running;
    if (this.running !== running || job === undefined) return;
    if (reply.kind === "ready") {
      running.loaded = true;
      this.send(running, job);
    } else {
      this.finish(job, right(reply));
    }
  }

  private failed(running: Running, error: unknown): void {
    if (this.running !== running) return;
    clearTimeout(this.timer);
    this.running = undefined;
    if (isOutOfMemory(error)) {
      const message = "needs more memory than a worker has";
      running.job?.settle(left({ kind: "invalid", message }));
    } else {
      running.job?.fail(error);
    }
    this.next();
  }
}

const closedError: YamlError = { kind: "overloaded", message: "the YAML service is closed" };

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
