import type { PlanData } from "../../model/elements/entities.ts";
import type { Gesture, Label } from "../store/session-state.ts";
import type { PlanDocument } from "../store/document.ts";

interface Open {
  readonly label: Label;
  /** The plan on which the gesture began. */
  readonly from: PlanData;
  readonly isTyped: boolean;
  change?: (plan: PlanData) => PlanData;
}

/** The one gesture that may be under way on a working copy. */
export class OpenGesture {
  readonly #document: PlanDocument;
  readonly #changed: () => void;
  #open: Open | undefined;

  /** `changed` is told when something else is shown. */
  constructor(copy: PlanDocument, changed: () => void) {
    this.#document = copy;
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

  /** The plan with what is typed, which is work before it is committed; a drag is none. */
  typedOn(plan: PlanData): PlanData {
    return this.#open?.isTyped === true ? this.shownOn(plan) : plan;
  }

  /** Commits what is typed. */
  commitTyped(): void {
    if (this.#open?.isTyped === true) this.#commit();
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
    if (gesture?.change !== undefined)
      this.#document.edit(gesture.label, gesture.change, gesture.from);
  }
}
