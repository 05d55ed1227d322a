import { type Either, isLeft, isRight, left } from "fp-ts/lib/Either.js";
import type { PlanData } from "../../model/elements/entities.ts";
import type { PlanSaver, Problem } from "./session-state.ts";
import { deepEqual } from "../../model/json.ts";
import { merge } from "../../model/merge/merge.ts";
import type { PlanDocument } from "./document.ts";

/** The code of an answer after which the save may be stored now, later, or never. */
export const outcomeUnknown = "outcome_unknown";

/**
 * Milliseconds before each check of the stored plan. A service gives up on a save only after seconds, and whatever is
 * still in progress there ends within about as long.
 */
const pausesMs = [2000, 5000, 13_000];

/** How to find out the outcome of a save when the service does not know it. */
interface OpenOutcome {
  /** Whether the outcome is still unknown; an event may settle it meanwhile. */
  readonly isOpen: () => boolean;
  readonly current: () => Promise<Either<Problem, PlanData>>;
  /** Takes a stored plan; returns whether it is newer than the known one. */
  readonly takes: (plan: PlanData) => boolean;
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Checks the stored plan repeatedly until a newer one is there. Resolves with true if none came for so long that none
 * is to be expected; failed checks do not count.
 */
const stayedUnsaved = async ({ isOpen, current, takes }: OpenOutcome): Promise<boolean> => {
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

/** A sent plan whose event may still come. */
interface SentPlan {
  readonly plan: PlanData;
  /** The revision that it was sent over. */
  readonly rev: number;
  readonly isGuarded: boolean;
}

/** The session that owns the engine. */
interface SyncEngineHost {
  isAway(): boolean;
  /** Reports the outcome of the last save; undefined when it succeeded or a new one begins. */
  report(problem: Problem | undefined): void;
  /** Takes a fetched stored plan; returns whether it is newer than the known one. */
  found(plan: PlanData): boolean;
  /** Reports that a save with an unknown outcome is not stored. */
  missed(): void;
  changed(): void;
}

const maxAttempts = 8;

/** Problems that a reconnect settles: the plan that arrives then shows what is stored. */
export const connectionProblems: ReadonlySet<string> = new Set(["offline", "connection_lost"]);

/** Whether the outcome of a save is open: there was no answer, or the service does not know. */
export const isOpenOutcome = (problem: Problem | undefined): boolean =>
  problem !== undefined &&
  (connectionProblems.has(problem.code) || problem.code === outcomeUnknown);

/** Saves a document, one save at a time, and recognizes its own plans when the service sends them back. */
export class SyncEngine {
  readonly #saver: PlanSaver;
  readonly #document: PlanDocument;
  readonly #host: SyncEngineHost;
  #saving: Promise<void> | undefined;
  #sent: SentPlan | undefined;
  /** Sent plans that were answered by an error or not at all: each may be stored or not. */
  #unsure: readonly SentPlan[] = [];
  /** The plan of the running save, merged with each newer base; undefined if the save must stop. */
  #wanted: PlanData | undefined;
  /** After an overwrite, events of revisions below this one are outdated. */
  #skipBelow = 0;
  #onNews: (() => void) | undefined;
  #isClosed = false;

  constructor(saver: PlanSaver, document: PlanDocument, host: SyncEngineHost) {
    this.#saver = saver;
    this.#document = document;
    this.#host = host;
  }

  get isSaving(): boolean {
    return this.#saving !== undefined;
  }

  /** Saves over the base revision, merging and retrying if others were faster; joins a running save. */
  save(): Promise<void> {
    return this.#saving ?? this.#run(() => this.#saveGuarded());
  }

  /** Saves over whatever is stored, after a running save. */
  async overwrite(): Promise<void> {
    while (this.#saving !== undefined) await this.#saving;
    await this.#run(() => this.#saveUnguarded());
  }

  /** Whether an arriving revision is outdated. */
  isOld(rev: number): boolean {
    return rev < this.#skipBelow;
  }

  /**
   * Searches the history for plans whose answer is missing. Resolves with false if that has to wait for the next
   * connection.
   */
  async findOut(): Promise<boolean> {
    const next = this.#document.now.rev + 1;
    const answer = await this.#saver.revision(next);
    if (!isRight(answer)) return !connectionProblems.has(answer.left.code);
    const { rev: _rev, ...content } = answer.right;
    const stored = this.#unsure.find(
      (sent) => sent.rev + 1 === next && deepEqual(sent.plan, content),
    );
    if (stored !== undefined) this.#saved(stored, next);
    return true;
  }

  /** Whether a plan whose answer is missing may be stored below an arriving revision. */
  mayBeUnder(arriving: number): boolean {
    const { rev } = this.#document.now;
    return arriving > rev + 1 && this.#unsure.some((sent) => sent.isGuarded && sent.rev === rev);
  }

  /** Checks whether an arriving plan is, or contains, a sent one whose answer is missing; that one is saved then. */
  recognize(rev: number, content: PlanData): void {
    this.#skipBelow = 0;
    const unsure = this.#unsure;
    // Plans sent over the stored revision may still be stored.
    this.#unsure = unsure.filter((sent) => sent.rev === rev);
    const candidates = [...(this.#sent === undefined ? [] : [this.#sent]), ...unsure];
    const isSaved = ({ plan, rev: over, isGuarded }: SentPlan): boolean =>
      (isGuarded ? rev === over + 1 : rev > over) && deepEqual(content, plan);
    // The others' plan contains all of it; treating it as theirs would be a conflict with oneself.
    const isUnderneath = ({ plan, rev: over, isGuarded }: SentPlan): boolean =>
      isGuarded &&
      rev > over &&
      deepEqual(merge(this.#document.now.base, plan, content).plan, content);
    const own = candidates.find(isSaved) ?? unsure.find(isUnderneath);
    if (own !== undefined) this.#saved(own, rev);
    else if (this.#unsure.length < unsure.length) this.#host.missed();
  }

  /** Takes a plan that others saved over the base. */
  follow(content: PlanData): void {
    if (this.#wanted === undefined) return;
    const { plan, conflicts } = merge(this.#document.now.base, this.#wanted, content);
    this.#wanted = conflicts.length === 0 ? plan : undefined;
  }

  /** Continues a save that waits for news: a plan has come, or the connection is lost. */
  wake(): void {
    this.#onNews?.();
  }

  /** Prepares for a new connection, which starts with the service's current plan. */
  reconnecting(): void {
    this.#skipBelow = 0;
  }

  /** Stops looking up outcomes. */
  close(): void {
    this.#isClosed = true;
  }

  /** Marks a sent plan as stored. Edits made meanwhile stay unsaved. */
  #saved(sent: SentPlan, rev: number): void {
    if (this.#sent === sent) this.#sent = undefined;
    this.#unsure = [];
    if (sent.isGuarded) this.#document.renew(rev, sent.plan);
    else this.#document.overwrote(rev, sent.plan);
    this.#host.report(undefined);
  }

  /** Handles an error answer; the plan may be stored all the same, as after a lost connection. */
  #failed(sent: SentPlan, problem: Problem): void {
    if (this.#sent !== sent) return;
    this.#sent = undefined;
    this.#unsure = [...this.#unsure, sent];
    this.#host.report(problem);
    if (problem.code === outcomeUnknown) void this.#lookUp(sent);
  }

  /** Finds out the outcome of a save when the service itself does not know it. */
  async #lookUp(sent: SentPlan): Promise<void> {
    const isMissed = await stayedUnsaved({
      isOpen: () => this.#unsure.includes(sent) && !this.#isClosed,
      current: () => this.#saver.current(),
      takes: (plan) => this.#host.found(plan),
    });
    if (isMissed) this.#host.missed();
  }

  async #run(task: () => Promise<void>): Promise<void> {
    this.#host.report(undefined);
    this.#saving = task().finally(() => {
      this.#saving = undefined;
      this.#wanted = undefined;
      this.#host.changed();
    });
    this.#host.changed();
    await this.#saving;
  }

  async #saveGuarded(): Promise<void> {
    this.#wanted = this.#document.now.plan;
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      const wanted: PlanData | undefined = this.#wanted;
      if (wanted === undefined || deepEqual(wanted, this.#document.now.base)) return;
      const sent = { plan: wanted, rev: this.#document.now.rev, isGuarded: true };
      const reply = await this.#send(sent);
      if (isRight(reply)) {
        if (this.#sent === sent) this.#saved(sent, reply.right);
        return;
      }
      if (reply.left.code !== "conflict" || attempt === maxAttempts) {
        this.#failed(sent, reply.left);
        return;
      }
      // The faster plan comes as an event, if it has not come already.
      if (this.#document.now.rev === sent.rev) await this.#news();
      this.#sent = undefined;
      if (this.#host.isAway()) {
        this.#host.report(reply.left);
        return;
      }
    }
  }

  async #saveUnguarded(): Promise<void> {
    const { plan, rev } = this.#document.now;
    const sent = { plan, rev, isGuarded: false };
    const reply = await this.#send(sent);
    if (!isRight(reply)) {
      this.#failed(sent, reply.left);
    } else if (this.#sent === sent) {
      this.#saved(sent, reply.right);
      this.#skipBelow = reply.right;
    }
  }

  async #send(sent: SentPlan): Promise<Either<Problem, number>> {
    this.#sent = sent;
    try {
      return sent.isGuarded
        ? await this.#saver.save(sent.plan, sent.rev)
        : await this.#saver.save(sent.plan);
    } catch (error) {
      return left({ code: "unknown_error", message: String(error) });
    }
  }

  #news(): Promise<void> {
    return new Promise((resolve) => {
      this.#onNews = resolve;
    });
  }
}
