import { rm } from "node:fs/promises";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { historyLength, type PlanState, revisionOf, storedPlans } from "../plan/state.ts";
import { StateReader, writeLog } from "../storage/folder/embedded-log.ts";
import { type FileSystem, messageOf, readDamagedLog, readSoundLog } from "../../wal/index.ts";
import {
  finishInterruptedRepair,
  logFolder,
  newLogFolder,
  replaceLogFolder,
  writeMark,
} from "../storage/folder/data-folder.ts";
import { withLogOf } from "../storage/folder/read-state.ts";

/** Records that are gone, between two revisions that are there. */
interface Loss {
  /** How many records are gone. */
  readonly count: number;
  /** The revision before them; 0 where none is. */
  readonly after: number;
  /** The revision behind them. */
  readonly before: number;
}

/**
 * Builds the state of a damaged log, and notes where records are gone. A record's index is not its revision: a log that
 * was restored or repaired starts anew with 1, and leaves out what was not in the history.
 */
class LossReader extends StateReader {
  readonly losses: Loss[] = [];
  #index = 0;

  override onSnapshot(entries: readonly Buffer[], index: number): void {
    super.onSnapshot(entries, index);
    this.#index = index;
  }

  override onRecord(payload: Buffer, file: string, offset: number, index: number): void {
    const after = revisionOf(this.state);
    super.onRecord(payload, file, offset, index);
    const count = index - this.#index - 1;
    if (count > 0) this.losses.push({ count, after, before: revisionOf(this.state) });
    this.#index = index;
  }
}

/** At most that many are named one by one. */
const named = 20;

/** A loss for a person: `revision 4`, `revision 5, 6`, `revisions 7 to 99`, `3 of the revisions 10 to 19`. */
export const describeLoss = ({ count, after, before }: Loss): string => {
  const [from, to] = [after + 1, before - 1];
  // What was compacted away was not there any more; what the snapshot still had of it, nobody knows.
  if (after === 0 && count > named)
    return `the history before revision ${before}, at most ${historyLength} plans`;
  if (count !== to - from + 1) return `${count} of the revisions ${from} to ${to}`;
  if (count > named) return `revisions ${from} to ${to}`;
  return `revision ${Array.from({ length: count }, (_none, at) => from + at).join(", ")}`;
};

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
 * Makes a new log of what can be kept, and puts the old one aside, whole. The right is where the old one is now; the
 * left why the repair was not made, and then nothing was changed.
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
