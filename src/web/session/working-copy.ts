import { type Change, differences } from "../../merge/difference.ts";
import { adopt, isBlank, type PlanData } from "../../elements/entities.ts";
import { same } from "../../json/json.ts";
import { type Conflict, merge, type Side } from "../../merge/merge.ts";
import { takeTheirs } from "../../merge/take-theirs.ts";
import { joined, onWallsOf, stillOpen } from "./open-conflicts.ts";
import type { Draft, Label } from "./state.ts";
import { Steps } from "./steps.ts";

/** The plan with a person's edits, over the base that the service has. */
export class WorkingCopy {
  readonly #steps = new Steps();
  #rev = 0;
  #base: PlanData = {};
  #plan: PlanData = {};
  #incoming: readonly Change[] = [];
  #conflicts: readonly Conflict[] = [];

  get rev(): number {
    return this.#rev;
  }

  get base(): PlanData {
    return this.#base;
  }

  get plan(): PlanData {
    return this.#plan;
  }

  get isDirty(): boolean {
    return !same(this.#plan, this.#base);
  }

  get incoming(): readonly Change[] {
    return this.#incoming;
  }

  get conflicts(): readonly Conflict[] {
    return this.#conflicts;
  }

  get undoLabel(): Label | undefined {
    return this.#steps.undoLabel;
  }

  get redoLabel(): Label | undefined {
    return this.#steps.redoLabel;
  }

  /** Starts with what the service has; what was drawn before is merged into it. */
  open(rev: number, content: PlanData): void {
    this.follow(rev, content, false);
    this.#incoming = [];
  }

  /**
   * One undo step; none if the change returns an equal plan. A change that somebody began on an
   * earlier plan is made there, and merged with what has come since.
   */
  edit(label: Label, change: (plan: PlanData) => PlanData, from: PlanData = this.#plan): void {
    if (from === this.#plan) this.#step(label, change(from));
    else this.#merge(label, from, change(from));
  }

  undo(): void {
    this.#put(this.#steps.undo(this.#plan) ?? this.#plan);
  }

  redo(): void {
    this.#put(this.#steps.redo(this.#plan) ?? this.#plan);
  }

  /** Merges what others did. `wentBack`: this is no later revision of the same plan. */
  follow(rev: number, content: PlanData, wentBack: boolean): void {
    const wasDirty = this.isDirty;
    const before = this.#plan;
    const merged = merge(this.#base, before, content);
    this.#steps.shift(this.#base, content);
    this.#put(wasDirty ? merged.plan : content, merged.conflicts);
    // What the service has lost is still here: undo brings it back.
    if (wentBack) this.#steps.push({ action: "wentBack" }, before, this.#plan);
    // To a sheet on which nothing was drawn, everything would be new.
    const news = !wasDirty && isBlank(this.#base) ? [] : differences(before, this.#plan);
    this.#incoming = wasDirty ? [...this.#incoming, ...news] : news;
    this.renew(rev, content);
  }

  /** The service has this now: what was saved, or what it had before. Edits made meanwhile stay unsaved. */
  renew(rev: number, content: PlanData): void {
    [this.#rev, this.#base] = [rev, content];
  }

  /** What was stored past others: what came in since it was sent is overwritten, as the person wanted. */
  overwrote(rev: number, sent: PlanData): void {
    this.#conflicts = [];
    this.#put(merge(this.#base, this.#plan, sent).plan);
    this.renew(rev, sent);
  }

  /** Decides a conflict for good: it is no undo step. */
  choose(id: string, side: Side): void {
    const conflict = this.#conflicts.find((each) => each.id === id);
    if (conflict === undefined) return;
    this.#conflicts = this.#conflicts.filter((each) => each !== conflict);
    if (side === "theirs") this.#put(takeTheirs(this.#plan, conflict, this.#base));
  }

  /** Merges unsaved work of another time into the plan, as one undo step. */
  takeUp(draft: Draft): void {
    this.#merge({ action: "draft" }, draft.base, draft.plan, draft.conflicts);
  }

  dismissIncoming(): void {
    this.#incoming = [];
  }

  #merge(label: Label, from: PlanData, to: PlanData, open: readonly Conflict[] = []): void {
    const { plan, conflicts } = merge(from, to, this.#plan);
    this.#step(label, adopt(this.#plan, plan), open, conflicts);
  }

  #step(label: Label, after: PlanData, ...later: readonly (readonly Conflict[])[]): void {
    if (!same(this.#plan, after)) this.#steps.push(label, this.#plan, after);
    this.#put(same(this.#plan, after) ? this.#plan : after, ...later);
  }

  #put(plan: PlanData, ...later: readonly (readonly Conflict[])[]): void {
    const known = onWallsOf(this.#plan, plan, this.#conflicts);
    this.#plan = plan;
    this.#conflicts = stillOpen(plan, later.reduce(joined, known));
  }
}
