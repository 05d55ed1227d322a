import { runVerb } from "../../src/cli/run-verb.ts";
import type { ExitCode, Verb } from "../../src/cli/verb.ts";
import { verbs } from "../../src/cli/verbs.ts";

/**
 * Runs a command line command in this process, with only the given environment, to test what it does and prints:
 * starting the program costs more than most commands. Tests of the process itself, such as its input, use `runProgram`.
 */
export const runHere = async (
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: ExitCode; readonly out: string; readonly err: string }> => {
  let [out, err] = ["", ""];
  const code = await runVerb(verbs, args, {
    out: (line) => void (out += `${line}\n`),
    err: (line) => void (err += `${line}\n`),
    version: "0",
    environment,
  });
  return { code, out, err };
};

/** Runs a verb in this process on a data folder, with the given switches; returns its output. */
export const runOn = async (
  data: string,
  verb: Verb,
  args: readonly string[] = [],
  switches: readonly string[] = [],
): Promise<{ readonly code: ExitCode; readonly out: readonly string[]; readonly err: string }> => {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await verb.run({
    args,
    option: (name) => (name === "data" ? data : undefined),
    isTyped: (name) => name === "data" || switches.includes(name),
    has: (name) => switches.includes(name),
    out: (line) => void out.push(line),
    err: (line) => void err.push(line),
  });
  return { code, out, err: err.join("\n") };
};
