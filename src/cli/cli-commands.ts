import { flatPlan } from "../model/demo/flat.ts";
import { settingOptions, type CliCommand } from "./cli-command.ts";
import { audit } from "./audit.ts";
import { backgroundDelete, backgroundPut } from "./background.ts";
import { backup, backupVerify, restore } from "./backup.ts";
import { banLift, banList } from "./ban.ts";
import { exportPlan } from "./export.ts";
import { homesExport, homesImport, homesUsage } from "./homes-data.ts";
import { homesRevoke, homesToken, homesTokens } from "./homes-token.ts";
import {
  homesCreate,
  homesDelete,
  homesDeleted,
  homesLink,
  homesList,
  homesQuota,
  homesRename,
  homesRestore,
  homesResume,
  homesSuspend,
} from "./homes.ts";
import { importData } from "./import.ts";
import { logRepair, logShow, logVerify } from "./log.ts";
import { change, get, history, save } from "./plan.ts";
import { status } from "./status.ts";
import { tokenCreate, tokenList, tokenRenew, tokenRevoke } from "./token.ts";
import { watch } from "./watch.ts";

const demo: CliCommand = {
  words: "demo",
  summary: "prints a sample plan, a small flat, as JSON",
  options: [],
  run: ({ out }) => {
    out(JSON.stringify(flatPlan()));
    return 0;
  },
};

export const serve: CliCommand = {
  words: "serve",
  summary: "runs the service until it is stopped",
  details:
    "Sizes are in bytes, times in milliseconds; TIME needs a unit, as in 24h or 7d. The first start\ncreates an administrator token and prints it once or, if the output is not a terminal, puts it\ninto DATA/first-token until it has been used. On SIGTERM or SIGINT the service finishes accepted\nwork, then exits.",
  options: settingOptions,
  // Loaded lazily: the other commands start faster without the service.
  run: async (input) => (await import("./run-service.ts")).runService(input),
};

/** In the order of the help. */
export const commands: readonly CliCommand[] = [
  serve,
  status,
  tokenCreate,
  tokenList,
  tokenRenew,
  tokenRevoke,
  banList,
  banLift,
  audit,
  get,
  save,
  change,
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
  backupVerify,
  restore,
  importData,
  homesList,
  homesCreate,
  homesRename,
  homesSuspend,
  homesResume,
  homesQuota,
  homesLink,
  homesExport,
  homesImport,
  homesDelete,
  homesDeleted,
  homesRestore,
  homesUsage,
  homesToken,
  homesTokens,
  homesRevoke,
];
