import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { type FileSystem, openLog } from "../../wal/index.ts";
import { type PlanState, storedPlans } from "./state.ts";
import { encodeRevision } from "./stored-plan.ts";

const nothing = (): void => {};
// Little is written beside the plans: a start gives the newest segment the length that is configured.
const segmentBytes = 1024 * 1024;

/**
 * Makes a new log in an empty folder that holds just this state, durable when it returns.
 * The left is the reason why that cannot be.
 */
export const writeLog = async (
  fs: FileSystem,
  folder: string,
  state: PlanState,
): Promise<Either<string, void>> => {
  const limits = { segmentBytes, snapshotBytes: segmentBytes };
  const visitor = { onSnapshot: nothing, onRecord: nothing, onCovered: nothing };
  const opened = await openLog({ fs, folder, limits, report: nothing }, visitor)();
  if (isLeft(opened)) return left(opened.left.message);
  try {
    // A batch each: damage in the last batch of a log cannot be told from a torn tail.
    for (const plan of storedPlans(state)) {
      const appended = await opened.right.append([encodeRevision(plan)])();
      if (isLeft(appended)) return left(appended.left.reason);
    }
    return right(undefined);
  } finally {
    await opened.right.close();
  }
};
