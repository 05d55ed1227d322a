/** The sentence of whatever was thrown. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Whether an error carries one of these codes, such as the system's `ENOENT`. */
export const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && "code" in error && codes.some((code) => code === error.code);

/** Whether no more room is to be had: the disk is full, or what a quota or the limit of a file's length (setrlimit(2)) leaves of it. */
export const isFull = (error: unknown): boolean => hasCode(error, "ENOSPC", "EDQUOT", "EFBIG");

/** Whether the process or the machine can open no more files for the moment. */
export const isOutOfDescriptors = (error: unknown): boolean => hasCode(error, "EMFILE", "ENFILE");

/** Whether a file system has no second names for a file, as FAT, exFAT and many shares (link(2)). */
export const hasNoLinks = (error: unknown): boolean =>
  hasCode(error, "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS");

/** Whether something is used up that others may give back: room on the disk, or file descriptors. */
export const isPassing = (error: unknown): boolean => isFull(error) || isOutOfDescriptors(error);

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

/** What was asked of the disk, or undefined where there is no such file or folder; rejects with any other error. */
export const ifThere = async <A>(asked: Promise<A>): Promise<A | undefined> => {
  try {
    return await asked;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
};
