import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { TaskEither } from "fp-ts/lib/TaskEither.js";
import type { Log } from "../../wal/index.ts";
import { CommitWindow } from "./commit-window.ts";
import { Hub } from "./hub.ts";
import { Mailbox, type MailboxLimits } from "./mailbox.ts";
import type { NotLoaded, Overloaded, SaveError } from "./plan-error.ts";
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
  /** As foreseen when it came; it is decided in its turn. */
  readonly commits: boolean;
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
  /** The revision that the next save will meet if all that wait go well. */
  #expected: number;
  #failure: NotLoaded | undefined;
  #working = false;
  #onIdle: (() => void)[] = [];

  /** `onFailure` is told once, when saves can no longer be made; a want of room, which passes, is not told here. */
  constructor(
    log: Log,
    state: PlanState,
    limits: ActorLimits,
    onFailure: (reason: string) => void,
  ) {
    this.#log = log;
    this.#state = state;
    this.#expected = revisionOf(state);
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
        const { bytes } = save.draft;
        const commits = save.guard === undefined || save.guard === this.#expected;
        const isTaken = this.#offer({ bytes, commits, save, answer: resolve }, resolve);
        if (isTaken && commits) this.#expected += 1;
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

  #offer(message: Message, refuse: (left: Either<Overloaded, never>) => void): boolean {
    const offered = this.#mailbox.offer(message);
    if (isLeft(offered)) {
      refuse(offered);
      return false;
    }
    if (!this.#working) {
      this.#working = true;
      void this.#work();
    }
    return true;
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
      if (!("save" in message)) return message;
      const outcome = decide(tentative, message.save, now);
      if (!isLeft(outcome)) {
        tentative = evolve(tentative, outcome.right);
        accepted.push(outcome.right);
      }
      return { message, outcome };
    });
    const refused = accepted.length > 0 ? await this.#commit(accepted) : this.#failure;
    for (const step of decided) this.#apply(step, refused);
    for (const message of batch) if ("hold" in message) await message.hold(this.#state);
    await this.#snapshotIfDue();
  }

  /** Makes the plans durable, or says why no save of their batch can be answered. */
  async #commit(plans: readonly StoredPlan[]): Promise<NotLoaded | undefined> {
    if (this.#failure !== undefined) return this.#failure;
    const started = performance.now();
    const appended = await this.#log.append(plans.map(encodeRevision))();
    if (!isLeft(appended)) {
      this.#window.committed(plans.length, performance.now() - started, this.#mailbox.commits);
      return undefined;
    }
    const { reason, passing } = appended.left;
    this.#expected = this.revision + this.#mailbox.commits;
    if (!passing) this.#fail(reason);
    return { kind: "not-loaded", reason };
  }

  #apply(step: Decided | ReadMessage | HoldMessage, refused: NotLoaded | undefined): void {
    if ("hold" in step) return;
    if ("run" in step) return step.run(this.#state);
    const { message, outcome } = step;
    if (refused !== undefined) return message.answer(left(refused));
    if (isLeft(outcome)) return message.answer(outcome);
    this.#state = evolve(this.#state, outcome.right);
    this.hub.publish(outcome.right);
    message.answer(right(outcome.right.rev));
  }

  async #snapshotIfDue(): Promise<void> {
    if (this.#failure !== undefined || !this.#log.isSnapshotDue()) return;
    const entries = storedPlans(this.#state).map(encodeRevision);
    const started = await this.#log.startSnapshot(entries)();
    if (isLeft(started) && !started.left.passing) this.#fail(started.left.reason);
  }

  #fail(reason: string): void {
    this.#failure = { kind: "not-loaded", reason };
    this.#onFailure(reason);
  }
}
