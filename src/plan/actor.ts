import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import type { TaskEither } from "fp-ts/lib/TaskEither.js";
import { type Boundary, StateUnknown, throwPastAll } from "../server/runtime/boundary.ts";
import type { StoredPlan } from "./stored-plan.ts";
import {
  decideBatch,
  finish,
  isAccepted,
  isConflict,
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
} from "./state.ts";
import { noTimings, type PlanLog, type PlanTimings, type SaveOutcome } from "./plan-log.ts";

/** Receives each revision, in order; must not wait. */
type Subscriber = (plan: StoredPlan) => void;

/** Passes revisions on to whoever subscribed. Holds no revision itself. */
class Hub {
  readonly #boundary: Boundary;
  readonly #subscribers = new Set<Subscriber>();
  readonly #onJump: ((newest: StoredPlan | undefined) => void)[] = [];

  /** `boundary` is around the turn of each subscriber, so that what one of them throws keeps no other from a revision. */
  constructor(boundary: Boundary) {
    this.#boundary = boundary;
  }

  /** From the next publication on; the returned function ends it. `onBug` is called where the subscriber could not take one. */
  subscribe(subscriber: Subscriber, onBug?: () => void): () => void {
    const turn = this.#boundary("a revision could not be told to a subscriber", subscriber, onBug);
    this.#subscribers.add(turn);
    return () => this.#subscribers.delete(turn);
  }

  /** Calls back where revisions were missed: whoever must have each is to be sent away before the next is published. */
  onJump(listener: (newest: StoredPlan | undefined) => void): void {
    this.#onJump.push(this.#boundary("a gap in the revisions could not be told", listener));
  }

  publish(plan: StoredPlan): void {
    for (const subscriber of this.#subscribers) subscriber(plan);
  }

  /** Revisions before the newest were missed. */
  jump(newest: StoredPlan | undefined): void {
    for (const listener of this.#onJump) listener(newest);
  }
}

const outcomes: Readonly<Record<SaveError["kind"], SaveOutcome>> = {
  conflict: "conflict",
  overloaded: "refused",
  "not-loaded": "failed",
  "outcome-unknown": "unknown",
};

/** What the actor needs of the service around it. */
export interface ActorContext {
  readonly limits: MailboxLimits;
  /** Told once, when saves can no longer be made, in the sentence that answers them; a want of room, which passes, is not told here. */
  readonly onFailure: (reason: string) => void;
  /** Around the turn of each subscriber. */
  readonly boundary: Boundary;
  readonly timings?: PlanTimings | undefined;
}

/**
 * Owns the plan: the one place that holds its state, and the one caller of the log.
 *
 * Messages are taken from the mailbox in batches. All saves of a batch are decided one after another on the state that
 * is not durable yet, and appended together. Only what the log hands back is applied, published and answered, in its
 * order, together with the reads between: this actor's own saves go no other way than those of others who share the
 * log. So nothing that is shown to anybody is not durable. Where somebody else was first, the batch is decided again.
 */
export class PlanActor {
  /** Publishes each revision in the actor's turn; subscribe inside `read` to miss none. */
  readonly hub: Hub;
  readonly #log: PlanLog;
  readonly #mailbox: Mailbox<PlanMessage>;
  readonly #context: ActorContext;
  #state: PlanState;
  /** The revision that the next save will meet if all that wait go well. */
  #expected: number;
  #failure: NotLoaded | undefined;
  /** What of a batch is still to be done, the next one last. */
  #steps: Step[] = [];
  #working = false;
  /** How many messages were accepted, and how many of them are done. */
  #accepted = 0;
  #done = 0;
  /** Each waits until so many are done. */
  #waiting: { readonly count: number; readonly resolve: () => void }[] = [];

  constructor(log: PlanLog, state: PlanState, context: ActorContext) {
    this.#log = log;
    this.#state = state;
    this.#expected = revisionOf(state);
    this.#mailbox = new Mailbox(context.limits);
    this.#context = context;
    this.hub = new Hub(context.boundary);
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
        const { timings = noTimings } = this.#context;
        const answer = (result: Either<SaveError, number>): void => {
          const outcome = isLeft(result) ? outcomes[result.left.kind] : "saved";
          timings.saved(outcome, performance.now() - began);
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
   * Runs `work` on the state after all messages that wait together with it, and handles no other message until it is
   * done: it should be short. What it throws, the result rejects with.
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

  /** Resolves when every message that was accepted before the call is answered; unlike `idle`, whatever comes meanwhile. */
  async settled(): Promise<void> {
    const count = this.#accepted;
    if (this.#done < count)
      await new Promise<void>((resolve) => this.#waiting.push({ count, resolve }));
  }

  /** Resolves when every message that was accepted is answered. */
  async idle(): Promise<void> {
    while (this.#working) await this.settled();
  }

  #offer(message: PlanMessage, refuse: (left: Either<Overloaded, never>) => void): boolean {
    const offered = this.#mailbox.offer(message);
    if (isLeft(offered)) {
      refuse(offered);
      return false;
    }
    this.#accepted += 1;
    if (!this.#working) {
      this.#working = true;
      // Whether what was appended is shown and answered, nobody knows then.
      this.#work().catch((error: unknown) => throwPastAll(new StateUnknown(error)));
    }
    return true;
  }

  async #work(): Promise<void> {
    // Whatever else arrives in this turn of the event loop shares the first batch.
    await Promise.resolve();
    while (!this.#mailbox.isEmpty) {
      if (this.#mailbox.commits > 0 && this.#failure === undefined) {
        const { saves, ms } = this.#log.groupCommitHint();
        if (ms >= 1) await this.#mailbox.gathering(saves, ms);
      }
      const batch = this.#mailbox.take(this.#log.most);
      await this.#handle(batch);
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
    const tidied = await this.#log.tidy(this.#state);
    if (isLeft(tidied)) this.#fail(tidied.left);
  }

  /** Has the saves of a batch appended; the result says why none of those that are left can be answered otherwise. */
  async #commit(batch: readonly PlanMessage[]): Promise<NotLoaded | OutcomeUnknown | undefined> {
    for (let isCurrent = false; ;) {
      const steps = decideBatch(batch, this.#state, new Date(Date.now()));
      this.#steps = steps.toReversed();
      const accepted = steps.filter(isAccepted).map(({ outcome }) => outcome.right);
      if (this.#failure !== undefined) return this.#failure;
      if (accepted.length === 0) {
        // Beside a save that is stored a conflict is proved by that.
        if (isCurrent || !steps.some(isConflict)) return undefined;
        const caught = await this.#log.caughtUp();
        if (isLeft(caught)) return { kind: "not-loaded", reason: caught.left };
        isCurrent = true;
        continue;
      }
      const appended = await this.#log.append(accepted, () => this.#mailbox.commits);
      if (appended.kind === "durable") return undefined;
      this.#foresee();
      if (appended.kind === "moved") continue;
      const { kind, reason } = appended;
      if (kind === "failed") return this.#fail(reason);
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

  #fail(why: string): NotLoaded {
    const reason = storageFailed(why);
    this.#failure = { kind: "not-loaded", reason };
    this.#context.onFailure(reason);
    return this.#failure;
  }
}
