import { differences } from "../../model/merge/difference.ts";
import { isBlank, type PlanData, shareStructure } from "../../model/elements/entities.ts";
import { deepEqual } from "../../model/json.ts";
import { choicesIn, type Conflict, type Side } from "../../model/merge/conflict.ts";
import { merge } from "../../model/merge/merge.ts";
import { takeTheirs } from "../../model/merge/take-theirs.ts";
import { widened } from "../../model/merge/widen-choices.ts";
import { joinConflicts, onWallsOf, rebaseConflicts, unresolvedConflicts } from "./conflicts.ts";
import type { Draft, Gesture, Label, SessionState } from "./session-state.ts";
import { EditHistory, type HistoryDirection } from "./history.ts";

type DocumentState = Pick<SessionState, "rev" | "base" | "plan" | "incoming" | "conflicts">;

/** The plan with the user's edits, based on the service's plan. */
export class PlanDocument {
  readonly #history = new EditHistory();
  #now: DocumentState = { rev: 0, base: {}, plan: {}, incoming: [], conflicts: [] };

  /** A new object after each change. */
  get now(): DocumentState {
    return this.#now;
  }

  get isDirty(): boolean {
    return !deepEqual(this.#now.plan, this.#now.base);
  }

  /** Starts with the service's plan, and merges earlier edits into it. */
  open(rev: number, content: PlanData): void {
    this.follow(rev, content, false);
    this.dismissIncoming();
  }

  /**
   * Adds one undo step, unless the change returns an equal plan. A change of an earlier plan `from` is made there and
   * then merged.
   */
  edit(label: Label, change: (plan: PlanData) => PlanData, from: PlanData = this.#now.plan): void {
    if (from === this.#now.plan) this.#step(label, change(from));
    else this.#merge(label, from, change(from));
  }

  /** Undoes or redoes a step; changes by others stay. */
  take(way: HistoryDirection): void {
    this.#put(this.#history.take(way, this.#now.plan));
  }

  /** The label of the next undo or redo; undefined if there is none. */
  label(way: HistoryDirection): Label | undefined {
    return this.#history.label(way, this.#now.plan);
  }

  /** Merges the changes of others. `wentBack`: this is not a later revision of the same plan. */
  follow(rev: number, content: PlanData, wentBack: boolean): void {
    const wasDirty = this.isDirty;
    const { base, plan: before, incoming } = this.#now;
    const merged = merge(base, before, content);
    this.#history.shift(base, content, merged.conflicts);
    this.#rebase(rev, content);
    this.#put(wasDirty ? merged.plan : content, merged.conflicts);
    // What the service lost is kept here: undo brings it back.
    if (wentBack) this.#history.push({ action: "wentBack" }, before, this.#now.plan);
    // On an empty plan, everything would count as new.
    const news = !wasDirty && isBlank(base) ? [] : differences(before, this.#now.plan);
    this.#set({ incoming: wasDirty ? [...incoming, ...news] : news });
  }

  /** The service now stores this plan: the saved one, or its previous one. Edits made meanwhile stay unsaved. */
  renew(rev: number, content: PlanData): void {
    this.#rebase(rev, content);
    this.#put(this.#now.plan);
  }

  /** The overwriting save was stored; changes of others that arrived since it was sent are overwritten, as intended. */
  overwrote(rev: number, sent: PlanData): void {
    this.#set({ conflicts: [] });
    this.#put(merge(this.#now.base, this.#now.plan, sent).plan);
    this.renew(rev, sent);
  }

  /** Resolves a conflict, and those decided together with it. This is not an undo step. */
  choose(id: string, side: Side): void {
    const { base, plan, conflicts } = this.#now;
    const choices = choicesIn(conflicts);
    const chosen: readonly Conflict[] =
      choices.find((each) => each.some((one) => one.id === id)) ?? [];
    if (chosen.length === 0) return;
    this.#set({ conflicts: conflicts.filter((each) => !chosen.includes(each)) });
    if (side === "theirs")
      this.#put(chosen.reduce((each, conflict) => takeTheirs(each, conflict, base), plan));
  }

  /** Merges a draft into the plan as one undo step; its open conflicts stay open, with the others' current values. */
  takeUp({ base, plan, conflicts }: Draft): void {
    this.#merge(
      { action: "draft" },
      base,
      plan,
      rebaseConflicts(base, this.#now.base, plan, conflicts),
    );
  }

  dismissIncoming(): void {
    this.#set({ incoming: [] });
  }

  #rebase(rev: number, content: PlanData): void {
    const { base, plan, conflicts } = this.#now;
    this.#set({ rev, base: content, conflicts: rebaseConflicts(base, content, plan, conflicts) });
  }

  #merge(label: Label, from: PlanData, to: PlanData, open: readonly Conflict[] = []): void {
    const { plan, conflicts } = merge(from, to, this.#now.plan);
    const after = shareStructure(this.#now.plan, plan);
    this.#step(label, after, onWallsOf(to, after, open), conflicts);
  }

  #step(label: Label, after: PlanData, ...later: readonly (readonly Conflict[])[]): void {
    const { plan } = this.#now;
    const isNothing = deepEqual(plan, after);
    if (!isNothing) this.#history.push(label, plan, after);
    this.#put(isNothing ? plan : after, ...later);
  }

  #put(plan: PlanData, ...later: readonly (readonly Conflict[])[]): void {
    const known = onWallsOf(this.#now.plan, plan, this.#now.conflicts);
    const open = unresolvedConflicts(plan, later.reduce(joinConflicts, known));
    const wide = joinConflicts(open, widened(plan, this.#now.base, open));
    this.#set({ plan, conflicts: unresolvedConflicts(plan, wide) });
  }

  #set(changed: Partial<DocumentState>): void {
    this.#now = { ...this.#now, ...changed };
  }
}

interface Open {
  readonly label: Label;
  /** The plan on which the gesture began. */
  readonly from: PlanData;
  readonly isTyped: boolean;
  change?: (plan: PlanData) => PlanData;
}

/** The current gesture on a document, if any. */
export class OpenGesture {
  readonly #document: PlanDocument;
  readonly #changed: () => void;
  #open: Open | undefined;

  /** `changed` is called when the shown plan changes. */
  constructor(document: PlanDocument, changed: () => void) {
    this.#document = document;
    this.#changed = changed;
  }

  /** Starts a gesture; one that is still open is committed. */
  begin(label: Label, isTyped: boolean): Gesture {
    this.#commit();
    const gesture: Open = { label, from: this.#document.now.plan, isTyped };
    this.#open = gesture;
    const whileOpen = (act: () => void): void => {
      if (this.#open !== gesture) return;
      act();
      this.#changed();
    };
    const isOpen = (): boolean => this.#open === gesture;
    return {
      preview: (change) => whileOpen(() => (gesture.change = change)),
      commit: () => whileOpen(() => this.#commit()),
      cancel: () => whileOpen(() => this.cancel()),
      get isOpen() {
        return isOpen();
      },
    };
  }

  /** The plan including typed input, which counts as work before it is committed; a drag does not. */
  typedOn(plan: PlanData): PlanData {
    return this.#open?.isTyped === true ? this.shownOn(plan) : plan;
  }

  /** Commits typed input. */
  commitTyped(): void {
    if (this.#open?.isTyped === true) this.#commit();
  }

  /** Discards the preview, if any. */
  cancel(): void {
    this.#open = undefined;
  }

  /** The plan with the gesture's preview. */
  shownOn(plan: PlanData): PlanData {
    return this.#open?.change?.(plan) ?? plan;
  }

  #commit(): void {
    const gesture = this.#open;
    this.#open = undefined;
    if (gesture?.change !== undefined)
      this.#document.edit(gesture.label, gesture.change, gesture.from);
  }
}
