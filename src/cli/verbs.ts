import { audit } from "./audit.ts";
import { backgroundDelete, backgroundPut } from "./background.ts";
import { backup, backupVerify, restore } from "./backup.ts";
import { banLift, banList } from "./ban.ts";
import { demo } from "./demo.ts";
import { exportPlan } from "./export.ts";
import { importData } from "./import.ts";
import { logShow, logVerify } from "./log.ts";
import { logRepair } from "./log-repair.ts";
import { get, history, save } from "./plan.ts";
import { serve } from "./serve.ts";
import { status } from "./status.ts";
import { tokenCreate, tokenList, tokenRenew, tokenRevoke } from "./token.ts";
import { watch } from "./watch.ts";
import type { Verb } from "./verb.ts";

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
