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

/**
 * What can be undone and redone. A step is a pair of plans, and undoing is a merge of its reverse
 * into the plan, so that what others did since stays.
 */
export class Steps {
  #undo: readonly Step[] = [];
  #redo: readonly Step[] = [];
  #shifts: Shift[] = [];

  get undoLabel(): Label | undefined {
    return this.#undo.at(-1)?.label;
  }

  get redoLabel(): Label | undefined {
    return this.#redo.at(-1)?.label;
  }

  /** A new step; what was undone before can no longer be redone. */
  push(label: Label, before: PlanData, after: PlanData): void {
    const step = { label, before, after, since: this.#shifts.length };
    this.#undo = [...this.#undo, step].slice(-mostSteps);
    this.#redo = [];
  }

  /** Others replaced the base: the steps stand on the next one from now on. */
  shift(base: PlanData, next: PlanData): void {
    const steps = [...this.#undo, ...this.#redo];
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

  /** The plan without the last step; undefined where there is none. */
  undo(plan: PlanData): PlanData | undefined {
    const last = this.#undo.at(-1);
    if (last === undefined) return undefined;
    const step = this.#shifted(last);
    this.#undo = this.#undo.slice(0, -1);
    this.#redo = [...this.#redo, step];
    return change(step.after, plan, step.before);
  }

  /** The plan with the step that was undone last; undefined where there is none. */
  redo(plan: PlanData): PlanData | undefined {
    const last = this.#redo.at(-1);
    if (last === undefined) return undefined;
    const step = this.#shifted(last);
    this.#redo = this.#redo.slice(0, -1);
    this.#undo = [...this.#undo, step];
    return change(step.before, plan, step.after);
  }

  #shifted(step: Step): Step {
    const shifts = this.#shifts.slice(step.since);
    const move = (plan: PlanData): PlanData =>
      shifts.reduce((moved, { base, next }) => change(base, moved, next), plan);
    return {
      label: step.label,
      before: move(step.before),
      after: move(step.after),
      since: this.#shifts.length,
    };
  }
}

const change = (from: PlanData, plan: PlanData, to: PlanData): PlanData =>
  same(from, plan) ? to : merge(from, plan, to).plan;
