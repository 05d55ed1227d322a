import type { Either } from "fp-ts/lib/Either.js";
import type { Change } from "../../model/merge/difference.ts";
import type { PlanData } from "../../model/elements/entities.ts";
import type { Conflict } from "../../model/merge/merge.ts";

/** What a step does, for the words of undo and redo: `{action: "move", name: "Sofa"}`. */
export interface Label {
  /** Names a text; the session's own are `draft` (unsaved work taken up again) and `wentBack` (the service came back with an older plan). */
  readonly action: string;
  /** What a person calls the thing, where it is one. */
  readonly name?: string;
}

/** A command that failed. `message` is the service's; the person reads a sentence chosen by `code`. */
export interface Problem {
  readonly code: string;
  readonly message: string;
}

/**
 * The session's own problem codes: `conflictsOpen` (a save has to wait until all conflicts are
 * chosen), `wentBack` (the service came back with an older or another plan; undo brings the former
 * content back), `draftFailed` (unsaved work could not be kept on this device), `notStored` (a save of which
 * nobody knew what came of it is not in the plan that is stored).
 */
export type SessionProblemCode = "conflictsOpen" | "wentBack" | "draftFailed" | "notStored";

/** A text that was typed and is not part of the plan: it cannot be read, or was not applied yet. */
export interface InvalidInput {
  readonly text: string;
  /** What it was written of: the plan of that time, and the elements; of none, the whole plan. */
  readonly of: { readonly plan: PlanData; readonly refs: readonly string[] };
  /** Whether the person was told what is wrong with it. */
  readonly isTold?: boolean;
}

/** Unsaved work, with the plan that it was based on. */
export interface Draft {
  readonly id: string;
  /** When it was last written, in milliseconds since 1970. */
  readonly savedAt: number;
  /** The revision of `base`. */
  readonly rev: number;
  readonly base: PlanData;
  readonly plan: PlanData;
  /** What was still to be chosen. */
  readonly conflicts: readonly Conflict[];
  /** What was typed and is not part of the plan. */
  readonly held?: ReadonlyMap<string, InvalidInput>;
}

/** Where drafts outlive the tab. */
export interface DraftStore {
  /** Drafts that no open tab is writing, newest first. */
  list(): Promise<readonly Draft[]>;
  write(draft: Draft): Promise<void>;
  /** Deletes a draft; with `savedAt` only if it was not written again since. */
  remove(id: string, savedAt?: number): Promise<void>;
  /** The draft is left as it is, for any session to take up. */
  release(id: string): void;
}

/** The part of the client that the session needs. */
export interface PlanSaver {
  /** Saves the plan, with `rev` only over that revision; gives the new revision. */
  save(plan: PlanData, rev?: number): Promise<Either<Problem, number>>;
  /** The plan of a revision, as far as the service still has it. */
  revision(rev: number): Promise<Either<Problem, PlanData>>;
  /** The plan that is stored now. */
  current(): Promise<Either<Problem, PlanData>>;
}

/** Everything that the editor shows of the session; a new value for each change. */
export interface SessionState {
  /** The revision of `base`. */
  readonly rev: number;
  /** The plan as the service has it, as far as known; without `rev`. */
  readonly base: PlanData;
  /** What is drawn: the base with all unsaved edits, a gesture's preview included; without `rev`. */
  readonly plan: PlanData;
  /** What was typed and is not part of the plan, by the name of its place. It counts as unsaved work. */
  readonly invalidInputs: ReadonlyMap<string, InvalidInput>;
  /** Whether there are unsaved edits. */
  readonly isDirty: boolean;
  /** Whether a save is under way, the merge and retry after a conflict included. */
  readonly isSaving: boolean;
  /** `waiting`: no plan has come yet; `away`: the connection is lost, the plan stays. */
  readonly connection: "waiting" | "live" | "away";
  /** What the next undo or redo is about; undefined where there is nothing. */
  readonly undo: Label | undefined;
  readonly redo: Label | undefined;
  /** What came in from others and was not dismissed yet. */
  readonly incoming: readonly Change[];
  /** What overlaps, to be chosen; nothing is saved until all is. Their values count as unsaved edits. */
  readonly conflicts: readonly Conflict[];
  /** The last command that failed and was not dismissed. */
  readonly problem: Problem | undefined;
  /** Unsaved work of an earlier tab: to be accepted or declined, once nothing is to be chosen. */
  readonly draft: Draft | undefined;
}

/** A change under way, such as a drag. Every preview starts from the plan without the gesture. */
export interface Gesture {
  /** Shows the plan with this change instead of the last previewed one. The change may be applied again to a newer plan. */
  preview(change: (plan: PlanData) => PlanData): void;
  /** Makes the last preview one undo step. */
  commit(): void;
  /** Takes the preview back. */
  cancel(): void;
  /** Whether it is neither committed nor cancelled, by whomever. */
  readonly isOpen: boolean;
}

/** Texts that were typed and are not part of the plan, each by a name of its place. */
export class InvalidInputs {
  #now: ReadonlyMap<string, InvalidInput> = new Map();

  /** Each change makes a new one. */
  get now(): ReadonlyMap<string, InvalidInput> {
    return this.#now;
  }

  /** Keeps a text, or drops it with undefined; false where that changes nothing. */
  keep(place: string, input: InvalidInput | undefined): boolean {
    const known = this.#now.get(place);
    if (known?.text === input?.text && known?.isTold === input?.isTold) return false;
    const next = new Map(this.#now);
    if (input === undefined) next.delete(place);
    else next.set(place, input);
    this.#now = next;
    return true;
  }

  /** Takes over those of a draft; what was typed in the same place since stays. */
  takeUp({ held = new Map() }: Draft): void {
    this.#now = new Map([...held, ...this.#now]);
  }
}
