import { type Either, isLeft, left, right, type Right } from "fp-ts/lib/Either.js";
import {
  type Conflict,
  decide,
  evolve,
  type InvalidChange,
  type NotLoaded,
  type OutcomeUnknown,
  type Overloaded,
  type PlanState,
  type Save,
  type SaveError,
} from "./state.ts";
import type { Batch } from "./plan-log.ts";
import type { StoredPlan } from "./stored-plan.ts";

/** A message: the bytes of a plan that it holds while it waits, and whether it will need a commit. */
export interface Message {
  readonly bytes: number;
  readonly commits: boolean;
  /** Whether it changes the plan by a patch, which is applied when it is decided. */
  readonly isChange?: boolean;
}

/** Changes of a batch: each takes some tenths of a millisecond. */
const maxChanges = 100;

/** Limits of a mailbox. */
export interface MailboxLimits {
  readonly mailboxMessages: number;
  readonly mailboxBytes: number;
}

/**
 * The default limits: more than all screens of a large home send at once, and four plans of the usual largest size.
 * They grow with the limits of plans and connections.
 */
export const mailboxLimits = { mailboxMessages: 8192, mailboxBytes: 64 * 1024 * 1024 };

interface Waiter {
  readonly commits: number;
  readonly wake: () => void;
}

/** A bounded queue with one reader, which takes messages in batches. */
export class Mailbox<M extends Message> {
  readonly #limits: MailboxLimits;
  #messages: M[] = [];
  #bytes = 0;
  #commits = 0;
  #waiter: Waiter | undefined;

  constructor(limits: MailboxLimits) {
    this.#limits = limits;
  }

  /** Waiting messages that need a commit. */
  get commits(): number {
    return this.#commits;
  }

  get waiting(): { readonly messages: number; readonly bytes: number } {
    return { messages: this.#messages.length, bytes: this.#bytes };
  }

  get isEmpty(): boolean {
    return this.#messages.length === 0;
  }

  /** Queues a message, or says which limit is reached. */
  offer(message: M): Either<Overloaded, void> {
    const { mailboxMessages, mailboxBytes } = this.#limits;
    if (this.#messages.length >= mailboxMessages)
      return left({ kind: "overloaded", limit: "mailbox-messages", value: mailboxMessages });
    if (this.#bytes + message.bytes > mailboxBytes)
      return left({ kind: "overloaded", limit: "mailbox-bytes", value: mailboxBytes });
    this.#messages.push(message);
    this.#bytes += message.bytes;
    if (message.commits) this.#commits += 1;
    if (this.#waiter !== undefined && this.#commits >= this.#waiter.commits) this.#waiter.wake();
    return right(undefined);
  }

  /**
   * Takes waiting messages in order; beyond the first, no more plans and bytes than `most`, and no more changes than are
   * decided without keeping others waiting. `changeBytes`: what each change adds to its own bytes.
   */
  take(most: Batch, changeBytes: () => number = () => 0): readonly M[] {
    const end = this.#endOf(most, changeBytes);
    const taken = this.#messages.splice(0, end);
    for (const { bytes, commits } of taken) {
      this.#bytes -= bytes;
      if (commits) this.#commits -= 1;
    }
    return taken;
  }

  /** Resolves when `count` messages that need a commit wait, or after `ms` milliseconds. */
  gathering(count: number, ms: number): Promise<void> {
    if (this.#commits >= count) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = (): void => {
        this.#waiter = undefined;
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      this.#waiter = { commits: count, wake };
    });
  }

  #endOf(most: Batch, changeBytes: () => number): number {
    let [saves, changes, bytes] = [0, 0, 0];
    const end = this.#messages.findIndex((message, position) => {
      if (message.bytes > 0) saves += 1;
      bytes += message.bytes;
      if (message.isChange === true) {
        changes += 1;
        bytes += changeBytes();
      }
      const isMore = saves > most.saves || bytes > most.bytes || changes > maxChanges;
      return position > 0 && isMore;
    });
    return end === -1 ? this.#messages.length : end;
  }
}

interface SaveMessage {
  readonly bytes: number;
  /** Whether it succeeds, as predicted on arrival; the decision is made in its turn. */
  readonly commits: boolean;
  readonly isChange: boolean;
  readonly save: Save;
  readonly answer: (result: Either<SaveError, number>) => void;
  /** Tells of a bug in the decision, which stores nothing. */
  readonly fail: (error: unknown) => void;
}

/** Answers a message that never gets its turn. */
type Refuse = (why: NotLoaded) => void;

interface ReadMessage {
  readonly bytes: 0;
  readonly commits: false;
  readonly run: (state: PlanState) => void;
  readonly refuse: Refuse;
}

/** Works on the state after its batch, and holds back the next one. */
interface HoldMessage {
  readonly bytes: 0;
  readonly commits: false;
  readonly hold: (state: PlanState) => Promise<void>;
  readonly refuse: Refuse;
}

/** A message to the plan actor. */
export type PlanMessage = SaveMessage | ReadMessage | HoldMessage;

interface Decided {
  readonly message: SaveMessage;
  readonly outcome: Either<Conflict | InvalidChange, StoredPlan>;
}

/** A save that could not be decided. */
interface Undecided {
  readonly undecided: SaveMessage;
  readonly error: unknown;
}

/** Answers a message whose turn does not come any more. A save may be stored all the same. */
export const giveUp = (message: PlanMessage, reason: string): void =>
  "save" in message
    ? message.answer(left({ kind: "outcome-unknown", reason }))
    : message.refuse({ kind: "not-loaded", reason });

/** What to do for one message of a batch. */
export type Step = Decided | Undecided | ReadMessage | HoldMessage;

type Accepted = Decided & { readonly outcome: Right<StoredPlan> };

export const isAccepted = (step: Step): step is Accepted =>
  "message" in step && !isLeft(step.outcome);

/** Whether a step is a save that is refused: by its guard, or as it is. */
export const isRefused = (step: Step): boolean => "message" in step && isLeft(step.outcome);

/** Decides the saves of a batch, in order; `now` is the time of the batch. */
export const decideBatch = (
  batch: readonly PlanMessage[],
  state: PlanState,
  now: Date,
): readonly Step[] => {
  let tentative = state;
  return batch.map((message): Step => {
    if (!("save" in message)) return message;
    try {
      const outcome = decide(tentative, message.save, now);
      if (!isLeft(outcome)) tentative = evolve(tentative, outcome.right);
      return { message, outcome };
    } catch (error) {
      return { undecided: message, error };
    }
  });
};

/**
 * Ends a step that the log does not hand back: a read, a conflict, or a refused save; `refused` says why no save of
 * the batch succeeded.
 */
export const finish = (
  step: Step,
  state: PlanState,
  refused: NotLoaded | OutcomeUnknown | undefined,
): void => {
  if ("hold" in step) return;
  if ("run" in step) return step.run(state);
  if ("undecided" in step) return step.undecided.fail(step.error);
  const { message, outcome } = step;
  // The refusal was decided on saves that may not be stored.
  if (refused !== undefined && isLeft(outcome))
    return message.answer(left({ kind: "not-loaded", reason: refused.reason }));
  if (refused !== undefined) return message.answer(left(refused));
  if (isLeft(outcome)) return message.answer(outcome);
  throw new Error("the log did not hand back what it appended");
};
