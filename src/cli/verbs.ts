import { flatPlan } from "../model/demo/flat.ts";
import { settingOptions, type Verb } from "./verb.ts";
import { audit } from "./audit.ts";
import { backgroundDelete, backgroundPut } from "./background.ts";
import { backup, backupVerify, restore } from "./backup.ts";
import { banLift, banList } from "./ban.ts";
import { exportPlan } from "./export.ts";
import { importData } from "./import.ts";
import { logRepair, logShow, logVerify } from "./log.ts";
import { get, history, save, watch } from "./plan.ts";
import { status } from "./status.ts";
import { tokenCreate, tokenList, tokenRenew, tokenRevoke } from "./token.ts";

/** `demo`: a sample plan. */
const demo: Verb = {
  words: "demo",
  summary: "prints a small flat as JSON, to be saved",
  options: [],
  run: ({ out }) => {
    out(JSON.stringify(flatPlan()));
    return 0;
  },
};

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

/** All that the program can do, in the order of its help. */
export const verbs: readonly Verb[] = [
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
];
