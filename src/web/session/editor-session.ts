import type { Either } from "fp-ts/lib/Either.js";
import { type Change, differences } from "../../plan/difference.ts";
import { adopt, type PlanData, same } from "../../plan/entities.ts";
import { type Conflict, merge, type Side } from "../../plan/merge.ts";
import { takeTheirs } from "../../plan/take-theirs.ts";
import { DraftKeeper } from "./draft-keeper.ts";
import { joined, stillOpen } from "./open-conflicts.ts";
import type {
  Draft,
  DraftStore,
  Gesture,
  Label,
  PlanSaver,
  Problem,
  SessionProblemCode,
  SessionState,
} from "./state.ts";
import { Steps } from "./steps.ts";

type Edit = (plan: PlanData) => PlanData;

/** A plan that was sent and whose event may still come. */
interface Sent {
  readonly plan: PlanData;
  /** The revision that it was sent over. */
  readonly rev: number;
  readonly isGuarded: boolean;
}

const mostAttempts = 8;

const splitRev = (plan: PlanData): readonly [number, PlanData] => {
  const { rev, ...content } = plan;
  return [typeof rev === "number" ? rev : 0, content];
};

/** One person's work on the plan: edits, undo, saves, and what others do meanwhile. */
export class EditorSession {
  readonly #saver: PlanSaver;
  readonly #keeper: DraftKeeper | undefined;
  readonly #listeners = new Set<(state: SessionState) => void>();
  readonly #steps = new Steps();
  #rev = 0;
  #base: PlanData = {};
  #plan: PlanData = {};
  #gesture: { readonly label: Label; change: Edit | undefined } | undefined;
  #connection: SessionState["connection"] = "waiting";
  #incoming: readonly Change[] = [];
  #conflicts: readonly Conflict[] = [];
  #problem: Problem | undefined;
  #drafts: readonly Draft[] = [];
  #saving: Promise<void> | undefined;
  #sent: Sent | undefined;
  /** Sent, but never answered: each may be stored or not. */
  #unsure: readonly Sent[] = [];
  /** What the save under way is to store, brought up to each newer base; undefined where it must stop. */
  #wanted: PlanData | undefined;
  /** After an overwrite, events of revisions below this one are older than what is known. */
  #skipBelow = 0;
  #onNews: (() => void) | undefined;
  #state: SessionState;

  /** `drafts` keeps unsaved work for when the tab is lost. */
  constructor(saver: PlanSaver, drafts?: DraftStore) {
    this.#saver = saver;
    this.#keeper =
      drafts &&
      new DraftKeeper(drafts, (reason) => {
        this.#fail("draftFailed", reason);
        this.#publish();
      });
    this.#state = this.#describe();
  }

  /** The state now; each change makes a new one. */
  get state(): SessionState {
    return this.#state;
  }

  /** Calls the listener after every change of the state; the returned function ends that. */
  subscribe(listener: (state: SessionState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** One undo step; none if the change returns an equal plan. */
  edit(label: Label, change: Edit): void {
    const before = this.#plan;
    const after = change(before);
    if (same(before, after)) return;
    this.#steps.push(label, before, after);
    this.#plan = after;
    this.#publish();
  }

  /** Starts a gesture; one that is still open is committed. */
  begin(label: Label): Gesture {
    this.#commitGesture();
    const gesture: { readonly label: Label; change: Edit | undefined } = {
      label,
      change: undefined,
    };
    this.#gesture = gesture;
    const whileOpen = (act: () => void): void => {
      if (this.#gesture === gesture) act();
    };
    return {
      preview: (change) =>
        whileOpen(() => {
          gesture.change = change;
          this.#publish();
        }),
      commit: () => whileOpen(() => this.#commitGesture()),
      cancel: () =>
        whileOpen(() => {
          this.#gesture = undefined;
          this.#publish();
        }),
    };
  }

  /** Takes the last step back, and nothing that others did. A gesture under way is cancelled. */
  undo(): void {
    this.#gesture = undefined;
    this.#plan = this.#steps.undo(this.#plan) ?? this.#plan;
    this.#publish();
  }

  redo(): void {
    this.#gesture = undefined;
    this.#plan = this.#steps.redo(this.#plan) ?? this.#plan;
    this.#publish();
  }

  /**
   * Saves over the base revision. Where others were faster it merges and, if nothing overlaps, tries
   * again. Done when the outcome is in the state.
   */
  save(): Promise<void> {
    if (this.#saving !== undefined) return this.#saving;
    if (this.#conflicts.length > 0) {
      this.#fail("conflictsOpen", "");
      this.#publish();
      return Promise.resolve();
    }
    if (this.#connection === "waiting" || !this.#isDirty) return Promise.resolve();
    return this.#run(() => this.#saveGuarded());
  }

  /** Saves over whatever is stored. Only after the person said so. */
  async overwrite(): Promise<void> {
    while (this.#saving !== undefined) await this.#saving;
    if (this.#connection === "waiting") return;
    await this.#run(() => this.#saveUnguarded());
  }

  /** An event of the subscription. */
  arrived(arriving: PlanData): void {
    const [rev, received] = splitRev(arriving);
    const content = adopt(this.#base, received);
    const isFirst = this.#connection === "waiting";
    this.#connection = "live";
    if (isFirst) {
      [this.#rev, this.#base, this.#plan] = [rev, content, content];
      void this.#loadDrafts();
    } else if (rev >= this.#skipBelow) {
      this.#skipBelow = 0;
      this.#receive(rev, content);
    }
    this.#onNews?.();
    this.#publish();
  }

  connection(state: "live" | "away"): void {
    if (this.#connection === "waiting") return;
    this.#connection = state;
    // Whatever is behind the next connection starts with its current plan.
    this.#skipBelow = 0;
    if (state === "away") this.#onNews?.();
    this.#publish();
  }

  /** Decides a conflict for good: it is no undo step. */
  choose(id: string, side: Side): void {
    const conflict = this.#conflicts.find((each) => each.id === id);
    if (conflict === undefined) return;
    this.#conflicts = this.#conflicts.filter((each) => each !== conflict);
    if (side === "theirs") this.#plan = takeTheirs(this.#plan, conflict, this.#base);
    this.#publish();
  }

  chooseAll(side: Side): void {
    for (const { id } of this.#conflicts) this.choose(id, side);
  }

  dismissIncoming(): void {
    this.#incoming = [];
    this.#publish();
  }

  dismissProblem(): void {
    this.#problem = undefined;
    this.#publish();
  }

  /** Replaces the whole content as one undo step; a `rev` in it is ignored. */
  restore(plan: PlanData, label: Label): void {
    this.edit(label, (current) => adopt(current, splitRev(plan)[1]));
  }

  /** Merges the offered draft into the plan as one undo step. */
  acceptDraft(): void {
    const [draft, ...others] = this.#drafts;
    if (draft === undefined) return;
    this.#drafts = others;
    const { plan, conflicts } = merge(draft.base, draft.plan, this.#plan);
    const adopted = adopt(this.#plan, plan);
    if (!same(this.#plan, adopted)) this.#steps.push({ action: "draft" }, this.#plan, adopted);
    this.#plan = adopted;
    this.#conflicts = joined(joined(this.#conflicts, draft.conflicts), conflicts);
    this.#publish();
    // The old draft goes only after its content is in the draft of this session.
    void this.flushDraft().then(() => this.#keeper?.remove(draft.id));
  }

  /** Deletes the offered draft. */
  declineDraft(): void {
    const [draft, ...others] = this.#drafts;
    if (draft === undefined) return;
    this.#drafts = others;
    void this.#keeper?.remove(draft.id);
    this.#publish();
  }

  /** Writes the draft now, as when the page is hidden. */
  async flushDraft(): Promise<void> {
    await this.#keeper?.flush();
  }

  get #isDirty(): boolean {
    return !same(this.#plan, this.#base);
  }

  #commitGesture(): void {
    const gesture = this.#gesture;
    this.#gesture = undefined;
    if (gesture?.change !== undefined) this.edit(gesture.label, gesture.change);
    this.#publish();
  }

  /** Takes over a plan that the service has now. */
  #receive(rev: number, content: PlanData): void {
    const candidates = [...(this.#sent === undefined ? [] : [this.#sent]), ...this.#unsure];
    this.#unsure = [];
    const own = candidates.find(
      (sent) =>
        (sent.isGuarded ? rev === sent.rev + 1 : rev > sent.rev) && same(content, sent.plan),
    );
    if (own !== undefined) {
      this.#saved(own, rev);
      return;
    }
    const isKnown = same(content, this.#base);
    if (!isKnown) this.#follow(content, rev <= this.#rev);
    [this.#rev, this.#base] = [rev, content];
  }

  /** Merges what others did. `wentBack`: this is no later revision of the same plan. */
  #follow(content: PlanData, wentBack: boolean): void {
    const wasDirty = this.#isDirty;
    const before = this.#plan;
    const { plan, conflicts } = merge(this.#base, before, content);
    this.#plan = wasDirty ? plan : content;
    this.#steps.shift(this.#base, content);
    if (wentBack) {
      // What the service has lost is still here: undo brings it back.
      this.#steps.push({ action: "wentBack" }, before, this.#plan);
      this.#fail("wentBack", "");
    }
    const news = differences(before, this.#plan);
    this.#incoming = wasDirty ? [...this.#incoming, ...news] : news;
    this.#conflicts = joined(this.#conflicts, conflicts);
    if (this.#wanted !== undefined) {
      const wanted = merge(this.#base, this.#wanted, content);
      this.#wanted = wanted.conflicts.length === 0 ? wanted.plan : undefined;
    }
  }

  /** What was sent is stored now. Edits made meanwhile stay unsaved. */
  #saved(sent: Sent, rev: number): void {
    if (this.#sent === sent) this.#sent = undefined;
    this.#unsure = [];
    if (!sent.isGuarded) {
      // What came in since it was sent is overwritten, as the person wanted.
      this.#plan = merge(this.#base, this.#plan, sent.plan).plan;
      this.#conflicts = [];
    }
    [this.#rev, this.#base] = [rev, sent.plan];
    this.#problem = undefined;
  }

  /** The answer to what was sent is an error; it may be stored all the same, as when the line broke. */
  #failed(sent: Sent, problem: Problem): void {
    if (this.#sent !== sent) return;
    this.#sent = undefined;
    this.#unsure = [...this.#unsure, sent];
    this.#problem = problem;
  }

  async #run(task: () => Promise<void>): Promise<void> {
    this.#problem = undefined;
    this.#saving = task().finally(() => {
      this.#saving = undefined;
      this.#wanted = undefined;
      this.#publish();
    });
    this.#publish();
    await this.#saving;
  }

  async #saveGuarded(): Promise<void> {
    this.#wanted = this.#plan;
    for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
      const wanted: PlanData | undefined = this.#wanted;
      if (wanted === undefined || same(wanted, this.#base)) return;
      const sent = { plan: wanted, rev: this.#rev, isGuarded: true };
      const reply = await this.#send(sent);
      if ("right" in reply) {
        if (this.#sent === sent) this.#saved(sent, reply.right);
        return;
      }
      if (reply.left.code !== "conflict" || attempt === mostAttempts) {
        this.#failed(sent, reply.left);
        return;
      }
      // The plan that was faster comes as an event, if it did not come already.
      if (this.#rev === sent.rev) await this.#news();
      this.#sent = undefined;
      if (this.#connection === "away") {
        this.#problem = reply.left;
        return;
      }
    }
  }

  async #saveUnguarded(): Promise<void> {
    const sent = { plan: this.#plan, rev: this.#rev, isGuarded: false };
    const reply = await this.#send(sent);
    if ("left" in reply) {
      this.#failed(sent, reply.left);
    } else if (this.#sent === sent) {
      this.#saved(sent, reply.right);
      this.#skipBelow = reply.right;
    }
  }

  async #send(sent: Sent): Promise<Either<Problem, number>> {
    this.#sent = sent;
    try {
      return sent.isGuarded
        ? await this.#saver.save(sent.plan, sent.rev)
        : await this.#saver.save(sent.plan);
    } catch (error) {
      return { _tag: "Left", left: { code: "unknown_error", message: String(error) } };
    }
  }

  #news(): Promise<void> {
    return new Promise((resolve) => {
      this.#onNews = () => {
        this.#onNews = undefined;
        resolve();
      };
    });
  }

  async #loadDrafts(): Promise<void> {
    const drafts = (await this.#keeper?.list()) ?? [];
    const hasNews = ({ base, plan, conflicts }: Draft): boolean =>
      conflicts.length > 0 || !same(merge(base, plan, this.#base).plan, this.#base);
    this.#drafts = drafts.filter(hasNews);
    for (const draft of drafts) if (!hasNews(draft)) void this.#keeper?.remove(draft.id);
    this.#publish();
  }

  #fail(code: SessionProblemCode, message: string): void {
    this.#problem = { code, message };
  }

  #describe(): SessionState {
    const change = this.#gesture?.change;
    return {
      rev: this.#rev,
      base: this.#base,
      plan: change === undefined ? this.#plan : change(this.#plan),
      isDirty: this.#isDirty,
      isSaving: this.#saving !== undefined,
      connection: this.#connection,
      undo: this.#steps.undoLabel,
      redo: this.#steps.redoLabel,
      incoming: this.#incoming,
      conflicts: this.#conflicts,
      problem: this.#problem,
      draft: this.#drafts[0],
    };
  }

  #publish(): void {
    this.#conflicts = stillOpen(this.#plan, this.#conflicts);
    this.#state = this.#describe();
    const { rev, base, plan, conflicts, isDirty } = { ...this.#state, plan: this.#plan };
    const isUnsaved = isDirty || conflicts.length > 0;
    this.#keeper?.update(isUnsaved ? { rev, base, plan, conflicts } : undefined);
    for (const listener of this.#listeners) listener(this.#state);
  }
}
