import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { TaskEither } from "fp-ts/lib/TaskEither.js";
import { type Boundary, StateUnknown, throwUncaught } from "../server/runtime/boundary.ts";
import { Hub } from "../server/runtime/hub.ts";
import { RecentChanges } from "./changes/recent-changes.ts";
import type { StoredPlan } from "./stored-plan.ts";
import {
  decideBatch,
  finish,
  giveUp,
  isAccepted,
  isRefused,
  Mailbox,
  type MailboxLimits,
  type PlanMessage,
  type Step,
} from "./mailbox.ts";
import {
  evolve,
  type NotLoaded,
  type OutcomeUnknown,
  type Overloaded,
  type PlanState,
  revisionOf,
  type Save,
  type SaveError,
  storageFailed,
  storedPlans,
  supersede,
} from "./state.ts";
import { noTimings, type PlanLog, type PlanTimings, type SaveOutcome } from "./plan-log.ts";

const outcomes: Readonly<Record<SaveError["kind"], SaveOutcome>> = {
  conflict: "conflict",
  "invalid-change": "invalid",
  overloaded: "refused",
  "not-loaded": "failed",
  "outcome-unknown": "unknown",
};

/** Dependencies of the actor. */
export interface ActorContext {
  readonly limits: MailboxLimits;
  /**
   * Called once, when nothing can be saved any more, with the sentence that answers saves; not called for a lack of
   * space, which is temporary.
   */
  readonly onFailure: (reason: string) => void;
  /** Called once, with a bug after which nothing may be shown or stored any more; by default it ends the process. */
  readonly onUnknown?: ((error: StateUnknown) => void) | undefined;
  readonly boundary: Boundary;
  readonly timings?: PlanTimings | undefined;
  /** What led to the state that the actor begins with, if anything is known. */
  readonly recent?: RecentChanges | undefined;
}

/**
 * Owns the plan: it alone holds the state and calls the log.
 *
 * It takes messages from the mailbox in batches. The saves of a batch are decided one after another on the state that
 * is not durable yet, and appended together. Only what the log hands back is applied, published and answered, in its
 * order, together with the reads between: the actor's own saves take the same path as those of other nodes that share
 * the log, so nothing is shown before it is durable. If another save was first, the batch is decided again.
 */
export class PlanActor {
  /** Publishes each revision, in order, in the actor's turn; subscribe inside `read` to miss none. */
  readonly revisions: Hub<[StoredPlan]>;
  /**
   * Publishes the newest plan after revisions were missed. Clients that need every revision must be disconnected before
   * the next one is published.
   */
  readonly jumps: Hub<[StoredPlan | undefined]>;
  /** What leads from recent revisions to the newest one. */
  readonly #recent: RecentChanges;
  readonly #log: PlanLog;
  readonly #mailbox: Mailbox<PlanMessage>;
  readonly #context: ActorContext;
  #state: PlanState;
  /** The revision that the next save will meet if all waiting saves succeed. */
  #expected: number;
  #failure: NotLoaded | undefined;
  /** Why it does nothing any more, once a bug has left its state unknown. */
  #lost: NotLoaded | undefined;
  #batch: readonly PlanMessage[] = [];
  /** The rest of the batch, the next step last. */
  #steps: Step[] = [];
  #working = false;
  /** Accepted and finished messages. */
  #accepted = 0;
  #done = 0;
  #waiting: { readonly count: number; readonly resolve: () => void }[] = [];

  constructor(log: PlanLog, state: PlanState, context: ActorContext) {
    this.#log = log;
    this.#state = state;
    supersede(state);
    this.#expected = revisionOf(state);
    this.#recent = context.recent ?? new RecentChanges();
    this.#mailbox = new Mailbox(context.limits);
    this.#context = context;
    const { boundary } = context;
    this.revisions = new Hub(boundary, "a subscriber could not take a revision");
    this.jumps = new Hub(boundary, "a subscriber could not take a gap in the revisions");
    log.follow({
      followed: (plan) => this.#followed(plan),
      jumped: (newest) => this.#jumped(newest),
    });
  }

  /** The newest revision that is durable and published; needs no turn. */
  get revision(): number {
    return revisionOf(this.#state);
  }

  /** The bytes of that revision's plan, as JSON; 0 before the first save. */
  get planBytes(): number {
    return this.#state.current?.text.bytes ?? 0;
  }

  /** See `RecentChanges.since`; call inside `read`. */
  changesSince(rev: number): readonly string[] | undefined {
    return this.#recent.since(rev);
  }

  /** Messages and bytes of plans in the mailbox. */
  get waiting(): { readonly messages: number; readonly bytes: number } {
    return this.#mailbox.waiting;
  }

  /** Replaces or changes the plan. The right is the new revision, durable and published. Rejects with a bug. */
  save(save: Save): TaskEither<SaveError, number> {
    return () =>
      new Promise((resolve, reject) => {
        const began = performance.now();
        const { timings = noTimings } = this.#context;
        const answer = (result: Either<SaveError, number>): void => {
          const outcome = isLeft(result) ? outcomes[result.left.kind] : "saved";
          timings.saved(outcome, performance.now() - began);
          resolve(result);
        };
        const { bytes } = save.content;
        const isChange = "operations" in save.content;
        const commits = save.guard === undefined || save.guard === this.#expected;
        const isTaken = this.#offer(
          { bytes, commits, isChange, save, answer, fail: reject },
          answer,
        );
        if (isTaken && commits) this.#expected += 1;
      });
  }

  /** Runs `read` in its turn, on the state after all earlier messages. Rejects with what `read` throws. */
  read<A>(read: (state: PlanState) => A): TaskEither<Overloaded | NotLoaded, A> {
    return () =>
      new Promise((resolve, reject) => {
        const run = (state: PlanState): void => {
          try {
            resolve(right(read(state)));
          } catch (error) {
            reject(error);
          }
        };
        const refuse = (why: NotLoaded): void => resolve(left(why));
        this.#offer({ bytes: 0, commits: false, run, refuse }, resolve);
      });
  }

  /**
   * Runs `work` on the state after all messages of its batch, and handles no other message until it is done: keep it
   * short. Rejects with what `work` throws.
   */
  hold<A>(work: (state: PlanState) => Promise<A>): TaskEither<Overloaded | NotLoaded, A> {
    return () =>
      new Promise((resolve, reject) => {
        const hold = async (state: PlanState): Promise<void> => {
          try {
            resolve(right(await work(state)));
          } catch (error) {
            reject(error);
          }
        };
        const refuse = (why: NotLoaded): void => resolve(left(why));
        this.#offer({ bytes: 0, commits: false, hold, refuse }, resolve);
      });
  }

  /** Resolves when every message accepted before the call is answered; unlike `idle`, later messages do not matter. */
  async settled(): Promise<void> {
    const count = this.#accepted;
    if (this.#done < count)
      await new Promise<void>((resolve) => this.#waiting.push({ count, resolve }));
  }

  /** Resolves when every accepted message is answered. */
  async idle(): Promise<void> {
    while (this.#working) await this.settled();
  }

  #offer(
    message: PlanMessage,
    refuse: (left: Either<Overloaded | NotLoaded, never>) => void,
  ): boolean {
    const offered: Either<Overloaded | NotLoaded, void> =
      this.#lost === undefined ? this.#mailbox.offer(message) : left(this.#lost);
    if (isLeft(offered)) {
      refuse(offered);
      return false;
    }
    this.#accepted += 1;
    if (!this.#working) {
      this.#working = true;
      // After such an error it is unknown whether appended saves were shown and answered.
      this.#work().catch((error: unknown) => this.#lose(new StateUnknown(error)));
    }
    return true;
  }

  /** Shows and stores nothing any more, and keeps nobody waiting. */
  #lose(error: StateUnknown): void {
    const reason = "a bug, which the service logged, has left the state of the plan unknown";
    this.#lost = { kind: "not-loaded", reason };
    const { onUnknown = throwUncaught } = this.#context;
    onUnknown(error);
    this.#steps = [];
    for (const message of this.#batch) giveUp(message, reason);
    while (!this.#mailbox.isEmpty)
      for (const message of this.#mailbox.take(this.#log.most)) giveUp(message, reason);
    this.#working = false;
    this.#done = this.#accepted;
    for (const { resolve } of this.#waiting.splice(0)) resolve();
  }

  async #work(): Promise<void> {
    // Messages of the same turn of the event loop share the first batch.
    await Promise.resolve();
    while (!this.#mailbox.isEmpty) {
      if (this.#mailbox.commits > 0 && this.#failure === undefined) {
        const { saves, ms } = this.#log.groupCommitHint();
        if (ms >= 1) await this.#mailbox.gathering(saves, ms);
      }
      const batch = this.#mailbox.take(this.#log.most, () =>
        this.#log.storesWhole ? (this.#state.current?.text.bytes ?? 0) : 0,
      );
      this.#batch = batch;
      await this.#handle(batch);
      this.#batch = [];
      this.#done += batch.length;
      while ((this.#waiting[0]?.count ?? Infinity) <= this.#done) this.#waiting.shift()?.resolve();
    }
    this.#working = false;
  }

  async #handle(batch: readonly PlanMessage[]): Promise<void> {
    const refused = await this.#commit(batch);
    for (const step of this.#steps.splice(0).toReversed()) finish(step, this.#state, refused);
    for (const message of batch) if ("hold" in message) await message.hold(this.#state);
    if (this.#failure !== undefined) return;
    const tidied = await this.#log.compact(this.#state);
    if (isLeft(tidied)) this.#fail(tidied.left);
  }

  /** Appends the saves of a batch; the result says why the remaining ones fail. */
  async #commit(batch: readonly PlanMessage[]): Promise<NotLoaded | OutcomeUnknown | undefined> {
    for (let isCurrent = false; ;) {
      const steps = decideBatch(batch, this.#state, new Date(Date.now()));
      this.#steps = steps.toReversed();
      const accepted = steps.filter(isAccepted).map(({ outcome }) => outcome.right);
      if (this.#failure !== undefined) return this.#failure;
      if (accepted.length === 0) {
        // A conflict beside a stored save is proved by that save.
        if (isCurrent || !steps.some(isRefused)) {
          this.#foresee();
          return undefined;
        }
        const caught = await this.#log.caughtUp();
        if (isLeft(caught)) return { kind: "not-loaded", reason: caught.left };
        isCurrent = true;
        continue;
      }
      const appended = await this.#log.append(accepted, () => this.#mailbox.commits);
      this.#foresee();
      if (appended.kind === "durable") return undefined;
      if (appended.kind === "moved") continue;
      const { kind, reason } = appended;
      if (kind === "failed") return this.#fail(reason);
      return { kind: kind === "unknown" ? "outcome-unknown" : "not-loaded", reason };
    }
  }

  /** Applies a revision from the log, after the steps of the batch that precede it. */
  #followed(plan: StoredPlan): void {
    if (this.#lost !== undefined) return;
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

  /**
   * Continues from a state that others made; no client may be shown the next revision as the successor of the last
   * one.
   */
  #jumped(state: PlanState): void {
    if (this.#lost !== undefined) return;
    this.#state = state;
    for (const plan of storedPlans(state)) this.#recent.add(plan);
    supersede(state);
    this.#foresee();
    this.jumps.publish(state.current);
  }

  #show(plan: StoredPlan): void {
    const before = this.#state.current;
    this.#state = evolve(this.#state, plan);
    this.#recent.add(plan);
    this.revisions.publish(plan);
    before?.superseded(plan);
  }

  #foresee(): void {
    this.#expected = this.revision + this.#mailbox.commits;
  }

  #fail(why: string): NotLoaded {
    const reason = storageFailed(why);
    this.#failure = { kind: "not-loaded", reason };
    this.#context.onFailure(reason);
    return this.#failure;
  }
}
