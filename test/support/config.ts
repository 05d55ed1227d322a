import { type Config, defaultConfig, isSettingName } from "../../src/server/config.ts";
import { type Limits, type ServiceConfig, withLimits } from "../../src/server/limits.ts";

/** Splits settings and limits: a test names both together, but a service takes limits from tests only. */
export const splitConfig = (
  changes: Partial<ServiceConfig>,
): { readonly settings: Partial<Config>; readonly limits: Partial<Limits> } => {
  const entries = Object.entries(changes);
  return {
    settings: Object.fromEntries(entries.filter(([name]) => isSettingName(name))),
    limits: Object.fromEntries(entries.filter(([name]) => !isSettingName(name))),
  };
};

/** A service's settings and limits, with some replaced. */
export const testConfig = (changes: Partial<ServiceConfig> = {}): ServiceConfig => {
  const { settings, limits } = splitConfig(changes);
  return withLimits(defaultConfig(settings), limits);
};
