import { rm } from "node:fs/promises";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { remakeRecord } from "../plan/changes/change-record.ts";
import { decodeSummary } from "../plan/stored-plan.ts";
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

/** Lost records between two revisions that are there. */
interface Loss {
  readonly count: number;
  /** 0 if there is none. */
  readonly after: number;
  readonly before: number;
}

/**
 * Builds the state of a damaged log, and notes where revisions are lost: their records, or the plans that their changes
 * are of. A record's index is not its revision: a restored or repaired log starts at 1 and lacks what was not in the
 * history.
 */
class LossReader extends StateReader {
  readonly #losses: Loss[] = [];
  #index = 0;
  /** Lost behind the state's revision, and the newest of them that is known. */
  #count = 0;
  #lastLost = 0;

  /** Every loss, also that of the newest revisions, as far as their records are there. */
  get losses(): readonly Loss[] {
    if (this.#lastLost === 0) return this.#losses;
    return [...this.#losses, this.#lossBefore(this.#lastLost + 1)];
  }

  override onSnapshot(entries: readonly Buffer[], index: number): void {
    super.onSnapshot(entries, index);
    this.#index = index;
  }

  override onRecord(payload: Buffer, _file: string, _offset: number, index: number): void {
    this.#count += index - this.#index - 1;
    this.#index = index;
    const made = remakeRecord(payload, this.state.current);
    if (isLeft(made)) {
      const head = decodeSummary(payload);
      this.#count += 1;
      if (!isLeft(head)) this.#lastLost = head.right.summary.rev;
      return;
    }
    if (this.#count > 0) this.#losses.push(this.#lossBefore(made.right.rev));
    this.#count = 0;
    this.#lastLost = 0;
    this.take(made.right);
  }

  /** Takes a record of changes in which one byte was bad, if the checksum of the plan proves it right. */
  onMended(payload: Buffer, _file: string, _offset: number, index: number): boolean {
    if (index !== this.#index + 1 || this.#count > 0) return false;
    const head = decodeSummary(payload);
    if (isLeft(head) || head.right.base === undefined) return false;
    const made = remakeRecord(payload, this.state.current);
    if (isLeft(made)) return false;
    this.#index = index;
    this.take(made.right);
    return true;
  }

  #lossBefore(before: number): Loss {
    return { count: this.#count, after: revisionOf(this.state), before };
  }
}

/** More losses are not listed one by one. */
const named = 20;

/** A loss in words: `revision 4`, `revision 5, 6`, `revisions 7 to 99`, `3 of the revisions 10 to 19`. */
export const describeLoss = ({ count, after, before }: Loss): string => {
  const [from, to] = [after + 1, before - 1];
  // Compacted records are not lost. How much of them the snapshot still had is unknown.
  if (after === 0 && count > named)
    return `the history before revision ${before}, at most ${historyLength} plans`;
  if (count !== to - from + 1) return `${count} of the revisions ${from} to ${to}`;
  if (count > named) return `revisions ${from} to ${to}`;
  return `revision ${Array.from({ length: count }, (_none, at) => from + at).join(", ")}`;
};

/** The outcome of a repair, before it is made. */
export interface RepairPlan {
  /** One sentence per file; empty if nothing is wrong. */
  readonly faults: readonly string[];
  /** Oldest first. */
  readonly losses: readonly Loss[];
  /** Whether revisions after the last one that can be kept are lost; their number is unknown. */
  readonly lacksEnd: boolean;
  /** What is kept: it becomes the new log. */
  readonly state: PlanState;
}

const planFor = async (fs: FileSystem, folder: string): Promise<Either<string, RepairPlan>> => {
  const sound = new StateReader();
  const read = await readSoundLog(fs, folder, sound);
  if (!isLeft(read) && sound.problem === undefined)
    return right({ faults: [], losses: [], lacksEnd: false, state: sound.state });
  const first = isLeft(read) ? [read.left] : [];
  const reader = new LossReader();
  const { faults, lacksEnd } = await readDamagedLog(fs, folder, reader);
  const newer = [...first, ...faults].find(({ kind }) => kind === "future-format");
  if (newer !== undefined)
    return left(`${newer.message}: a repair would lose what only the newer program can read`);
  const { state, losses, problem } = reader;
  if (problem !== undefined) return left(problem);
  const others = faults.filter(
    ({ file, offset }) => !first.some((each) => file === each.file && offset === each.offset),
  );
  const messages = [...first, ...others].map(({ message }) => message);
  // Each record may be sound, and what they hold not fit together.
  const odd = sound.problem === undefined || first.length > 0 ? [] : [sound.problem];
  return right({ faults: [...odd, ...messages], losses, lacksEnd, state });
};

/**
 * Finds out what of a log can be kept; finishes an interrupted repair, and changes nothing else. Left: why that cannot
 * be told.
 */
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
 * Builds a new log of what can be kept, and moves the old one aside. Right: its new path. Left: why nothing was
 * changed.
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
    // The repair is done in any case: the next start writes the mark.
    await writeMark(fs, data).catch(() => undefined);
    return right(aside);
  } catch (error) {
    return left(`the log could not be replaced: ${messageOf(error)}`);
  }
};
