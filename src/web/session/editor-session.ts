import type { PlanData } from "../../plan/entities.ts";
import type { Side } from "../../plan/merge.ts";
import type { DraftStore, Gesture, Label, PlanSaver, SessionState } from "./state.ts";

const unfinished = (): never => {
  throw new Error("not there yet");
};

/** One person's work on the plan: edits, undo, saves, and what others do meanwhile. */
export class EditorSession {
  /** `drafts` keeps unsaved work for when the tab is lost. */
  constructor(_saver: PlanSaver, _drafts?: DraftStore) {}
  /** The state now; each change makes a new one. */
  get state(): SessionState {
    return unfinished();
  }
  /** Calls the listener after every change of the state; the returned function ends that. */
  subscribe(_listener: (state: SessionState) => void): () => void {
    return unfinished();
  }
  /** One undo step; none if the change returns an equal plan. */
  edit(_label: Label, _change: (plan: PlanData) => PlanData): void {}
  /** Starts a gesture; one that is still open is committed. */
  begin(_label: Label): Gesture {
    return unfinished();
  }
  undo(): void {}
  redo(): void {}
  /** Saves over the base revision; merges and tries again where others were faster. Done when the outcome is in the state. */
  save(): Promise<void> {
    return unfinished();
  }
  /** Saves over whatever is stored. Only after the person said so. */
  overwrite(): Promise<void> {
    return unfinished();
  }
  /** An event of the subscription. */
  arrived(_plan: PlanData): void {}
  connection(_state: "live" | "away"): void {}
  choose(_conflict: string, _side: Side): void {}
  chooseAll(_side: Side): void {}
  dismissIncoming(): void {}
  dismissProblem(): void {}
  /** Replaces the whole content as one undo step. */
  restore(_plan: PlanData, _label: Label): void {}
  /** Merges the offered draft into the plan as one undo step. */
  acceptDraft(): void {}
  /** Deletes the offered draft. */
  declineDraft(): void {}
  /** Writes the draft now, as when the page is hidden. */
  flushDraft(): Promise<void> {
    return unfinished();
  }
}
