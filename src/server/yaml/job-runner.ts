import type { Worker } from "node:worker_threads";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { Boundary } from "../runtime/boundary.ts";
import { FairQueue, type Queued } from "./fair-queue.ts";
import type { YamlError, YamlLimits, YamlReply, YamlRequest } from "./types.ts";

export type JobResult = Either<YamlError, Exclude<YamlReply, { kind: "ready" }>>;

type YamlJob = Queued & {
  readonly request: YamlRequest;
  readonly settle: (result: JobResult) => void;
  readonly fail: (bug: unknown) => void;
};

/** A worker that is loading, idle or running a job. */
type Running = { readonly worker: Worker; loaded: boolean; job: YamlJob | undefined };

/**
 * Runs jobs one at a time in a worker thread, in fair turns of homes and their callers. The worker starts with the first job and
 * ends after `yamlIdleMs` without one. A job that takes longer than `yamlMs`, not counting the worker's start, ends
 * with its worker; the next job gets a new one. Neither an idle worker nor the runner keeps the process alive.
 */
export class JobRunner {
  private readonly start: () => Worker;
  private readonly limits: YamlLimits;
  private readonly boundary: Boundary;
  private readonly waiting = new FairQueue<YamlJob>();
  private running: Running | undefined;
  private timer: NodeJS.Timeout | undefined;
  private closed = false;

  /** `start` makes a worker that speaks `YamlRequest` and `YamlReply`. */
  constructor(start: () => Worker, limits: YamlLimits, boundary: Boundary) {
    this.start = start;
    this.limits = limits;
    this.boundary = boundary;
  }

  /**
   * Runs a request for a caller. If too many wait, a job of the home with the most waiting is `overloaded`, the last one
   * of its caller with the most. Rejects only if the worker fails, which is a bug.
   */
  run(request: YamlRequest, queued: Queued): Promise<JobResult> {
    if (this.closed) return Promise.resolve(left(closedError));
    return new Promise((settle, fail) => {
      this.waiting.push({ ...queued, request, settle, fail });
      if (this.running?.job === undefined) this.next();
      const { yamlWaiting } = this.limits;
      if (this.waiting.length <= yamlWaiting) return;
      const message = `too many YAML jobs wait (yaml-waiting, ${yamlWaiting}): try again`;
      this.waiting.takeLast()?.settle(left({ kind: "overloaded", message }));
    });
  }

  /** Ends the worker. Running, waiting and later jobs are `overloaded`. */
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
    const what = "could not end a YAML job that takes too long";
    const end = (): void => {
      const message = `took longer than yaml-ms, ${this.limits.yamlMs} milliseconds`;
      this.finish(job, left({ kind: "invalid", message }), this.endWorker());
    };
    const late = this.boundary(what, end, () => job.fail(new Error(what)));
    this.timer = setTimeout(late, this.limits.yamlMs);
    try {
      running.worker.postMessage(job.request, []);
    } catch (error) {
      // Only data that is not JSON, or nested deeper than any limit, cannot be cloned.
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
    const end = this.boundary("could not end an idle YAML worker", () => this.endWorker());
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
    const failed = this.boundary("could not handle the end of a YAML worker", (error: unknown) =>
      this.failed(running, error),
    );
    const received = this.boundary(
      "could not handle a YAML worker's reply",
      (reply: YamlReply) => this.received(running, reply),
      // The "exit" handler above fails the job.
      () => void worker.terminate(),
    );
    worker.on("message", received);
    worker.on("error", failed);
    worker.on("exit", () => failed(new Error("the YAML worker ended unexpectedly")));
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
      const message = "the worker ran out of memory";
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
