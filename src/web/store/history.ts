import type { PlanData } from "../../model/elements/entities.ts";
import { deepEqual } from "../../model/json.ts";
import { type Conflict, merge } from "../../model/merge/merge.ts";
import { valueIn } from "../../model/merge/take-theirs.ts";
import type { Label } from "./session-state.ts";

interface Step {
  readonly label: Label;
  readonly before: PlanData;
  readonly after: PlanData;
}

/** A step, and the plan that taking it gives. */
interface Taken {
  readonly step: Step;
  readonly plan: PlanData;
}

const maxSteps = 100;

/** Back over the last step, or again over the one that was undone last. */
export type HistoryDirection = "undo" | "redo";

/**
 * What can be undone and redone. A step is a pair of plans, and taking it back is a merge of its
 * reverse into the plan in which whatever else was done to the same thing wins. So what others did
 * since stays, and a step that has nothing left to change is dropped.
 */
export class EditHistory {
  readonly #steps: Record<HistoryDirection, readonly Step[]> = { undo: [], redo: [] };
  /** What was found last, as every change of what is shown asks for it. */
  readonly #known: Record<
    HistoryDirection,
    { from: PlanData; last: Step; taken: Taken } | undefined
  > = {
    undo: undefined,
    redo: undefined,
  };

  /** What the next undo or redo of a plan is about. Steps that would change nothing in it are dropped. */
  label(way: HistoryDirection, plan: PlanData): Label | undefined {
    return this.#next(way, plan)?.step.label;
  }

  /** A new step; what was undone before can no longer be redone. */
  push(label: Label, before: PlanData, after: PlanData): void {
    this.#steps.undo = [...this.#steps.undo, { label, before, after }].slice(-maxSteps);
    this.#steps.redo = [];
  }

  /**
   * Others changed the base into the next one, in conflict with what a person did. Where a step began
   * with what the base had, it begins with theirs from now on: undoing it is to bring back that.
   */
  shift(base: PlanData, next: PlanData, conflicts: readonly Conflict[]): void {
    const shifted = (step: Step): Step => {
      const isAbout = (conflict: Conflict): boolean =>
        !deepEqual(valueIn(step.before, conflict), valueIn(step.after, conflict));
      if (!conflicts.some(isAbout)) return step;
      const before = merge(base, step.before, next).plan;
      return { ...step, before, after: merge(step.before, step.after, before).plan };
    };
    this.#steps.undo = this.#steps.undo.map(shifted);
    this.#steps.redo = this.#steps.redo.map(shifted);
  }

  /** The plan without the last step, or with the one that was undone last; the same where there is none. */
  take(way: HistoryDirection, plan: PlanData): PlanData {
    const next = this.#next(way, plan);
    if (next === undefined) return plan;
    const back = way === "undo" ? "redo" : "undo";
    this.#steps[way] = this.#steps[way].slice(0, -1);
    this.#steps[back] = [...this.#steps[back], next.step];
    return next.plan;
  }

  #next(way: HistoryDirection, from: PlanData): Taken | undefined {
    for (;;) {
      const last = this.#steps[way].at(-1);
      if (last === undefined) return undefined;
      const known = this.#known[way];
      if (known?.from === from && known.last === last) return known.taken;
      const plan =
        way === "undo"
          ? change(last.after, from, last.before)
          : change(last.before, from, last.after);
      if (!deepEqual(plan, from)) {
        const taken = { step: last, plan };
        this.#known[way] = { from, last, taken };
        return taken;
      }
      this.#steps[way] = this.#steps[way].slice(0, -1);
    }
  }
}

const change = (from: PlanData, plan: PlanData, to: PlanData): PlanData =>
  deepEqual(from, plan) ? to : merge(from, plan, to).plan;
