import { type Config, defaultConfig, isSettingName } from "../../src/server/config.ts";
import { type Limits, type ServiceConfig, withLimits } from "../../src/server/limits.ts";

/** Settings and limits apart: a test gives both by name, a service takes the settings from people and the limits from tests alone. */
export const splitConfig = (
  changes: Partial<ServiceConfig>,
): { readonly settings: Partial<Config>; readonly limits: Partial<Limits> } => {
  const entries = Object.entries(changes);
  return {
    settings: Object.fromEntries(entries.filter(([name]) => isSettingName(name))),
    limits: Object.fromEntries(entries.filter(([name]) => !isSettingName(name))),
  };
};

/** The settings and limits that a service would have, with some replaced. */
export const testConfig = (changes: Partial<ServiceConfig> = {}): ServiceConfig => {
  const { settings, limits } = splitConfig(changes);
  return withLimits(defaultConfig(settings), limits);
};
