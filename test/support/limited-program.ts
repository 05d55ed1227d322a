/**
 * The program from its sources, with other limits: they are the first argument, as JSON, followed by the program's own
 * arguments. The built program takes no limits.
 */

import { runService } from "../../src/cli/run-service.ts";
import { runCommand } from "../../src/cli/run-command.ts";
import { serve } from "../../src/cli/cli-commands.ts";

const [limits = "{}", ...args] = process.argv.slice(2);

process.exitCode = await runCommand(
  [{ ...serve, run: (input) => runService(input, JSON.parse(limits)) }],
  args,
  {
    out: (line) => process.stdout.write(`${line}\n`),
    err: (line) => process.stderr.write(`${line}\n`),
    version: "0",
    environment: process.env,
  },
);
