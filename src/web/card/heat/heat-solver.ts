import type { HeatRequest } from "../../../model/heat/heat-map.ts";
import type { HeatAnswer } from "./heat-worker.ts";

/** Starts the worker; rejects if its module cannot be loaded. */
const startWorker = async (): Promise<Worker> => {
  const { workerAddress } = await import("./heat-worker.ts");
  if (new URL(workerAddress).origin === location.origin)
    return new Worker(workerAddress, { type: "module" });
  // Browsers start no worker from another origin, such as that of a service beside Home Assistant, but it may import from there.
  const code = new Blob([`import ${JSON.stringify(workerAddress)};`], { type: "text/javascript" });
  const address = URL.createObjectURL(code);
  const worker = new Worker(address, { type: "module" });
  worker.addEventListener("message", () => URL.revokeObjectURL(address), { once: true });
  return worker;
};

/** How long an idle worker stays, in ms: a floor that is looked at changes more often. */
const idleMs = 60_000;

/** The worker in which heat maps are made. It is started when it is needed, and ends when it no longer is. */
export class HeatSolver {
  #worker: Worker | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Makes one map; rejects if the worker cannot be started or fails. Not to be called before the last answer. */
  async solve(request: HeatRequest): Promise<HeatAnswer> {
    clearTimeout(this.#timer);
    const worker = (this.#worker ??= await startWorker());
    const answered = new AbortController();
    const { signal } = answered;
    try {
      return await new Promise<HeatAnswer>((resolve, reject) => {
        const took = ({ data }: MessageEvent<HeatAnswer>): void => resolve(data);
        const failed = ({ message }: ErrorEvent): void =>
          reject(new Error(message || "the worker did not start"));
        worker.addEventListener("message", took, { signal });
        worker.addEventListener("error", failed, { signal });
        worker.postMessage(request, []);
      });
    } catch (error) {
      this.#end();
      throw error;
    } finally {
      answered.abort();
      this.#timer = setTimeout(() => this.#end(), idleMs);
    }
  }

  #end(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
  }
}
