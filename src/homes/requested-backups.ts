import type { BackupSchedule } from "../backup/schedule.ts";

/** Makes a home's backup for a user who asks for it now. */
type MakeNow = BackupSchedule["makeNow"];

/** A reason may name paths of the provider's machine, which are nothing to a home's users. */
const failed = {
  kind: "failed",
  reason: "the backup failed; its provider finds the reason in the service's log",
} as const;

/** Bounds all homes together. */
export interface RequestedBackupLimits {
  /** Backups that are made for users at a time. */
  readonly homesBackups: number;
}

/** Each is a process of its own, beside those of the schedule. */
export const requestedBackupLimits: RequestedBackupLimits = { homesBackups: 2 };

/**
 * The backups for which users of homes ask, a few at a time and one of each home; beyond that they are refused, not
 * queued. Returns what makes one home's.
 */
export const requestedBackups = ({ homesBackups }: RequestedBackupLimits) => {
  let running = 0;
  return (make: MakeNow): MakeNow => {
    let isRunning = false;
    return async () => {
      if (isRunning) return { kind: "busy" };
      if (running >= homesBackups) {
        const reason = `as many backups are being made as homes-backups, ${homesBackups}, allows: try again`;
        return { kind: "failed", reason };
      }
      isRunning = true;
      running += 1;
      try {
        const outcome = await make();
        return outcome !== "empty" && outcome.kind === "failed" ? failed : outcome;
      } finally {
        isRunning = false;
        running -= 1;
      }
    };
  };
};
