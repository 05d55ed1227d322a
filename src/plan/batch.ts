import { type Either, isLeft, left, type Right } from "fp-ts/lib/Either.js";
import type { NotLoaded, OutcomeUnknown, SaveError } from "./plan-error.ts";
import { type Conflict, decide, evolve, type PlanState, type Save } from "./state.ts";
import type { StoredPlan } from "./stored-plan.ts";

/** Replaces the plan. */
interface SaveMessage {
  readonly bytes: number;
  /** As foreseen when it came; it is decided in its turn. */
  readonly commits: boolean;
  readonly save: Save;
  readonly answer: (result: Either<SaveError, number>) => void;
}

/** Looks at the state in its turn. */
interface ReadMessage {
  readonly bytes: 0;
  readonly commits: false;
  readonly run: (state: PlanState) => void;
}

/** Works on the state behind its batch, and keeps the next one waiting. */
interface HoldMessage {
  readonly bytes: 0;
  readonly commits: false;
  readonly hold: (state: PlanState) => Promise<void>;
}

/** What the plan actor is asked for. */
export type PlanMessage = SaveMessage | ReadMessage | HoldMessage;

/** A save with what was decided on it. */
interface Decided {
  readonly message: SaveMessage;
  readonly outcome: Either<Conflict, StoredPlan>;
}

/** What is to be done for one message of a batch. */
export type Step = Decided | ReadMessage | HoldMessage;

/** A save that is to be stored. */
type Accepted = Decided & { readonly outcome: Right<StoredPlan> };

/** Whether a step is that. */
export const isAccepted = (step: Step): step is Accepted =>
  "message" in step && !isLeft(step.outcome);

/** Whether a step is a save that is to be refused for its guard. */
export const isConflict = (step: Step): boolean => "message" in step && isLeft(step.outcome);

/** Decides the saves of a batch, which is taken `now`, one after another on a state. */
export const decideBatch = (
  batch: readonly PlanMessage[],
  state: PlanState,
  now: Date,
): readonly Step[] => {
  let tentative = state;
  return batch.map((message): Step => {
    if (!("save" in message)) return message;
    const outcome = decide(tentative, message.save, now);
    if (!isLeft(outcome)) tentative = evolve(tentative, outcome.right);
    return { message, outcome };
  });
};

/** Ends what is not followed: a read, a conflict, or a save that was refused; `refused` says why no save of its batch can be answered otherwise. */
export const finish = (
  step: Step,
  state: PlanState,
  refused: NotLoaded | OutcomeUnknown | undefined,
): void => {
  if ("hold" in step) return;
  if ("run" in step) return step.run(state);
  const { message, outcome } = step;
  // A conflict was decided on saves that nobody knows to be stored.
  if (refused !== undefined && isLeft(outcome))
    return message.answer(left({ kind: "not-loaded", reason: refused.reason }));
  if (refused !== undefined) return message.answer(left(refused));
  if (isLeft(outcome)) return message.answer(outcome);
  throw new Error("the log did not hand back what it appended");
};
