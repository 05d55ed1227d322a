import type { Draft, InvalidInput } from "../store/session-state.ts";

/** Texts that were typed and are not part of the plan, each by a name of its place. */
export class InvalidInputs {
  #now: ReadonlyMap<string, InvalidInput> = new Map();

  /** Each change makes a new one. */
  get now(): ReadonlyMap<string, InvalidInput> {
    return this.#now;
  }

  /** Keeps a text, or with undefined lets go of it; false where that changes nothing. */
  keep(place: string, held: InvalidInput | undefined): boolean {
    const known = this.#now.get(place);
    if (known?.text === held?.text && known?.isTold === held?.isTold) return false;
    const next = new Map(this.#now);
    if (held === undefined) next.delete(place);
    else next.set(place, held);
    this.#now = next;
    return true;
  }

  /** Takes over those of a draft; what is held in the same place now stays. */
  takeUp({ held = new Map() }: Draft): void {
    this.#now = new Map([...held, ...this.#now]);
  }
}
