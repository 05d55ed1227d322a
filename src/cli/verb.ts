import { defaultText, optionName, type SettingName, settingNames } from "../server/config.ts";
import { settings } from "../server/settings.ts";

/** An option of a verb: `--name VALUE`, or a switch where there is no value. Also `FLOORPLAN_NAME` in the environment. */
export interface Option {
  readonly name: string;
  /** What stands for the value in the help; undefined makes it a switch. */
  readonly value?: string;
  readonly help: string;
}

/** What a verb was called with. */
export interface Input {
  readonly args: readonly string[];
  /** The value of an option, from the command line or else from the environment. */
  readonly option: (name: string) => string | undefined;
  /** Whether an option stands on the command line itself. */
  readonly isTyped: (name: string) => boolean;
  readonly has: (name: string) => boolean;
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
}

/** How a verb ended: 0 done, 1 failed, 2 called in a way that it does not understand. */
export type ExitCode = 0 | 1 | 2;

/** Tells a problem on the error output, and how the verb ends because of it. */
export const fail = ({ err }: Pick<Input, "err">, problem: string, code: 1 | 2 = 1): ExitCode => {
  err(`floorplan: ${problem}`);
  return code;
};

/** Something that the program can do. */
export interface Verb {
  /** One or two words, as typed. */
  readonly words: string;
  /** What follows the words, as shown in the help: `NAME`, `[REV]` where it may be left out, `[FILE…]` where it may be several. */
  readonly args?: string;
  /** All ways to call it, for its own help, where one line cannot say them. */
  readonly usages?: readonly string[];
  readonly summary: string;
  /** More lines for its own help. */
  readonly details?: string;
  readonly options: readonly Option[];
  readonly run: (input: Input) => ExitCode | Promise<ExitCode>;
}

/** What stands for a value in the help. */
const valueOf = { number: "N", text: "TEXT", duration: "TIME" } as const;

/** The option of a setting. */
export const settingOption = (name: SettingName): Option => {
  const setting = settings[name];
  return {
    name: optionName(name),
    value: valueOf[setting.kind],
    help: `${setting.help} (default ${defaultText(name)})`,
  };
};

/** The value of a setting's option, as it was given or by default. */
export const settingOf = (input: Input, name: "data" | "domain"): string =>
  input.option(name) ?? settings[name].default;

/** The options of every setting. */
export const settingOptions: readonly Option[] = settingNames.map(settingOption);

/** The option that names the data folder. */
export const dataOption: Option = settingOption("data");

/** The option that names a home: by its domain. */
export const domainOption: Option = settingOption("domain");

/** The option that names a running service. */
export const urlOption: Option = {
  name: "url",
  value: "URL",
  help: "address of the service, or of its nodes with commas (default http://127.0.0.1:8125)",
};

/** The options of verbs that talk to a running service. */
export const clientOptions: readonly Option[] = [
  urlOption,
  { name: "token", value: "TOKEN", help: "access token" },
  domainOption,
];
