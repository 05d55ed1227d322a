import { environmentName } from "../server/settings.ts";
import { table } from "./table.ts";
import type { Option, Verb } from "./verb.ts";

const column = (rows: readonly (readonly string[])[]): string =>
  table(rows)
    .map((line) => `  ${line}`)
    .join("\n");

const optionRow = ({ name, value, help }: Option): readonly string[] => [
  `--${name}${value === undefined ? "" : ` ${value}`}`,
  help,
];

const called = ({ words, args }: Verb): readonly string[] =>
  args === undefined ? [words] : [words, args];

/** The help of one verb. */
export const verbHelp = (verb: Verb): string => {
  const usage = [...called(verb), ...(verb.options.length > 0 ? ["[options]"] : [])].join(" ");
  const ways = (verb.usages ?? []).map((way) => `       floorplan ${way}`);
  const lines = [`Usage: floorplan ${usage}`, ...ways, "", verb.summary];
  if (verb.details !== undefined) lines.push("", verb.details);
  const [example] = verb.options;
  if (example !== undefined) {
    lines.push("", "Options:", column(verb.options.map(optionRow)));
    lines.push(
      "",
      `Each option can also be set in the environment: --${example.name} is ${environmentName(example.name)}.`,
    );
  }
  return `${lines.join("\n")}\n`;
};

/** The help of the program. */
export const generalHelp = (verbs: readonly Verb[]): string =>
  [
    "floorplan keeps one floor plan for a home: durable, in order, live on every screen.",
    "",
    "Usage: floorplan COMMAND [options]",
    "",
    "Commands:",
    column(verbs.map((verb) => [called(verb).join(" "), verb.summary])),
    "",
    "floorplan COMMAND --help tells more about each, floorplan --version which this is.",
    "Exit codes: 0 done, 1 failed, 2 misused.",
    "",
  ].join("\n");
