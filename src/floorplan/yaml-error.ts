import type { CommandError } from "../host/channel/command.ts";
import type { YamlError } from "../host/yaml/index.ts";

/** How an error of the YAML service is told over the channel. */
export const yamlCommandError = (error: YamlError): CommandError => ({
  code: error.kind === "invalid" ? "invalid_yaml" : "overloaded",
  message: error.message,
});
