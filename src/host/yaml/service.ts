import { isLeft, left, type Either } from "fp-ts/lib/Either.js";
import type { TaskEither } from "fp-ts/lib/TaskEither.js";

import { JobRunner } from "./job-runner.ts";
import { startWorker } from "./start-worker.ts";
import type { Json, YamlError, YamlLimits } from "./types.ts";

/** Reads and writes YAML off the main thread. */
export type YamlService = {
  /** `parseYaml` in the worker; also `invalid` after `yamlMs`, `overloaded` beyond `yamlWaiting`. */
  readonly parse: (text: string) => TaskEither<YamlError, Json>;
  /** `dumpYaml` in the worker, with the same two errors more. */
  readonly dump: (data: Json) => TaskEither<YamlError, string>;
  /** Ends the worker; jobs not done, and later ones, are `overloaded`. */
  readonly close: () => Promise<void>;
};

/** A service within these limits. Its worker starts with the first job. */
export const makeYamlService = (limits: YamlLimits): YamlService => {
  const runner = new JobRunner(startWorker, limits);
  return {
    parse: (text) => async () => {
      // What is too long needs no copying, nor a place in the queue.
      if (text.length > limits.yamlBytes) return tooLong(limits);
      const answer = await runner.run({ kind: "parse", text, limits });
      if (isLeft(answer)) return answer;
      return answer.right.kind === "parsed" ? answer.right.result : mixedUp();
    },
    dump: (data) => async () => {
      const problem = sizeProblem(data, limits);
      if (problem !== undefined) return left({ kind: "invalid", message: problem });
      const answer = await runner.run({ kind: "dump", data, limits });
      if (isLeft(answer)) return answer;
      return answer.right.kind === "dumped" ? answer.right.result : mixedUp();
    },
    close: () => runner.close(),
  };
};

const tooLong = ({ yamlBytes }: YamlLimits): Either<YamlError, never> =>
  left({ kind: "invalid", message: `a text longer than yaml-bytes, ${yamlBytes} bytes` });

/** What makes data too large to be handed to the worker, which takes a copy of it; found without walking further. */
const sizeProblem = (data: Json, limits: YamlLimits): string | undefined => {
  let nodes = 0;
  let units = 0;
  const visit = (value: Json, depth: number): string | undefined => {
    nodes += 1;
    if (nodes > limits.yamlNodes) return `more values than yaml-nodes, ${limits.yamlNodes}`;
    if (typeof value === "string") units += value.length;
    if (units > limits.yamlBytes) return `longer than yaml-bytes, ${limits.yamlBytes} bytes`;
    if (typeof value !== "object" || value === null) return undefined;
    if (depth > limits.yamlDepth)
      return `nested deeper than yaml-depth, ${limits.yamlDepth} levels`;
    for (const [key, inner] of Object.entries(value)) {
      if (!Array.isArray(value)) units += key.length;
      const problem = visit(inner, depth + 1);
      if (problem !== undefined) return problem;
    }
    return undefined;
  };
  return visit(data, 1);
};

const mixedUp = (): never => {
  throw new Error("the YAML worker answered another question");
};
