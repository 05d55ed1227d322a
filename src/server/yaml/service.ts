import { Worker } from "node:worker_threads";
import { type Either, isLeft, left } from "fp-ts/lib/Either.js";
import type { TaskEither } from "fp-ts/lib/TaskEither.js";
import { isBuilt, yamlWorker } from "../paths.ts";
import type { Boundary } from "../runtime/boundary.ts";
import { JobRunner } from "./job-runner.ts";
import type { Json, YamlError, YamlLimits } from "./types.ts";

/**
 * Starts the worker that `types.ts` describes. Node.js 20 does not hand the TypeScript loader of
 * the main thread on to workers, so in the source the worker registers it itself.
 */
const startWorker = (): Worker => {
  if (isBuilt) return new Worker(yamlWorker);
  const loader = JSON.stringify(import.meta.resolve("tsx/esm/api"));
  const script = JSON.stringify(yamlWorker.href);
  const start = `import(${loader}).then(({ register }) => { register(); return import(${script}); })`;
  return new Worker(start, { eval: true });
};

/** Reads and writes YAML off the main thread, for callers who take turns and are named as they like. */
export type YamlService = {
  /** `parseYaml` in the worker; also `invalid` after `yamlMs`, `overloaded` beyond `yamlWaiting`. */
  readonly parse: (text: string, caller: string) => TaskEither<YamlError, Json>;
  /** `dumpYaml` of JSON in the worker, with the same two errors more. */
  readonly dump: (json: string, caller: string) => TaskEither<YamlError, string>;
  /** Why a text or data whose JSON has so many bytes is not even taken; undefined where it is. */
  readonly refusal: (jsonBytes: number) => YamlError | undefined;
  /** Ends the worker; jobs not done, and later ones, are `overloaded`. */
  readonly close: () => Promise<void>;
};

/** A service within these limits. Its worker starts with the first job; `boundary` is around what that tells. */
export const makeYamlService = (limits: YamlLimits, boundary: Boundary): YamlService => {
  const runner = new JobRunner(startWorker, limits, boundary);
  return {
    parse: (text, caller) => async () => {
      // What is too long needs no copying, nor a place in the queue.
      if (text.length > limits.yamlBytes) return tooLong(limits);
      const answer = await runner.run(
        { kind: "parse", text, limits },
        { caller, size: text.length },
      );
      if (isLeft(answer)) return answer;
      return answer.right.kind === "parsed" ? answer.right.result : mixedUp();
    },
    dump: (json, caller) => async () => {
      const answer = await runner.run(
        { kind: "dump", json, limits },
        { caller, size: json.length },
      );
      if (isLeft(answer)) return answer;
      return answer.right.kind === "dumped" ? answer.right.result : mixedUp();
    },
    refusal: (jsonBytes) => {
      const most = mostJsonPerYaml * limits.yamlBytes;
      if (jsonBytes <= most) return undefined;
      const message = `JSON longer than ${mostJsonPerYaml} times yaml-bytes, ${most} bytes`;
      return { kind: "invalid", message };
    },
    close: () => runner.close(),
  };
};

/** JSON that is so many times as long as the YAML may be is none of it: no sign takes more than six bytes in JSON. */
const mostJsonPerYaml = 8;

const tooLong = ({ yamlBytes }: YamlLimits): Either<YamlError, never> =>
  left({ kind: "invalid", message: `a text longer than yaml-bytes, ${yamlBytes} bytes` });

const mixedUp = (): never => {
  throw new Error("the YAML worker answered another question");
};
