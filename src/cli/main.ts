#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { runCommand } from "./run-command.ts";
import { commands } from "./cli-commands.ts";
import { manifestFile, nameSourcesInStacks } from "../server/paths.ts";

// A reader such as `head` may stop early.
process.stdout.on("error", () => process.exit(0));

nameSourcesInStacks();

const manifest = JSON.parse(readFileSync(manifestFile, "utf8"));

const run = async (): Promise<void> => {
  // Remains if a command never ends.
  process.exitCode = 1;
  process.exitCode = await runCommand(commands, process.argv.slice(2), {
    out: (line) => process.stdout.write(`${line}\n`),
    err: (line) => process.stderr.write(`${line}\n`),
    version: String(manifest.version),
    environment: process.env,
  });
};
void run();
