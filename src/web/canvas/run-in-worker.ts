import { type Either, left, right } from "fp-ts/lib/Either.js";

/**
 * Why a worker gave no answer: it was stopped, its module could not be loaded, or it ended by an error, such as a browser
 * without memory for more.
 */
export type WorkerFailure = "stopped" | "unreachable" | "crashed";

/** What the page that waits for a worker does meanwhile. */
export interface WorkerWatch {
  /** Gets the part of the work that is done, from 0 to 1, if the worker tells it. */
  readonly tell?: (part: number) => void;
  /** Ends the worker at once, whatever it is doing. */
  readonly signal: AbortSignal;
}

/** Starts a worker; one from another origin, such as a service beside Home Assistant, by a module that imports it. */
const start = (address: string): { readonly worker: Worker; readonly end: () => void } => {
  if (new URL(address).origin === location.origin) {
    const worker = new Worker(address, { type: "module" });
    return { worker, end: () => worker.terminate() };
  }
  const code = new Blob([`import ${JSON.stringify(address)};`], { type: "text/javascript" });
  const own = URL.createObjectURL(code);
  const worker = new Worker(own, { type: "module" });
  const end = (): void => {
    worker.terminate();
    URL.revokeObjectURL(own);
  };
  return { worker, end };
};

/**
 * Has a worker of its own do one thing; the left is why it gave no answer. `Answer` is what its module answers to what it is
 * asked; a number before that is the part that is done.
 */
export const runInWorker = async <Answer extends object>(
  address: string,
  request: object,
  { signal, tell }: WorkerWatch,
): Promise<Either<WorkerFailure, Answer>> => {
  if (signal.aborted) return left("stopped");
  const { worker, end } = start(address);
  const answered = new AbortController();
  try {
    return await new Promise((resolve) => {
      const options = { signal: answered.signal };
      signal.addEventListener("abort", () => resolve(left("stopped")), options);
      worker.addEventListener(
        "message",
        ({ data }: MessageEvent<Answer | number>) => {
          if (typeof data === "number") tell?.(data);
          else resolve(right(data));
        },
        options,
      );
      // A module that cannot be loaded gives an event without a message.
      const failed = (event: Event): void => {
        event.preventDefault();
        const hasRun = event instanceof ErrorEvent && event.message !== "";
        resolve(left(hasRun ? "crashed" : "unreachable"));
      };
      worker.addEventListener("error", failed, options);
      worker.addEventListener("messageerror", () => resolve(left("crashed")), options);
      worker.postMessage(request, []);
    });
  } finally {
    answered.abort();
    end();
  }
};
