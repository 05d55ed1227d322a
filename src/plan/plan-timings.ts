/** How a save was answered: stored, or met by a conflict; refused, as too much waits; failed, as nothing can be stored; or nobody knows. */
export type SaveOutcome = "saved" | "conflict" | "refused" | "failed" | "unknown";

/** Hears how long the plan's actor takes. Called on the way of every save: must not throw and must not wait. */
export interface PlanTimings {
  /** A save was answered, so many milliseconds after it was offered to the mailbox. */
  readonly saved: (outcome: SaveOutcome, ms: number) => void;
}

/** Hears of what a log on a disk does; must not throw and must not wait. */
export interface LogTimings {
  /** A batch was synced, which took so many milliseconds. */
  readonly synced: (ms: number) => void;
  /** A snapshot was written and read back. */
  readonly snapshotWritten: () => void;
}

const nothing = (): void => {};

/** Nobody wants to know. */
export const noTimings: PlanTimings & LogTimings = {
  saved: nothing,
  synced: nothing,
  snapshotWritten: nothing,
};
