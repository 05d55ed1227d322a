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

/** A step, and the plan after it. */
interface Taken {
  readonly step: Step;
  readonly plan: PlanData;
}

const maxSteps = 100;

/** The two ways through the undo history. */
export type HistoryDirection = "undo" | "redo";

/**
 * The undo history. A step is a pair of plans; undoing it merges its reverse into the current plan, where other changes
 * to the same element win. So the changes of others stay, and a step with nothing left to change is dropped.
 */
export class EditHistory {
  readonly #steps: Record<HistoryDirection, readonly Step[]> = { undo: [], redo: [] };
  /** The last result, since every change of the display asks for it. */
  readonly #known: Record<
    HistoryDirection,
    { from: PlanData; last: Step; taken: Taken } | undefined
  > = {
    undo: undefined,
    redo: undefined,
  };

  /** The label of the next undo or redo of a plan. Steps that would change nothing are dropped. */
  label(way: HistoryDirection, plan: PlanData): Label | undefined {
    return this.#next(way, plan)?.step.label;
  }

  /** Adds a step and clears redo. */
  push(label: Label, before: PlanData, after: PlanData): void {
    this.#steps.undo = [...this.#steps.undo, { label, before, after }].slice(-maxSteps);
    this.#steps.redo = [];
  }

  /**
   * Adapts the steps to a conflicting new base: a step that began with a value of the old base begins with the new one,
   * so that undoing it restores the others' value.
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

  /** The plan after an undo or redo; the same plan if there is none. */
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
