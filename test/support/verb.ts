import type { ExitCode, Verb } from "../../src/cli/verb.ts";

/** Runs a verb in this process on a data folder, with the switches that are named, and returns what it printed. */
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
    has: (name) => switches.includes(name),
    out: (line) => void out.push(line),
    err: (line) => void err.push(line),
  });
  return { code, out, err: err.join("\n") };
};
