import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import type { TaskEither } from "fp-ts/lib/TaskEither.js";
import { decideBatch, finish, isAccepted, type PlanMessage, type Step } from "./batch.ts";
import { Hub } from "./hub.ts";
import { Mailbox, type MailboxLimits } from "./mailbox.ts";
import type { NotLoaded, OutcomeUnknown, Overloaded, SaveError } from "./plan-error.ts";
import type { PlanLog } from "./plan-log.ts";
import { noTimings, type PlanTimings, type SaveOutcome } from "./plan-timings.ts";
import { evolve, type PlanState, revisionOf, type Save } from "./state.ts";
import type { StoredPlan } from "./stored-plan.ts";

const outcomes: Readonly<Record<SaveError["kind"], SaveOutcome>> = {
  conflict: "conflict",
  overloaded: "refused",
  "not-loaded": "failed",
  "outcome-unknown": "unknown",
};

/**
 * Owns the plan: the one place that holds its state, and the one caller of the log.
 *
 * Messages are taken from the mailbox in batches. All saves of a batch are
 * decided one after another on the state that is not durable yet, and appended
 * together. Only what the log hands back is applied, published and answered, in
 * its order, together with the reads between: this actor's own saves go no other
 * way than those of others who share the log. So nothing that is shown to anybody
 * is not durable. Where somebody else was first, the batch is decided again.
 */
export class PlanActor {
  /** Publishes each revision in the actor's turn; subscribe inside `read` to miss none. */
  readonly hub = new Hub();
  readonly #log: PlanLog;
  readonly #mailbox: Mailbox<PlanMessage>;
  readonly #onFailure: (reason: string) => void;
  readonly #timings: PlanTimings;
  #state: PlanState;
  /** The revision that the next save will meet if all that wait go well. */
  #expected: number;
  #failure: NotLoaded | undefined;
  /** What of a batch is still to be done, the next one last. */
  #steps: Step[] = [];
  #working = false;
  #onIdle: (() => void)[] = [];

  /** `onFailure` is told once, when saves can no longer be made; a want of room, which passes, is not told here. */
  constructor(
    log: PlanLog,
    state: PlanState,
    limits: MailboxLimits,
    onFailure: (reason: string) => void,
    timings: PlanTimings = noTimings,
  ) {
    this.#log = log;
    this.#state = state;
    this.#expected = revisionOf(state);
    this.#mailbox = new Mailbox(limits);
    this.#onFailure = onFailure;
    this.#timings = timings;
    log.follow({
      followed: (plan) => this.#followed(plan),
      jumped: (newest) => this.#jumped(newest),
    });
  }

  /** The stored revision, without waiting for a turn: the newest that is durable and published. */
  get revision(): number {
    return revisionOf(this.#state);
  }

  /** What waits in the mailbox: messages, and bytes of plans. */
  get waiting(): { readonly messages: number; readonly bytes: number } {
    return this.#mailbox.waiting;
  }

  /** Replaces the plan. The right is the new revision, durable and published. */
  save(save: Save): TaskEither<SaveError, number> {
    return () =>
      new Promise((resolve) => {
        const began = performance.now();
        const answer = (result: Either<SaveError, number>): void => {
          const outcome = isLeft(result) ? outcomes[result.left.kind] : "saved";
          this.#timings.saved(outcome, performance.now() - began);
          resolve(result);
        };
        const { bytes } = save.draft;
        const commits = save.guard === undefined || save.guard === this.#expected;
        const isTaken = this.#offer({ bytes, commits, save, answer }, answer);
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

  #offer(message: PlanMessage, refuse: (left: Either<Overloaded, never>) => void): boolean {
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
        const { saves, ms } = this.#log.company();
        if (ms >= 1) await this.#mailbox.gathering(saves, ms);
      }
      await this.#handle(this.#mailbox.take(this.#log.most));
    }
    this.#working = false;
    for (const resolve of this.#onIdle.splice(0)) resolve();
  }

  async #handle(batch: readonly PlanMessage[]): Promise<void> {
    const refused = await this.#commit(batch);
    for (const step of this.#steps.splice(0).toReversed()) finish(step, this.#state, refused);
    for (const message of batch) if ("hold" in message) await message.hold(this.#state);
    if (this.#failure !== undefined) return;
    const tidied = await this.#log.tidy(this.#state);
    if (isLeft(tidied)) this.#fail(tidied.left);
  }

  /** Has the saves of a batch appended; the result says why none of those that are left can be answered otherwise. */
  async #commit(batch: readonly PlanMessage[]): Promise<NotLoaded | OutcomeUnknown | undefined> {
    for (;;) {
      const steps = decideBatch(batch, this.#state, (previous) => this.#log.timeAfter(previous));
      this.#steps = steps.toReversed();
      const accepted = steps.filter(isAccepted).map(({ outcome }) => outcome.right);
      if (accepted.length === 0 || this.#failure !== undefined) return this.#failure;
      const appended = await this.#log.append(accepted, () => this.#mailbox.commits);
      if (appended.kind === "durable") return undefined;
      this.#foresee();
      if (appended.kind === "moved") continue;
      const { kind, reason } = appended;
      if (kind === "failed") this.#fail(reason);
      return { kind: kind === "unknown" ? "outcome-unknown" : "not-loaded", reason };
    }
  }

  /** Takes a revision that the log hands back, and does what of the batch comes before it. */
  #followed(plan: StoredPlan): void {
    const own = this.#steps.findLast(isAccepted);
    if (own?.outcome.right !== plan) {
      this.#show(plan);
      return this.#foresee();
    }
    for (let step = this.#steps.pop(); step !== own && step !== undefined; step = this.#steps.pop())
      finish(step, this.#state, undefined);
    this.#show(plan);
    own.message.answer(right(plan.rev));
  }

  /** Goes on from a state that others have made meanwhile; nobody may be shown the next revision after the last one. */
  #jumped(state: PlanState): void {
    this.#state = state;
    this.#foresee();
    this.hub.jump(state.current);
  }

  #show(plan: StoredPlan): void {
    this.#state = evolve(this.#state, plan);
    this.hub.publish(plan);
  }

  #foresee(): void {
    this.#expected = this.revision + this.#mailbox.commits;
  }

  #fail(reason: string): void {
    this.#failure = { kind: "not-loaded", reason };
    this.#onFailure(reason);
  }
}
