import type { Ref } from "../../model/elements/entities.ts";
import type { SeenHouse } from "./seen-house.ts";

/** The mark of an element over the picture, as of one that has the focus in the plan beneath. */
export class FocusMark {
  readonly #ring: HTMLElement;
  readonly #seen: SeenHouse;
  #marked: Ref | undefined;

  constructor(ring: HTMLElement, seen: SeenHouse) {
    this.#ring = ring;
    this.#seen = seen;
  }

  /** Marks an element from now on; none if it is undefined. */
  mark(ref: Ref | undefined): void {
    this.#marked = ref;
    this.place();
  }

  /** Puts the mark where the element is seen now, if it is. */
  place(): void {
    const at = this.#marked === undefined ? undefined : this.#seen.middleOf(this.#marked);
    this.#ring.hidden = at === undefined;
    if (at !== undefined) this.#ring.style.transform = `translate(${at[0]}px, ${at[1]}px)`;
  }
}
