import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { TaskEither } from "fp-ts/lib/TaskEither.js";
import type { Log } from "../../wal/index.ts";
import { CommitWindow } from "./commit-window.ts";
import { Hub } from "./hub.ts";
import { Mailbox, type MailboxLimits } from "./mailbox.ts";
import type { Overloaded, SaveError } from "./plan-error.ts";
import {
  type Conflict,
  decide,
  evolve,
  type PlanState,
  revisionOf,
  type Save,
  storedPlans,
} from "./state.ts";
import { encodeRevision, type StoredPlan } from "./stored-plan.ts";

/** Limits of the actor. */
export interface ActorLimits extends MailboxLimits {
  /** The longest that a batch waits for more saves, in milliseconds. */
  readonly commitDelayMs: number;
}

interface SaveMessage {
  readonly bytes: number;
  readonly commits: true;
  readonly save: Save;
  readonly answer: (result: Either<SaveError, number>) => void;
}

interface ReadMessage {
  readonly bytes: 0;
  readonly commits: false;
  readonly run: (state: PlanState) => void;
}

interface HoldMessage {
  readonly bytes: 0;
  readonly commits: false;
  readonly hold: (state: PlanState) => Promise<void>;
}

type Message = SaveMessage | ReadMessage | HoldMessage;

interface Decided {
  readonly message: SaveMessage;
  readonly outcome: Either<Conflict, StoredPlan>;
}

/**
 * Owns the plan: the one place that holds its state, and the one caller of the log.
 *
 * Messages are taken from the mailbox in batches. All saves of a batch are
 * decided one after another on the state that is not durable yet, appended with
 * one sync, and only then applied, published and answered, in order, together
 * with the reads between them. Nothing that is shown to anybody is not durable.
 */
export class PlanActor {
  /** Publishes each revision in the actor's turn; subscribe inside `read` to miss none. */
  readonly hub = new Hub();
  readonly #log: Log;
  readonly #mailbox: Mailbox<Message>;
  readonly #window: CommitWindow;
  readonly #onFailure: (reason: string) => void;
  #state: PlanState;
  #failure: string | undefined;
  #working = false;
  #onIdle: (() => void)[] = [];

  /** `onFailure` is told once, when saves can no longer be made. */
  constructor(
    log: Log,
    state: PlanState,
    limits: ActorLimits,
    onFailure: (reason: string) => void,
  ) {
    this.#log = log;
    this.#state = state;
    this.#mailbox = new Mailbox(limits);
    this.#window = new CommitWindow(limits.commitDelayMs);
    this.#onFailure = onFailure;
  }

  /** The stored revision, without waiting for a turn: the newest that is durable and published. */
  get revision(): number {
    return revisionOf(this.#state);
  }

  /** Replaces the plan. The right is the new revision, durable and published. */
  save(save: Save): TaskEither<SaveError, number> {
    return () =>
      new Promise((resolve) => {
        const bytes = save.draft.json.length;
        this.#offer({ bytes, commits: true, save, answer: resolve }, resolve);
      });
  }

  /** Runs `read` in its turn, on the state after all earlier messages. What it throws, the result rejects with. */
  read<A>(read: (state: PlanState) => A): TaskEither<Overloaded, A> {
    return () =>
      new Promise((resolve, reject) => {
        const run = (state: PlanState): void => {
          try {
            resolve(right(read(state)));
          } catch (error) {
            reject(error);
          }
        };
        this.#offer({ bytes: 0, commits: false, run }, resolve);
      });
  }

  /**
   * Runs `work` on the state after all messages that wait together with it, and handles no other
   * message until it is done: it should be short. What it throws, the result rejects with.
   */
  hold<A>(work: (state: PlanState) => Promise<A>): TaskEither<Overloaded, A> {
    return () =>
      new Promise((resolve, reject) => {
        const hold = async (state: PlanState): Promise<void> => {
          try {
            resolve(right(await work(state)));
          } catch (error) {
            reject(error);
          }
        };
        this.#offer({ bytes: 0, commits: false, hold }, resolve);
      });
  }

  /** Resolves when every message that was accepted is answered. */
  async idle(): Promise<void> {
    if (!this.#working) return;
    await new Promise<void>((resolve) => this.#onIdle.push(resolve));
  }

  #offer(message: Message, refuse: (left: Either<Overloaded, never>) => void) {
    const offered = this.#mailbox.offer(message);
    if (isLeft(offered)) return refuse(offered);
    if (this.#working) return;
    this.#working = true;
    void this.#work();
  }

  async #work(): Promise<void> {
    // Whatever else arrives in this turn of the event loop shares the first batch.
    await Promise.resolve();
    while (!this.#mailbox.isEmpty) {
      if (this.#mailbox.commits > 0 && this.#failure === undefined) {
        const { saves, ms } = this.#window.next();
        if (ms >= 1) await this.#mailbox.gathering(saves, ms);
      }
      await this.#handle(this.#mailbox.takeAll());
    }
    this.#working = false;
    for (const resolve of this.#onIdle.splice(0)) resolve();
  }

  async #handle(batch: readonly Message[]): Promise<void> {
    let tentative = this.#state;
    const accepted: StoredPlan[] = [];
    const now = new Date();
    const decided = batch.map((message): Decided | ReadMessage | HoldMessage => {
      if (!message.commits) return message;
      const outcome = decide(tentative, message.save, now);
      if (!isLeft(outcome)) {
        tentative = evolve(tentative, outcome.right);
        accepted.push(outcome.right);
      }
      return { message, outcome };
    });
    if (accepted.length > 0) await this.#commit(accepted);
    for (const step of decided) this.#apply(step);
    for (const message of batch) if ("hold" in message) await message.hold(this.#state);
    await this.#snapshotIfDue();
  }

  async #commit(plans: readonly StoredPlan[]): Promise<void> {
    if (this.#failure !== undefined) return;
    const started = performance.now();
    const appended = await this.#log.append(plans.map(encodeRevision))();
    if (isLeft(appended)) return this.#fail(appended.left.reason);
    this.#window.committed(plans.length, performance.now() - started, this.#mailbox.commits);
  }

  #apply(step: Decided | ReadMessage | HoldMessage): void {
    if ("hold" in step) return;
    if ("run" in step) return step.run(this.#state);
    const { message, outcome } = step;
    if (this.#failure !== undefined)
      return message.answer(left({ kind: "not-loaded", reason: this.#failure }));
    if (isLeft(outcome)) return message.answer(outcome);
    this.#state = evolve(this.#state, outcome.right);
    this.hub.publish(outcome.right);
    message.answer(right(outcome.right.rev));
  }

  async #snapshotIfDue(): Promise<void> {
    if (this.#failure !== undefined || !this.#log.isSnapshotDue()) return;
    const entries = storedPlans(this.#state).map(encodeRevision);
    const started = await this.#log.startSnapshot(entries)();
    if (isLeft(started)) this.#fail(started.left.reason);
  }

  #fail(reason: string): void {
    this.#failure = reason;
    this.#onFailure(reason);
  }
}
