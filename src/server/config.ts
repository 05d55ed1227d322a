import { durationText } from "./runtime/time.ts";
import { type Setting, settings } from "./settings.ts";

type Settings = typeof settings;

/** Name of a setting in code; `planBytes` is `--plan-bytes` and `FLOORPLAN_PLAN_BYTES`. */
export type SettingName = keyof Settings;

/** The value of every setting. */
export type Config = {
  readonly [K in SettingName]: Settings[K]["kind"] extends "text"
    ? string
    : Settings[K]["kind"] extends "flag"
      ? boolean
      : number;
};

/** Whether a name is that of a setting. */
export const isSettingName = (name: string): name is SettingName => Object.hasOwn(settings, name);

/** The names of all settings, in the order of the help. */
export const settingNames = Object.keys(settings).filter(isSettingName);

/** `planBytes` as `plan-bytes`: a setting's or limit's name wherever people read it. */
export const optionName = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** `planBytes` as `FLOORPLAN_PLAN_BYTES`. */
export const environmentName = (name: string): string =>
  `FLOORPLAN_${optionName(name).replaceAll("-", "_").toUpperCase()}`;

/** A setting's default as people write it. */
export const defaultText = (name: SettingName): string => {
  const setting: Setting = settings[name];
  if (setting.kind === "flag") return "off";
  return setting.kind === "duration" ? durationText(setting.default) : String(setting.default);
};

const isConfig = (values: Readonly<Record<string, unknown>>): values is Config =>
  settingNames.every((name) => typeof values[name] === typeof settings[name].default);

/**
 * The defaults with some settings replaced; for programs and tests that start the service themselves.
 * Throws a TypeError for an unknown setting or a value of the wrong type.
 */
export const defaultConfig = (changes: Readonly<Record<string, unknown>> = {}): Config => {
  const odd = Object.keys(changes).find((name) => !isSettingName(name));
  if (odd !== undefined) throw new TypeError(`there is no setting ${odd}`);
  const defaults = Object.fromEntries(settingNames.map((name) => [name, settings[name].default]));
  const values = { ...defaults, ...changes };
  if (!isConfig(values)) throw new TypeError("a setting has a value of the wrong type");
  return values;
};
