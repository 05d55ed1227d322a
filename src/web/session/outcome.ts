import { type Either, isLeft } from "fp-ts/lib/Either.js";
import type { PlanData } from "../../model/elements/entities.ts";
import type { Problem } from "../store/session-state.ts";

/** The code of an answer that says that a save may be stored, now or later, or never. */
export const outcomeUnknown = "outcome_unknown";

/**
 * Milliseconds before each look at what is stored. A service that gives up on a save has tried for seconds, and what
 * is still under way there comes to its end within as many.
 */
const pausesMs = [2000, 5000, 13_000];

/** What is asked of a save whose outcome nobody knows. */
export interface OpenOutcome {
  /** Whether it is still to be found out; events may tell it meanwhile. */
  readonly isOpen: () => boolean;
  readonly current: () => Promise<Either<Problem, PlanData>>;
  /** Takes a plan that is stored, and says whether it is newer than what was known. */
  readonly takes: (plan: PlanData) => boolean;
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Looks at what is stored, where no event tells it, until a newer plan does. True where there was none for so long that
 * none is to be expected; a look that gets no answer does not count.
 */
export const stayedUnsaved = async ({ isOpen, current, takes }: OpenOutcome): Promise<boolean> => {
  for (const ms of pausesMs)
    for (let isAnswered = false; !isAnswered;) {
      await sleep(ms);
      if (!isOpen()) return false;
      const answer = await current();
      if (!isOpen()) return false;
      isAnswered = !isLeft(answer);
      if (!isLeft(answer) && takes(answer.right)) return false;
    }
  return true;
};
