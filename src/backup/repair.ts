import { rm } from "node:fs/promises";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { type FileSystem, messageOf, readDamagedLog, readSoundLog } from "../../wal/index.ts";
import { StateReader, writeLog } from "../storage/folder/embedded-log.ts";
import { type PlanState, storedPlans } from "../plan/state.ts";
import { type Loss, LossReader } from "../rescue/losses.ts";
import {
  finishInterruptedRepair,
  logFolder,
  newLogFolder,
  replaceLogFolder,
} from "../rescue/log-folder.ts";
import { writeMark } from "../rescue/log-mark.ts";
import { withLogOf } from "../storage/folder/read-state.ts";

/** What a repair would do. */
export interface RepairPlan {
  /** What is wrong, a sentence for each file. Empty: nothing, and there is nothing to repair. */
  readonly faults: readonly string[];
  /** Where revisions are gone, oldest first. */
  readonly losses: readonly Loss[];
  /** Whether revisions came after the last one that can be kept, how many nobody can tell. */
  readonly lacksEnd: boolean;
  /** What is left: it becomes the new log. */
  readonly state: PlanState;
}

const planFor = async (fs: FileSystem, folder: string): Promise<Either<string, RepairPlan>> => {
  const sound = new StateReader();
  const read = await readSoundLog(fs, folder, sound);
  if (!isLeft(read)) return right({ faults: [], losses: [], lacksEnd: false, state: sound.state });
  const first = read.left;
  const reader = new LossReader();
  const { faults, lacksEnd } = await readDamagedLog(fs, folder, reader);
  const newer = [first, ...faults].find(({ kind }) => kind === "future-format");
  if (newer !== undefined)
    return left(`${newer.message}: a repair would lose what only the newer program can read`);
  const { state, losses, problem } = reader;
  if (problem !== undefined) return left(problem);
  const others = faults.filter(
    ({ file, offset }) => file !== first.file || offset !== first.offset,
  );
  return right({
    faults: [first, ...others].map(({ message }) => message),
    losses,
    lacksEnd,
    state,
  });
};

/** Finds out what can be kept of a log; settles a repair that was interrupted, and else changes nothing. The left is why nothing can be told. */
export const planRepair = async (
  fs: FileSystem,
  data: string,
): Promise<Either<string, RepairPlan>> => {
  try {
    await finishInterruptedRepair(fs, data);
    return await withLogOf(fs, data, (folder) => planFor(fs, folder));
  } catch (error) {
    return left(`${logFolder(data)} cannot be read: ${messageOf(error)}`);
  }
};

/**
 * Makes a new log of what can be kept, and puts the old one aside, whole.
 * The right is where the old one is now; the left why the repair was not made, and then nothing was changed.
 */
export const makeRepair = async (
  fs: FileSystem,
  data: string,
  { state }: RepairPlan,
): Promise<Either<string, string>> => {
  try {
    await rm(newLogFolder(data), { recursive: true, force: true });
    const written = await writeLog(fs, newLogFolder(data), async (append) => {
      for (const plan of storedPlans(state)) {
        const appended = await append(plan);
        if (isLeft(appended)) return appended;
      }
      return right(undefined);
    });
    if (isLeft(written)) return written;
    const aside = await replaceLogFolder(fs, data, new Date());
    // The next start writes it otherwise: the repair is made, whatever becomes of the mark.
    await writeMark(fs, data).catch(() => undefined);
    return right(aside);
  } catch (error) {
    return left(`the log could not be replaced: ${messageOf(error)}`);
  }
};
