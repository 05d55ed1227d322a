/** The service for programs that start it themselves. */
export { type Config, defaultConfig, type SettingName } from "./server/config.ts";
export { readConfig } from "./server/read-settings.ts";
export {
  type Loaded,
  type Service,
  startService,
  // The package's exports keep their names.
  type ServiceDependencies as Surroundings,
} from "./server/server.ts";
