import { parseArgs, type ParseArgsConfig } from "node:util";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { environmentName } from "../server/config.ts";
import { escapeForTerminal, table } from "./terminal.ts";
import { type ExitCode, fail, type Input, type Option, type CliCommand } from "./cli-command.ts";
import { messageOf } from "../../wal/index.ts";

const column = (rows: readonly (readonly string[])[]): string =>
  table(rows)
    .map((line) => `  ${line}`)
    .join("\n");

const optionRow = ({ name, value, help }: Option): readonly string[] => [
  `--${name}${value === undefined ? "" : ` ${value}`}`,
  help,
];

/** The name of an option, and its earlier one if it has one. */
const namesOf = ({ name, formerName }: Pick<Option, "name" | "formerName">): readonly string[] =>
  formerName === undefined ? [name] : [name, formerName];

const called = ({ words, args }: CliCommand): readonly string[] =>
  args === undefined ? [words] : [words, args];

const commandHelp = (command: CliCommand): string => {
  const usage = [...called(command), ...(command.options.length > 0 ? ["[options]"] : [])].join(
    " ",
  );
  const ways = (command.usages ?? []).map((way) => `       floorplan ${way}`);
  const lines = [`Usage: floorplan ${usage}`, ...ways, "", command.summary];
  if (command.details !== undefined) lines.push("", command.details);
  const [example] = command.options;
  if (example !== undefined) {
    lines.push("", "Options:", column(command.options.map(optionRow)));
    lines.push(
      "",
      `Each option can also be set in the environment: --${example.name} is ${environmentName(example.name)}.`,
    );
  }
  return `${lines.join("\n")}\n`;
};

const generalHelp = (commands: readonly CliCommand[]): string =>
  [
    "floorplan keeps one floor plan for a home: durable, in order, live on every screen.",
    "",
    "Usage: floorplan COMMAND [options]",
    "",
    "Commands:",
    column(commands.map((command) => [called(command).join(" "), command.summary])),
    "",
    "floorplan COMMAND --help explains a command; floorplan --version prints the version.",
    "Exit codes: 0 done, 1 failed, 2 misused.",
    "",
  ].join("\n");

/** Variables of the project's tests, which their child processes inherit. */
const ofTests = /^FLOORPLAN_(?:TEST_|CAMPAIGN|LATE_PAGES)/;

/** The left names the `FLOORPLAN_…` variables that no command has as an option: misspelt, or another program's. */
const checkVariables = (
  commands: readonly CliCommand[],
  environment: Readonly<Record<string, string | undefined>>,
): Either<string, void> => {
  const known = new Set(
    commands.flatMap(({ options }) => options.flatMap(namesOf).map(environmentName)),
  );
  const unknown = Object.keys(environment)
    .filter((name) => name.startsWith("FLOORPLAN_") && !known.has(name) && !ofTests.test(name))
    .toSorted();
  return unknown.length === 0
    ? right(undefined)
    : left(`unknown environment variable ${unknown.join(", ")}`);
};

/** Where a command prints, and its environment. */
interface Terminal {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  readonly version: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const variablesHint =
  "Variables that begin with FLOORPLAN_ are options of this program; correct or unset it.\nSee: floorplan serve --help";

const findCommand = (
  commands: readonly CliCommand[],
  args: readonly string[],
): CliCommand | undefined => {
  const named = commands.filter((command) => {
    const words = command.words.split(" ");
    return words.every((word, position) => args[position] === word);
  });
  // `backup verify` is not a `backup` into a file called verify.
  return named.find((command) => command.words.includes(" ")) ?? named[0];
};

const parseConfig = (command: CliCommand) => {
  const options: NonNullable<ParseArgsConfig["options"]> = { help: { type: "boolean" } };
  for (const option of command.options)
    for (const name of namesOf(option))
      options[name] = { type: option.value === undefined ? "boolean" : "string" };
  return options;
};

/** An option that is typed by both of its names, with different values. */
const findContradiction = (
  { options }: CliCommand,
  values: Readonly<Record<string, unknown>>,
): readonly string[] | undefined =>
  options
    .map(namesOf)
    .find((names) => new Set(names.flatMap((name) => values[name] ?? [])).size > 1);

const inputOf = (
  { options }: CliCommand,
  { values, positionals }: { values: Record<string, unknown>; positionals: string[] },
  { out, err, environment }: Terminal,
): Input => {
  const named = (name: string): readonly string[] =>
    namesOf(options.find((option) => option.name === name) ?? { name });
  const typed = (name: string): unknown =>
    named(name)
      .map((each) => values[each])
      .find((value) => value !== undefined);
  const inherited = (name: string): string | undefined =>
    named(name)
      .map((each) => environment[environmentName(each)])
      .find((value) => value !== undefined);
  return {
    args: positionals,
    option: (name) => {
      const given = typed(name);
      return typeof given === "string" ? given : inherited(name);
    },
    isTyped: (name) => typed(name) !== undefined,
    has: (name) => typed(name) === true || ["1", "true"].includes(inherited(name) ?? ""),
    out,
    err,
  };
};

/**
 * Finds and runs the command that `args` name; prints help if there is none. Output is safe for a terminal. Throws
 * nothing.
 */
export const runCommand = async (
  commands: readonly CliCommand[],
  args: readonly string[],
  { out, err, ...rest }: Terminal,
): Promise<ExitCode> => {
  const terminal: Terminal = {
    ...rest,
    out: (line) => out(escapeForTerminal(line)),
    err: (line) => err(escapeForTerminal(line)),
  };
  const misuse = (problem: string, hint: string): ExitCode => {
    const code = fail(terminal, problem, 2);
    terminal.err(hint);
    return code;
  };
  const [first] = args;
  if (first === "--help" || first === "-h" || first === "help") {
    terminal.out(generalHelp(commands));
    return 0;
  }
  if (first === "--version") {
    terminal.out(terminal.version);
    return 0;
  }
  if (first === undefined) return misuse("a command is missing", generalHelp(commands));
  const command = findCommand(commands, args);
  const words = command?.words.split(" ").length ?? 0;
  if (command === undefined) {
    const family = commands.filter((each) => each.words.startsWith(`${first} `));
    if (family.length > 0 && (args[1] === "--help" || args[1] === "-h")) {
      terminal.out(family.map(commandHelp).join("\n"));
      return 0;
    }
    if (family.length > 0 && args.length === 1)
      return misuse(`a subcommand is missing after "${first}"`, family.map(commandHelp).join("\n"));
    const typed = args.slice(0, family.length > 0 ? 2 : 1).join(" ");
    return misuse(`there is no command "${typed}"`, "See: floorplan --help");
  }
  const hint = `See: floorplan ${command.words} --help`;
  let parsed;
  try {
    parsed = parseArgs({
      args: args.slice(words).map((arg) => (arg === "-h" ? "--help" : arg)),
      options: parseConfig(command),
      allowPositionals: true,
    });
  } catch (error) {
    const [problem = ""] = messageOf(error).split(/\.\s/);
    return misuse(problem, hint);
  }
  if (parsed.values["help"] === true) {
    const family = commands.filter(
      (each) => each === command || each.words.startsWith(`${command.words} `),
    );
    terminal.out(family.map(commandHelp).join("\n"));
    return 0;
  }
  const expected = command.args?.split(" ") ?? [];
  const required = expected.filter((name) => !name.startsWith("["));
  const { positionals } = parsed;
  if (positionals.length < required.length) return misuse(`${command.args} is missing`, hint);
  const isOpen = expected.at(-1)?.includes("…") === true;
  if (!isOpen && positionals.length > expected.length)
    return misuse(`"${positionals[expected.length]}" is an unexpected argument`, hint);
  const [name, formerName] = findContradiction(command, parsed.values) ?? [];
  if (name !== undefined)
    return misuse(`--${name} and --${formerName} are the same option: give it once`, hint);
  const variables = checkVariables(commands, terminal.environment);
  if (isLeft(variables)) return misuse(variables.left, variablesHint);
  return command.run(inputOf(command, parsed, terminal));
};
