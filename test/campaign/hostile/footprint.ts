import { eventually } from "../../support/polling.ts";
import { openFilesOf, sortsOf } from "../../support/open-files.ts";
import { inMiB, memoryOf } from "../../support/process-memory.ts";

/** What a process takes up: open descriptors, and resident memory in bytes. */
export interface Footprint {
  readonly files: number;
  readonly bytes: number;
}

/** A bound for waiting, far above the times after which the service lets go of anybody. */
const settledMs = 20_000;

export const footprintOf = async (pid: number | undefined): Promise<Footprint> => ({
  files: (await openFilesOf(pid)).length,
  bytes: await memoryOf(pid, "VmRSS"),
});

/** Waits until a process takes up no more than `most` of either; rejects with what it takes up where that does not come. */
export const settled = async (pid: number | undefined, most: Footprint): Promise<void> =>
  eventually(async () => {
    const files = await openFilesOf(pid);
    const bytes = await memoryOf(pid, "VmRSS");
    if (files.length <= most.files && bytes <= most.bytes) return { seen: undefined };
    return {
      not:
        `${files.length} descriptors, at most ${most.files} expected: ${sortsOf(files)}; ` +
        `${inMiB(bytes)} resident, at most ${inMiB(most.bytes)} expected`,
    };
  }, settledMs);
