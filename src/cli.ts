#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { backgroundDelete, backgroundPut } from "./cli/background.ts";
import { backup, restore } from "./cli/backup.ts";
import { banLift, banList } from "./cli/ban.ts";
import { demo } from "./cli/demo.ts";
import { exportPlan } from "./cli/export.ts";
import { importData } from "./cli/import.ts";
import { logShow, logVerify } from "./cli/log.ts";
import { logRepair } from "./cli/log-repair.ts";
import { get, history, save } from "./cli/plan.ts";
import { runVerb } from "./cli/run-verb.ts";
import { serve } from "./cli/serve.ts";
import { status } from "./cli/status.ts";
import { tokenCreate, tokenList, tokenRevoke } from "./cli/token.ts";
import { watch } from "./cli/watch.ts";
import { manifestFile } from "./place.ts";
import { nameSourcesInStacks } from "./source-stacks.ts";

const verbs = [
  serve,
  status,
  tokenCreate,
  tokenList,
  tokenRevoke,
  banList,
  banLift,
  get,
  save,
  watch,
  history,
  exportPlan,
  backgroundPut,
  backgroundDelete,
  demo,
  logShow,
  logVerify,
  logRepair,
  backup,
  restore,
  importData,
];

// Whoever reads the output may stop early, as `head` does.
process.stdout.on("error", () => process.exit(0));

nameSourcesInStacks();

const manifest = JSON.parse(readFileSync(manifestFile, "utf8"));

const run = async (): Promise<void> => {
  // Stays, should a command come to no end.
  process.exitCode = 1;
  process.exitCode = await runVerb(verbs, process.argv.slice(2), {
    out: (line) => process.stdout.write(`${line}\n`),
    err: (line) => process.stderr.write(`${line}\n`),
    version: String(manifest.version),
    environment: process.env,
  });
};
void run();
