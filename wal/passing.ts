import { messageOf } from "./refusal.ts";

const hasCode = (error: unknown, codes: readonly string[]): boolean =>
  error instanceof Error &&
  "code" in error &&
  typeof error.code === "string" &&
  codes.includes(error.code);

/** Whether the disk, or what a quota leaves of it, is full. */
export const isFull = (error: unknown): boolean => hasCode(error, ["ENOSPC", "EDQUOT"]);

/** Whether something is used up that others may give back: room on the disk, or file descriptors. */
export const isPassing = (error: unknown): boolean =>
  isFull(error) || hasCode(error, ["EMFILE", "ENFILE"]);

/**
 * Waits for a step after whose failure nobody knows what is on the disk, above
 * all a sync: whatever the system calls that failure, it never passes.
 */
export const neverPassing = async (step: Promise<void>): Promise<void> => {
  try {
    await step;
  } catch (error) {
    throw new Error(messageOf(error), { cause: error });
  }
};
