/** The service for programs that start it themselves. */
export { type Config, defaultConfig, readConfig, type SettingName } from "./config.ts";
export { type Loaded, type Service, startService, type Surroundings } from "./server.ts";
