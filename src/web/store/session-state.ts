import type { Either } from "fp-ts/lib/Either.js";
import type { Change } from "../../model/merge/difference.ts";
import type { PlanData } from "../../model/elements/entities.ts";
import type { Conflict } from "../../model/merge/merge.ts";

/** Describes a step for undo and redo: `{action: "move", name: "Sofa"}`. */
export interface Label {
  /**
   * Key of a text; the session itself uses `draft` (draft restored) and `wentBack` (the service came back with an older
   * plan).
   */
  readonly action: string;
  /** The name of the element, if it is one. */
  readonly name?: string;
}

/** A failed command. `message` is the service's; the user reads a sentence chosen by `code`. */
export interface Problem {
  readonly code: string;
  readonly message: string;
}

/**
 * The session's own problem codes: `conflictsOpen` (saving has to wait until all conflicts are resolved), `wentBack`
 * (the service came back with an older or another plan; undo restores the former content), `draftFailed` (unsaved work
 * could not be kept on this device), `notStored` (a save with an unknown outcome turned out not to be stored).
 */
export type SessionProblemCode = "conflictsOpen" | "wentBack" | "draftFailed" | "notStored";

/** Typed text that is not part of the plan: it is invalid, or not applied yet. */
export interface InvalidInput {
  readonly text: string;
  /** What the text describes: the plan of that time and elements of it; no elements means the whole plan. */
  readonly of: { readonly plan: PlanData; readonly refs: readonly string[] };
  /** Whether the user was told what is wrong with it. */
  readonly isTold?: boolean;
}

/** Unsaved work and the plan that it is based on. */
export interface Draft {
  readonly id: string;
  /** When it was last written, in milliseconds since 1970. */
  readonly savedAt: number;
  /** The revision of `base`. */
  readonly rev: number;
  readonly base: PlanData;
  readonly plan: PlanData;
  /** The open conflicts. */
  readonly conflicts: readonly Conflict[];
  /** Typed text that is not part of the plan. */
  readonly held?: ReadonlyMap<string, InvalidInput>;
}

/** Storage in which drafts outlive the tab. */
export interface DraftStore {
  /** Drafts that no open tab is writing, newest first. */
  list(): Promise<readonly Draft[]>;
  write(draft: Draft): Promise<void>;
  /** Deletes a draft; with `savedAt` only if it was not written again since. */
  remove(id: string, savedAt?: number): Promise<void>;
  /** Releases a draft for other sessions. */
  release(id: string): void;
}

/** The part of the client that the session needs. */
export interface PlanSaver {
  /** Saves the plan, with `rev` only over that revision. The right is the new revision. */
  save(plan: PlanData, rev?: number): Promise<Either<Problem, number>>;
  /** The plan of a revision, if still stored. */
  revision(rev: number): Promise<Either<Problem, PlanData>>;
  /** The stored plan. */
  current(): Promise<Either<Problem, PlanData>>;
}

/** Everything that the editor shows of the session; a new object after each change. */
export interface SessionState {
  /** The revision of `base`. */
  readonly rev: number;
  /** The service's plan as far as known, without `rev`. */
  readonly base: PlanData;
  /** The drawn plan: the base with all unsaved edits, including a gesture's preview; without `rev`. */
  readonly plan: PlanData;
  /** Typed text that is not part of the plan, by its place. It counts as unsaved work. */
  readonly invalidInputs: ReadonlyMap<string, InvalidInput>;
  /** Whether there are unsaved edits. */
  readonly isDirty: boolean;
  /** Whether a save is running, including merge and retry after a conflict. */
  readonly isSaving: boolean;
  /** `waiting`: no plan has come yet; `away`: the connection is lost, the plan stays. */
  readonly connection: "waiting" | "live" | "away";
  /** The labels of the next undo and redo; undefined if there is none. */
  readonly undo: Label | undefined;
  readonly redo: Label | undefined;
  /** Changes of others that were not dismissed yet. */
  readonly incoming: readonly Change[];
  /** Open conflicts; nothing can be saved while there are any. Their values count as unsaved edits. */
  readonly conflicts: readonly Conflict[];
  /** The last failed command that was not dismissed. */
  readonly problem: Problem | undefined;
  /** Unsaved work of an earlier tab to accept or decline; undefined while conflicts are open. */
  readonly draft: Draft | undefined;
}

/** A change in progress, such as a drag. Every preview starts from the plan without the gesture. */
export interface Gesture {
  /** Shows the plan with this change instead of the last previewed one. The change may be applied again to a newer plan. */
  preview(change: (plan: PlanData) => PlanData): void;
  /** Makes the last preview one undo step. */
  commit(): void;
  /** Discards the preview. */
  cancel(): void;
  /** Whether it was neither committed nor cancelled, by anyone. */
  readonly isOpen: boolean;
}

/** Typed texts that are not part of the plan, by their places. */
export class InvalidInputs {
  #now: ReadonlyMap<string, InvalidInput> = new Map();

  /** A new object after each change. */
  get now(): ReadonlyMap<string, InvalidInput> {
    return this.#now;
  }

  /** Keeps a text, or drops it with undefined; returns whether anything changed. */
  keep(place: string, input: InvalidInput | undefined): boolean {
    const known = this.#now.get(place);
    if (known?.text === input?.text && known?.isTold === input?.isTold) return false;
    const next = new Map(this.#now);
    if (input === undefined) next.delete(place);
    else next.set(place, input);
    this.#now = next;
    return true;
  }

  /** Takes over a draft's texts, unless a newer one was typed in the same place. */
  takeUp({ held = new Map() }: Draft): void {
    this.#now = new Map([...held, ...this.#now]);
  }
}
