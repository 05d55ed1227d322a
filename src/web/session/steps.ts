import { type PlanData } from "../../elements/entities.ts";
import { same } from "../../json/json.ts";
import { merge } from "../../merge/merge.ts";
import type { Label } from "./state.ts";

interface Step {
  readonly label: Label;
  readonly before: PlanData;
  readonly after: PlanData;
  /** How many shifts there were when it was made. */
  readonly since: number;
}

/** A base that others replaced by the next. */
interface Shift {
  readonly base: PlanData;
  readonly next: PlanData;
}

const mostSteps = 100;

/** Back over the last step, or again over the one that was undone last. */
export type Way = "undo" | "redo";

/**
 * What can be undone and redone. A step is a pair of plans, and undoing is a merge of its reverse
 * into the plan, so that what others did since stays.
 */
export class Steps {
  readonly #steps: Record<Way, readonly Step[]> = { undo: [], redo: [] };
  #shifts: Shift[] = [];

  /** What the next undo or redo is about. */
  label(way: Way): Label | undefined {
    return this.#steps[way].at(-1)?.label;
  }

  /** A new step; what was undone before can no longer be redone. */
  push(label: Label, before: PlanData, after: PlanData): void {
    const step = { label, before, after, since: this.#shifts.length };
    this.#steps.undo = [...this.#steps.undo, step].slice(-mostSteps);
    this.#steps.redo = [];
  }

  /** Others replaced the base: the steps stand on the next one from now on. */
  shift(base: PlanData, next: PlanData): void {
    const steps = [...this.#steps.undo, ...this.#steps.redo];
    if (steps.length === 0) {
      this.#shifts = [];
      return;
    }
    const last = this.#shifts.at(-1);
    const isLastSeen = steps.some(({ since }) => since === this.#shifts.length);
    if (last !== undefined && last.next === base && !isLastSeen) {
      this.#shifts[this.#shifts.length - 1] = { base: last.base, next };
    } else {
      this.#shifts.push({ base, next });
    }
  }

  /** The plan without the last step, or with the one that was undone last; the same where there is none. */
  take(way: Way, plan: PlanData): PlanData {
    const last = this.#steps[way].at(-1);
    if (last === undefined) return plan;
    const step = this.#shifted(last);
    const back = way === "undo" ? "redo" : "undo";
    this.#steps[way] = this.#steps[way].slice(0, -1);
    this.#steps[back] = [...this.#steps[back], step];
    return way === "undo"
      ? change(step.after, plan, step.before)
      : change(step.before, plan, step.after);
  }

  #shifted(step: Step): Step {
    const shifts = this.#shifts.slice(step.since);
    const move = (plan: PlanData): PlanData =>
      shifts.reduce((moved, { base, next }) => change(base, moved, next), plan);
    const since = this.#shifts.length;
    return { ...step, before: move(step.before), after: move(step.after), since };
  }
}

const change = (from: PlanData, plan: PlanData, to: PlanData): PlanData =>
  same(from, plan) ? to : merge(from, plan, to).plan;
