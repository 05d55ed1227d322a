export { dumpYaml } from "./dump.ts";
export { parseYaml } from "./parse.ts";
export { makeYamlService, type YamlService } from "./service.ts";
export { type Json, type YamlError, type YamlLimits } from "./types.ts";
