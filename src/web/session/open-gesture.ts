import type { PlanData } from "../../elements/entities.ts";
import type { Gesture, Label } from "./state.ts";

type Edit = (plan: PlanData) => PlanData;

/** What becomes of a gesture. */
export interface GestureEnds {
  /** The plan without the gesture. */
  plan(): PlanData;
  /** The last preview is to become one undo step. `from`: the plan on which the gesture began. */
  edit(label: Label, change: Edit, from: PlanData): void;
  /** What is shown has changed. */
  changed(): void;
}

interface Open {
  readonly label: Label;
  readonly from: PlanData;
  change: Edit | undefined;
}

/** The one gesture that may be under way. */
export class OpenGesture {
  readonly #ends: GestureEnds;
  #open: Open | undefined;

  constructor(ends: GestureEnds) {
    this.#ends = ends;
  }

  /** Starts a gesture; one that is still open is committed. */
  begin(label: Label): Gesture {
    this.#commit();
    const gesture: Open = { label, from: this.#ends.plan(), change: undefined };
    this.#open = gesture;
    const whileOpen = (act: () => void): void => {
      if (this.#open !== gesture) return;
      act();
      this.#ends.changed();
    };
    return {
      preview: (change) => whileOpen(() => (gesture.change = change)),
      commit: () => whileOpen(() => this.#commit()),
      cancel: () => whileOpen(() => this.cancel()),
    };
  }

  /** Takes the preview back, if there is one. */
  cancel(): void {
    this.#open = undefined;
  }

  /** The plan with what the gesture previews. */
  shownOn(plan: PlanData): PlanData {
    return this.#open?.change?.(plan) ?? plan;
  }

  #commit(): void {
    const gesture = this.#open;
    this.#open = undefined;
    if (gesture?.change !== undefined) this.#ends.edit(gesture.label, gesture.change, gesture.from);
  }
}
