import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { type FileSystem, openLog } from "../../wal/index.ts";
import { type PlanState, storedPlans } from "./state.ts";
import { encodeRevision, type StoredPlan } from "./stored-plan.ts";

const nothing = (): void => {};
// Little is written beside the plans: a start gives the newest segment the length that is configured.
const segmentBytes = 1024 * 1024;

/** A new log that is being filled, one plan after another. */
export interface NewLog {
  /** Appends a plan, durable when it returns. The left is the reason why that cannot be, and then no later one can be either. */
  readonly append: (plan: StoredPlan) => Promise<Either<string, void>>;
  readonly close: () => Promise<void>;
}

/** Makes a new log in an empty folder. The left is the reason why that cannot be. */
export const newLog = async (fs: FileSystem, folder: string): Promise<Either<string, NewLog>> => {
  const limits = { segmentBytes, snapshotBytes: segmentBytes };
  const visitor = { onSnapshot: nothing, onRecord: nothing, onCovered: nothing };
  const opened = await openLog({ fs, folder, limits, report: nothing }, visitor)();
  if (isLeft(opened)) return left(opened.left.message);
  const log = opened.right;
  return right({
    // A batch each: damage in the last batch of a log cannot be told from a torn tail.
    append: async (plan) => {
      const appended = await log.append([encodeRevision(plan)])();
      return isLeft(appended) ? left(appended.left.reason) : appended;
    },
    close: () => log.close(),
  });
};

/**
 * Makes a new log in an empty folder that holds just this state, durable when it returns.
 * The left is the reason why that cannot be.
 */
export const writeLog = async (
  fs: FileSystem,
  folder: string,
  state: PlanState,
): Promise<Either<string, void>> => {
  const log = await newLog(fs, folder);
  if (isLeft(log)) return log;
  try {
    for (const plan of storedPlans(state)) {
      const appended = await log.right.append(plan);
      if (isLeft(appended)) return appended;
    }
    return right(undefined);
  } finally {
    await log.right.close();
  }
};
