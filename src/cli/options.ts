import {
  defaultText,
  optionName,
  type SettingName,
  settingNames,
  settings,
} from "../server/settings.ts";
import type { Input, Option } from "./verb.ts";

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
