import { type PlanData, shareStructure } from "../../model/elements/entities.ts";
import { deepEqual } from "../../model/json.ts";
import type { Side } from "../../model/merge/merge.ts";
import { Drafts } from "./drafts.ts";
import {
  type DraftStore,
  type Gesture,
  type InvalidInput,
  InvalidInputs,
  type Label,
  type PlanSaver,
  type Problem,
  type SessionProblemCode,
  type SessionState,
} from "./session-state.ts";
import { OpenGesture, PlanDocument } from "./document.ts";
import { connectionProblems, isOpenOutcome, outcomeUnknown, SyncEngine } from "./sync-engine.ts";
import type { HistoryDirection } from "./history.ts";

const splitRev = (plan: PlanData): readonly [number, PlanData] => {
  const { rev, ...content } = plan;
  return [typeof rev === "number" ? rev : 0, content];
};

/** A user's work on the plan: edits, undo, saves, and merging the changes of others. */
export class EditorSession {
  readonly #drafts: Drafts | undefined;
  readonly #listeners = new Set<(state: SessionState) => void>();
  readonly #document = new PlanDocument();
  readonly #invalidInputs = new InvalidInputs();
  readonly #sync: SyncEngine;
  readonly #gesture = new OpenGesture(this.#document, () => this.#publish());
  #connection: SessionState["connection"] = "waiting";
  #problem: Problem | undefined;
  /** The save requested during another one. */
  #next: Promise<void> | undefined;
  /** The service's newest plan, deferred while the history is searched for a save with an unknown outcome. */
  #deferred: { plan: PlanData } | undefined;
  #state: SessionState;

  /** `drafts` keeps unsaved work in case the tab is lost. */
  constructor(saver: PlanSaver, drafts?: DraftStore) {
    this.#sync = new SyncEngine(saver, this.#document, {
      isAway: () => this.#connection === "away",
      report: (problem) => (this.#problem = problem),
      found: (plan) => {
        const isNewer = splitRev(plan)[0] > this.#document.now.rev;
        if (isNewer) this.arrived(plan);
        return isNewer;
      },
      missed: () => {
        if (this.#problem?.code === outcomeUnknown) this.#fail("notStored", "");
        this.#publish();
      },
      changed: () => this.#publish(),
    });
    const onTrouble = (reason: string | undefined): void => {
      if (reason !== undefined) this.#fail("draftFailed", reason);
      else if (this.#problem?.code === "draftFailed") this.#problem = undefined;
      this.#publish();
    };
    const changed = (): void => this.#publish();
    this.#drafts =
      drafts && new Drafts(drafts, this.#document, this.#invalidInputs, onTrouble, changed);
    this.#state = this.#describe();
  }

  /** A new object after each change. */
  get state(): SessionState {
    return this.#state;
  }

  /** Calls the listener after every change of the state; the returned function unsubscribes. */
  subscribe(listener: (state: SessionState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Adds one undo step, unless the change returns an equal plan. `from`: the plan that the user saw; later changes are
   * merged.
   */
  edit(label: Label, change: (plan: PlanData) => PlanData, from?: PlanData): void {
    this.#change(() => this.#document.edit(label, change, from));
  }

  /**
   * Starts a gesture, committing one that is still open. A typed preview is work already: it counts as unsaved, is kept
   * in the draft, and a save commits it.
   */
  begin(label: Label, { isTyped = false } = {}): Gesture {
    const gesture = this.#gesture.begin(label, isTyped);
    this.#publish();
    return gesture;
  }

  /** Keeps input that is not valid yet as unsaved work; undefined drops it. */
  keepInvalidInput(place: string, input: InvalidInput | undefined): void {
    if (this.#invalidInputs.keep(place, input)) this.#publish();
  }

  /** Undoes the last step; changes by others stay. An open gesture is cancelled. */
  undo(): void {
    this.#take("undo");
  }

  redo(): void {
    this.#take("redo");
  }

  /**
   * Saves over the base revision, merging what does not conflict and retrying. Edits made during a save are saved after
   * it. Resolves when the outcome is in the state.
   */
  save(): Promise<void> {
    this.#gesture.commitTyped();
    this.#publish();
    if (!this.#sync.isSaving) return this.#store();
    this.#next ??= this.#saveNext();
    return this.#next;
  }

  async #saveNext(): Promise<void> {
    await this.#sync.save();
    this.#next = undefined;
    // While the outcome of a save is unknown, the user decides about the next one.
    if (!isOpenOutcome(this.#problem)) await this.#store();
  }

  #store(): Promise<void> {
    if (this.#document.now.conflicts.length > 0) {
      this.#fail("conflictsOpen", "");
      this.#publish();
      return Promise.resolve();
    }
    if (this.#connection === "waiting" || !this.#document.isDirty) return Promise.resolve();
    return this.#sync.save();
  }

  /** Saves over whatever is stored, once the user has confirmed that. */
  async overwrite(): Promise<void> {
    if (this.#connection !== "waiting") await this.#sync.overwrite();
  }

  /** Handles a plan from the subscription. */
  arrived(plan: PlanData): void {
    if (this.#deferred !== undefined) this.#deferred.plan = plan;
    else if (this.#sync.mayBeUnder(splitRev(plan)[0])) void this.#defer({ plan });
    else this.#arrive(plan);
  }

  async #defer(deferred: { plan: PlanData }): Promise<void> {
    this.#deferred = deferred;
    const isKnown = await this.#sync.findOut();
    if (this.#deferred !== deferred) return;
    this.#deferred = undefined;
    if (isKnown) this.#arrive(deferred.plan);
  }

  #arrive(plan: PlanData): void {
    const [rev, received] = splitRev(plan);
    const content = shareStructure(this.#document.now.base, received);
    const isFirst = this.#connection === "waiting";
    this.#back();
    if (isFirst) {
      this.#document.open(rev, content);
      void this.#drafts?.load();
    } else if (!this.#sync.isOld(rev)) {
      this.#receive(rev, content);
    }
    this.#sync.wake();
    this.#publish();
  }

  connection(state: "live" | "away"): void {
    if (this.#connection === "waiting") return;
    this.#sync.reconnecting();
    if (state === "live") {
      this.#back();
    } else {
      this.#connection = "away";
      // The next connection starts with the newest plan.
      this.#deferred = undefined;
      this.#sync.wake();
    }
    this.#publish();
  }

  /** Resolves a conflict; not an undo step. */
  choose(id: string, side: Side): void {
    this.#change(() => this.#document.choose(id, side));
  }

  chooseAll(side: Side): void {
    const { conflicts } = this.#document.now;
    this.#change(() => conflicts.forEach(({ id }) => this.#document.choose(id, side)));
  }

  dismissIncoming(): void {
    this.#change(() => this.#document.dismissIncoming());
  }

  dismissProblem(): void {
    this.#change(() => (this.#problem = undefined));
  }

  /** Replaces the whole content as one undo step; a `rev` in it is ignored. */
  restore(plan: PlanData, label: Label): void {
    this.edit(label, (current) => shareStructure(current, splitRev(plan)[1]));
  }

  /** Merges the offered draft into the plan as one undo step. */
  acceptDraft(): void {
    this.#drafts?.accept();
  }

  /** Deletes the offered draft. */
  declineDraft(): void {
    this.#drafts?.decline();
  }

  /** Writes the draft now, as when the page is hidden. */
  async flushDraft(): Promise<void> {
    await this.#drafts?.flush();
  }

  /** Ends the session; unsaved work stays as a draft for the next one. */
  async close(): Promise<void> {
    this.#sync.close();
    await this.#drafts?.close();
  }

  #take(way: HistoryDirection): void {
    this.#gesture.cancel();
    this.#document.take(way);
    this.#publish();
  }

  #back(): void {
    this.#connection = "live";
    if (connectionProblems.has(this.#problem?.code ?? "")) this.#problem = undefined;
  }

  /** Takes over the plan that the service has now. */
  #receive(rev: number, content: PlanData): void {
    const wentBack = rev <= this.#document.now.rev;
    this.#sync.recognize(rev, content);
    if (deepEqual(content, this.#document.now.base)) {
      this.#document.renew(rev, content);
      return;
    }
    this.#sync.follow(content);
    this.#document.follow(rev, content, wentBack);
    if (wentBack) this.#fail("wentBack", "");
  }

  #fail(code: SessionProblemCode, message: string): void {
    this.#problem = { code, message };
  }

  #describe(): SessionState {
    const { now } = this.#document;
    const invalidInputs = this.#invalidInputs.now;
    return {
      ...now,
      plan: this.#gesture.shownOn(now.plan),
      invalidInputs,
      isDirty: invalidInputs.size > 0 || !deepEqual(this.#gesture.typedOn(now.plan), now.base),
      isSaving: this.#sync.isSaving,
      connection: this.#connection,
      undo: this.#document.label("undo"),
      redo: this.#document.label("redo"),
      problem: this.#problem,
      draft: this.#drafts?.next,
    };
  }

  #change(act: () => void): void {
    act();
    this.#publish();
  }

  #publish(): void {
    this.#state = this.#describe();
    this.#drafts?.follow(this.#gesture.typedOn(this.#document.now.plan));
    for (const listener of this.#listeners) listener(this.#state);
  }
}
