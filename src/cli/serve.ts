import { settingOptions } from "./options.ts";
import type { Verb } from "./verb.ts";

/** `serve`: the service itself. */
export const serve: Verb = {
  words: "serve",
  summary: "runs the service until it is told to stop",
  details:
    "Sizes are bytes, times are milliseconds. On the first start an administrator token is\ncreated and printed once, or, where the output is no terminal, put into DATA/first-token until\nit has been used. SIGTERM or SIGINT: what was accepted is finished, then it ends.",
  options: settingOptions,
  // Loaded when it is wanted: the other commands start faster without the service.
  run: async (input) => (await import("./run-service.ts")).runService(input),
};
