import { Worker } from "node:worker_threads";
import { type Either, isLeft, left } from "fp-ts/lib/Either.js";
import type { TaskEither } from "fp-ts/lib/TaskEither.js";
import { isBuilt, yamlWorker } from "../paths.ts";
import type { Boundary } from "../runtime/boundary.ts";
import { JobRunner } from "./job-runner.ts";
import type { YamlError, YamlLimits } from "./types.ts";

/**
 * Node.js 20 does not pass the main thread's TypeScript loader on to workers, so when run from source the worker
 * registers it itself.
 */
const startWorker = (): Worker => {
  if (isBuilt) return new Worker(yamlWorker);
  const loader = JSON.stringify(import.meta.resolve("tsx/esm/api"));
  const script = JSON.stringify(yamlWorker.href);
  const start = `import(${loader}).then(({ register }) => { register(); return import(${script}); })`;
  return new Worker(start, { eval: true });
};

/** Reads and writes YAML for one home, in fair turns of callers. */
export type HomeYaml = {
  /** `yamlToJson` in the worker; also `invalid` after `yamlMs` and `overloaded` beyond `yamlWaiting`. */
  readonly parse: (text: string, caller: string) => TaskEither<YamlError, Uint8Array<ArrayBuffer>>;
  /** `dumpYaml` of JSON in the worker, with the same two further errors. */
  readonly dump: (json: string, caller: string) => TaskEither<YamlError, string>;
  /** Why a request whose JSON has this many bytes is rejected unread; undefined if it is not. */
  readonly refusal: (jsonBytes: number) => YamlError | undefined;
};

/** The same for a single home, or for several in fair turns, off the main thread. */
export type YamlService = HomeYaml & {
  /** The service of one home among others, by its id. */
  readonly forHome: (home: string) => HomeYaml;
  /** Ends the worker; unfinished and later jobs are `overloaded`. */
  readonly close: () => Promise<void>;
};

/** The worker starts with the first job; `boundary` surrounds its events. */
export const makeYamlService = (limits: YamlLimits, boundary: Boundary): YamlService => {
  const runner = new JobRunner(startWorker, limits, boundary);
  const forHome = (home: string): HomeYaml => yamlOf(home, runner, limits);
  return { ...forHome(""), forHome, close: () => runner.close() };
};

const yamlOf = (home: string, runner: JobRunner, limits: YamlLimits): HomeYaml => ({
  parse: (text, caller) => async () => {
    if (text.length > limits.yamlBytes) return tooLong(limits);
    const answer = await runner.run(
      { kind: "parse", text, limits },
      { home, caller, size: text.length },
    );
    if (isLeft(answer)) return answer;
    return answer.right.kind === "parsed" ? answer.right.result : mixedUp();
  },
  dump: (json, caller) => async () => {
    const answer = await runner.run(
      { kind: "dump", json, limits },
      { home, caller, size: json.length },
    );
    if (isLeft(answer)) return answer;
    return answer.right.kind === "dumped" ? answer.right.result : mixedUp();
  },
  refusal: (jsonBytes) => {
    const most = maxJsonPerYaml * limits.yamlBytes;
    if (jsonBytes <= most) return undefined;
    const message = `JSON longer than ${maxJsonPerYaml} times yaml-bytes, ${most} bytes`;
    return { kind: "invalid", message };
  },
});

/** A character takes at most six bytes in JSON, so JSON this many times longer than the YAML limit cannot fit. */
const maxJsonPerYaml = 8;

const tooLong = ({ yamlBytes }: YamlLimits): Either<YamlError, never> =>
  left({ kind: "invalid", message: `a text longer than yaml-bytes, ${yamlBytes} bytes` });

const mixedUp = (): never => {
  throw new Error("the YAML worker sent the wrong kind of reply");
};
