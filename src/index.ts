/** The service for programs that start it themselves. */
export { type Config, defaultConfig, type SettingName } from "./config.ts";
export { readConfig } from "./read-config.ts";
export { type Loaded, type Service, startService, type Surroundings } from "./server.ts";
