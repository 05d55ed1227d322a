/** The process that makes one backup: it is sent the settings, answers with the outcome, and ends with its parent. */

import { rmSync } from "node:fs";
import * as t from "io-ts";
import { messageOf } from "../../wal/index.ts";
import { defaultConfig, isSettingName } from "../server/config.ts";
import { nameSourcesInStacks } from "../server/paths.ts";
import type { BackupOutcome } from "./scheduled-backup.ts";
import { makeScheduledBackup } from "./make-scheduled-backup.ts";

nameSourcesInStacks();

let begun: string | undefined;

const giveUp = (): never => {
  if (begun !== undefined) rmSync(begun, { force: true });
  return process.exit(1);
};

const answer = (outcome: BackupOutcome): void => {
  process.send?.(outcome, () => process.exit(0));
};

process.once("disconnect", giveUp);
process.once("SIGTERM", giveUp);
// A terminal sends it to the service too, which decides when to stop.
process.on("SIGINT", () => undefined);
process.once("message", (message) => {
  if (!t.UnknownRecord.is(message)) throw new TypeError("these are no settings");
  // Limits may be among them, which a copy has no use for.
  const given = Object.entries(message).filter(([name]) => isSettingName(name));
  const { store } = message;
  const settings = {
    ...defaultConfig(Object.fromEntries(given)),
    store: typeof store === "string" ? store : undefined,
  };
  makeScheduledBackup({ settings, now: new Date(), onBegin: (path) => (begun = path) }).then(
    answer,
    (error: unknown) => answer({ kind: "failed", reason: messageOf(error) }),
  );
});
