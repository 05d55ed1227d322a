import { basename } from "node:path";
import { left, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { describe, integer, strictObject } from "../model/codec.ts";
import { type Command, command, commandShape, value } from "../server/websocket/command.ts";
import type { BackupSchedule } from "./schedule.ts";
import type { BackupOutcome } from "./scheduled-backup.ts";

/** Decodes the answer to `backup/make`. */
const madeBackupCodec = t.readonly(
  t.type({
    at: describe("when it was begun, as ISO 8601", t.string),
    file: describe("its name in the folder of backups", t.string),
    bytes: integer,
    rev: describe("the revision in it", integer),
  }),
);

const whyNot = (outcome: "empty" | BackupOutcome): string => {
  if (outcome === "empty") return "there is neither a plan nor an image yet";
  return outcome.kind === "failed" ? outcome.reason : "another backup is being made: try again";
};

/** Dependencies of the command. */
interface BackupCommandSetup {
  /** First part of the command's type. */
  readonly domain: string;
  /** Undefined without a folder for backups. */
  readonly backups: Pick<BackupSchedule, "makeNow"> | undefined;
  /** Bounds what the command makes, where several homes share the machine. */
  readonly backupOf?: ((make: BackupSchedule["makeNow"]) => BackupSchedule["makeNow"]) | undefined;
}

const backupShape = commandShape({
  admin: true,
  about: {
    summary: "makes a backup beside the scheduled ones, whether one is due or not",
    result: madeBackupCodec,
    errors: ["not_changed"],
  },
  fields: strictObject({}, {}),
});

/** `backup/make`: makes a backup in the folder of the scheduled ones at once, whether one is due or not. */
export const backupCommand = ({
  domain,
  backups,
  backupOf = (make) => make,
}: BackupCommandSetup): Command => {
  const makeNow = backups && backupOf(backups.makeNow);
  return command({
    ...backupShape,
    type: `${domain}/backup/make`,
    run: () => async () => {
      if (makeNow === undefined) {
        const message = "there is no folder for backups: start the service with --backup-to";
        return left({ code: "not_changed", message });
      }
      const outcome = await makeNow();
      if (outcome === "empty" || outcome.kind !== "made")
        return left({ code: "not_changed", message: whyNot(outcome) });
      const { at, file, bytes, rev } = outcome;
      return right(value({ at, file: basename(file), bytes, rev }));
    },
  });
};
