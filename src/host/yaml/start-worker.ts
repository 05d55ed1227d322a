import { Worker } from "node:worker_threads";
import { isBuilt, yamlWorker } from "../../server/paths.ts";

/**
 * Starts the worker that `messages.ts` describes. Node.js 20 does not hand the TypeScript loader of
 * the main thread on to workers, so in the source the worker registers it itself.
 */
export const startWorker = (): Worker => {
  if (isBuilt) return new Worker(yamlWorker);
  const loader = JSON.stringify(import.meta.resolve("tsx/esm/api"));
  const script = JSON.stringify(yamlWorker.href);
  const start = `import(${loader}).then(({ register }) => { register(); return import(${script}); })`;
  return new Worker(start, { eval: true });
};
