import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { type FileSystem, openLog } from "../../wal/index.ts";
import { encodeRevision, type StoredPlan } from "./stored-plan.ts";

const nothing = (): void => {};
// Little is written beside the plans: a start gives the newest segment the length that is configured.
const segmentBytes = 1024 * 1024;
const limits = { segmentBytes, snapshotBytes: segmentBytes };

/** Appends a plan, durable when it returns. The left is the reason why that cannot be, and then no later one can be either. */
export type AppendPlan = (plan: StoredPlan) => Promise<Either<string, void>>;

/**
 * Makes a new log in an empty folder, and lets `fill` append plans to it, one after
 * another. The left is the reason why there can be no log, or what `fill` says.
 */
export const writeLog = async <A>(
  fs: FileSystem,
  folder: string,
  fill: (append: AppendPlan) => Promise<Either<string, A>>,
): Promise<Either<string, A>> => {
  const visitor = { onSnapshot: nothing, onRecord: nothing };
  const opened = await openLog({ fs, folder, limits, report: nothing }, visitor)();
  if (isLeft(opened)) return left(opened.left.message);
  const log = opened.right;
  try {
    // A batch each: damage in the last batch of a log cannot be told from a torn tail.
    return await fill(async (plan) => {
      const appended = await log.append([encodeRevision(plan)])();
      return isLeft(appended) ? left(appended.left.reason) : right(undefined);
    });
  } finally {
    await log.close();
  }
};
