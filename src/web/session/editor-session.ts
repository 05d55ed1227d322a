import { adopt, type PlanData, same } from "../../plan/entities.ts";
import { merge, type Side } from "../../plan/merge.ts";
import { DraftKeeper } from "./draft-keeper.ts";
import { OpenGesture } from "./open-gesture.ts";
import { SaveLoop } from "./save-loop.ts";
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
import { WorkingCopy } from "./working-copy.ts";

const splitRev = (plan: PlanData): readonly [number, PlanData] => {
  const { rev, ...content } = plan;
  return [typeof rev === "number" ? rev : 0, content];
};

/** Problems that are over when the connection is back: the plan that comes then tells what is stored. */
const whileAway: ReadonlySet<string> = new Set(["offline", "connection_lost"]);

/** One person's work on the plan: edits, undo, saves, and what others do meanwhile. */
export class EditorSession {
  readonly #keeper: DraftKeeper | undefined;
  readonly #listeners = new Set<(state: SessionState) => void>();
  readonly #copy = new WorkingCopy();
  readonly #saves: SaveLoop;
  readonly #gesture = new OpenGesture({
    edit: (label, change) => this.#copy.edit(label, change),
    changed: () => this.#publish(),
  });
  #connection: SessionState["connection"] = "waiting";
  #problem: Problem | undefined;
  #drafts: readonly Draft[] = [];
  #state: SessionState;

  /** `drafts` keeps unsaved work for when the tab is lost. */
  constructor(saver: PlanSaver, drafts?: DraftStore) {
    this.#saves = new SaveLoop(saver, this.#copy, {
      isAway: () => this.#connection === "away",
      report: (problem) => (this.#problem = problem),
      changed: () => this.#publish(),
    });
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
  edit(label: Label, change: (plan: PlanData) => PlanData): void {
    this.#copy.edit(label, change);
    this.#publish();
  }

  /** Starts a gesture; one that is still open is committed. */
  begin(label: Label): Gesture {
    const gesture = this.#gesture.begin(label);
    this.#publish();
    return gesture;
  }

  /** Takes the last step back, and nothing that others did. A gesture under way is cancelled. */
  undo(): void {
    this.#gesture.cancel();
    this.#copy.undo();
    this.#publish();
  }

  redo(): void {
    this.#gesture.cancel();
    this.#copy.redo();
    this.#publish();
  }

  /**
   * Saves over the base revision. Where others were faster it merges and, if nothing overlaps, tries
   * again. Done when the outcome is in the state.
   */
  save(): Promise<void> {
    if (this.#saves.isSaving) return this.#saves.save();
    if (this.#copy.conflicts.length > 0) {
      this.#fail("conflictsOpen", "");
      this.#publish();
      return Promise.resolve();
    }
    if (this.#connection === "waiting" || !this.#copy.isDirty) return Promise.resolve();
    return this.#saves.save();
  }

  /** Saves over whatever is stored. Only after the person said so. */
  async overwrite(): Promise<void> {
    if (this.#connection !== "waiting") await this.#saves.overwrite();
  }

  /** An event of the subscription. */
  arrived(arriving: PlanData): void {
    const [rev, received] = splitRev(arriving);
    const content = adopt(this.#copy.base, received);
    const isFirst = this.#connection === "waiting";
    this.#back();
    if (isFirst) {
      this.#copy.open(rev, content);
      void this.#loadDrafts();
    } else if (!this.#saves.isOld(rev)) {
      this.#receive(rev, content);
    }
    this.#saves.wake();
    this.#publish();
  }

  connection(state: "live" | "away"): void {
    if (this.#connection === "waiting") return;
    this.#saves.reconnecting();
    if (state === "live") {
      this.#back();
    } else {
      this.#connection = "away";
      this.#saves.wake();
    }
    this.#publish();
  }

  /** Decides a conflict for good: it is no undo step. */
  choose(id: string, side: Side): void {
    this.#copy.choose(id, side);
    this.#publish();
  }

  chooseAll(side: Side): void {
    for (const { id } of this.#copy.conflicts) this.#copy.choose(id, side);
    this.#publish();
  }

  dismissIncoming(): void {
    this.#copy.dismissIncoming();
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
    this.#copy.takeUp(draft);
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

  #back(): void {
    this.#connection = "live";
    if (whileAway.has(this.#problem?.code ?? "")) this.#problem = undefined;
  }

  /** Takes over a plan that the service has now. */
  #receive(rev: number, content: PlanData): void {
    const wentBack = rev <= this.#copy.rev;
    this.#saves.recognize(rev, content);
    if (same(content, this.#copy.base)) {
      this.#copy.renew(rev, content);
      return;
    }
    this.#saves.follow(content);
    this.#copy.follow(rev, content, wentBack);
    if (wentBack) this.#fail("wentBack", "");
  }

  async #loadDrafts(): Promise<void> {
    const drafts = (await this.#keeper?.list()) ?? [];
    const { base: stored } = this.#copy;
    const hasNews = ({ base, plan, conflicts }: Draft): boolean =>
      conflicts.length > 0 || !same(merge(base, plan, stored).plan, stored);
    this.#drafts = drafts.filter(hasNews);
    for (const draft of drafts) if (!hasNews(draft)) void this.#keeper?.remove(draft.id);
    this.#publish();
  }

  #fail(code: SessionProblemCode, message: string): void {
    this.#problem = { code, message };
  }

  #describe(): SessionState {
    const { rev, base, plan, isDirty, incoming, conflicts, undoLabel, redoLabel } = this.#copy;
    return {
      rev,
      base,
      plan: this.#gesture.shownOn(plan),
      isDirty,
      isSaving: this.#saves.isSaving,
      connection: this.#connection,
      undo: undoLabel,
      redo: redoLabel,
      incoming,
      conflicts,
      problem: this.#problem,
      draft: this.#drafts[0],
    };
  }

  #publish(): void {
    this.#state = this.#describe();
    const { rev, base, plan, conflicts, isDirty } = this.#copy;
    const isUnsaved = isDirty || conflicts.length > 0;
    this.#keeper?.update(isUnsaved ? { rev, base, plan, conflicts } : undefined);
    for (const listener of this.#listeners) listener(this.#state);
  }
}
