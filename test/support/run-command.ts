import { runCommand } from "../../src/cli/run-command.ts";
import type { ExitCode, CliCommand } from "../../src/cli/cli-command.ts";
import { commands } from "../../src/cli/cli-commands.ts";

/**
 * Runs a command line command in this process, with only the given environment, to test what it does and prints:
 * starting the program costs more than most commands. Tests of the process itself, such as its input, use `runProgram`.
 */
export const runInProcess = async (
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: ExitCode; readonly out: string; readonly err: string }> => {
  let [out, err] = ["", ""];
  const code = await runCommand(commands, args, {
    out: (line) => void (out += `${line}\n`),
    err: (line) => void (err += `${line}\n`),
    version: "0",
    environment,
  });
  return { code, out, err };
};

/** Runs a command in this process on a data folder, with the switches that are named, and returns what it printed. */
export const runOnData = async (
  data: string,
  command: CliCommand,
  args: readonly string[] = [],
  switches: readonly string[] = [],
): Promise<{ readonly code: ExitCode; readonly out: readonly string[]; readonly err: string }> => {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await command.run({
    args,
    option: (name) => (name === "data" ? data : undefined),
    isTyped: (name) => name === "data" || switches.includes(name),
    has: (name) => switches.includes(name),
    out: (line) => void out.push(line),
    err: (line) => void err.push(line),
  });
  return { code, out, err: err.join("\n") };
};
