import { defaultText, optionName, type SettingName, settingNames } from "../server/config.ts";
import { settings } from "../server/settings.ts";

/** An option of a command: `--name VALUE`, or a switch without a value. Also `FLOORPLAN_NAME` in the environment. */
export interface Option {
  readonly name: string;
  /** An earlier name that still works; the help does not list it. */
  readonly formerName?: string;
  /** The placeholder in the help; undefined makes it a switch. */
  readonly value?: string;
  readonly help: string;
}

export interface Input {
  readonly args: readonly string[];
  /** The value of an option, from the command line or else the environment. */
  readonly option: (name: string) => string | undefined;
  /** Whether an option is on the command line itself. */
  readonly isTyped: (name: string) => boolean;
  readonly has: (name: string) => boolean;
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
}

/** 0 done, 1 failed, 2 misused. */
export type ExitCode = 0 | 1 | 2;

/** Prints a problem on standard error, and returns the exit code. */
export const fail = ({ err }: Pick<Input, "err">, problem: string, code: 1 | 2 = 1): ExitCode => {
  err(`floorplan: ${problem}`);
  return code;
};

export interface CliCommand {
  /** One or two words, as typed. */
  readonly words: string;
  /** The arguments as shown in the help: `NAME`, `[REV]` if optional, `[FILE…]` if repeatable. */
  readonly args?: string;
  /** All ways to call it, if one line cannot show them. */
  readonly usages?: readonly string[];
  readonly summary: string;
  /** Further help. */
  readonly details?: string;
  readonly options: readonly Option[];
  readonly run: (input: Input) => ExitCode | Promise<ExitCode>;
}

/** Placeholders in the help. */
const valueOf = { number: "N", text: "TEXT", duration: "TIME" } as const;

export const settingOption = (name: SettingName): Option => {
  const setting = settings[name];
  const help = `${setting.help} (default ${defaultText(name)})`;
  return setting.kind === "flag"
    ? { name: optionName(name), help }
    : { name: optionName(name), value: valueOf[setting.kind], help };
};

/** A setting's text as given by an option or a variable; a switch is `on`, by its option, or what its variable says. */
export const settingText = (input: Input, name: SettingName): string | undefined => {
  const option = optionName(name);
  return settings[name].kind === "flag" && input.has(option) ? "on" : input.option(option);
};

/** A setting's value, given or by default. */
export const settingOf = (input: Input, name: "data" | "domain"): string =>
  input.option(name) ?? settings[name].default;

export const settingOptions: readonly Option[] = settingNames.map(settingOption);

export const dataOption: Option = settingOption("data");

export const domainOption: Option = settingOption("domain");

export const urlOption: Option = {
  name: "url",
  value: "URL",
  help: "address of the service, or addresses of its nodes, separated by commas (default http://127.0.0.1:8125)",
};

/** The options of commands that connect to a running service. */
export const clientOptions: readonly Option[] = [
  urlOption,
  { name: "token", value: "TOKEN", help: "access token" },
  domainOption,
];
