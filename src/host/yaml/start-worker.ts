import { Worker } from "node:worker_threads";

/**
 * Starts the worker that `messages.ts` describes: from `worker.js` in the build, and from
 * `worker.ts` in the source. Node.js 20 does not hand the TypeScript loader of the main thread on
 * to workers, so in the source the worker registers it itself.
 */
export const startWorker = (): Worker => {
  if (!import.meta.url.endsWith(".ts")) return new Worker(new URL("./worker.js", import.meta.url));
  const loader = JSON.stringify(import.meta.resolve("tsx/esm/api"));
  const script = JSON.stringify(new URL("./worker.ts", import.meta.url).href);
  const start = `import(${loader}).then(({ register }) => { register(); return import(${script}); })`;
  return new Worker(start, { eval: true });
};
