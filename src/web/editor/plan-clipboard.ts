import type { Fragment } from "../../model/editing/fragment.ts";
import { readFragment, writeFragment } from "../model/fragment-text.ts";

/** What was copied last: kept here, and given to the system's clipboard as a text where the browser lets us. */
export class PlanClipboard {
  #fragment: Fragment | undefined;
  /** Whether the system's clipboard got it, so that other things there are newer. */
  #isShared = false;

  get fragment(): Fragment | undefined {
    return this.#fragment;
  }

  put(fragment: Fragment): void {
    this.#fragment = fragment;
    this.#isShared = false;
  }

  /** Gives what was copied to an event of the system's clipboard. */
  give(event: ClipboardEvent): void {
    if (this.#fragment === undefined || event.clipboardData === null) return;
    event.clipboardData.setData("text/plain", writeFragment(this.#fragment));
    event.preventDefault();
    this.#isShared = true;
  }

  /** Gives it to the system's clipboard without an event, as for a menu: only secure pages may. */
  async share(): Promise<void> {
    if (this.#fragment === undefined || !("clipboard" in navigator)) return;
    try {
      await navigator.clipboard.writeText(writeFragment(this.#fragment));
      this.#isShared = true;
    } catch {
      // Who does not allow it pastes in this editor alone.
    }
  }

  /** Asks the system's clipboard where nothing was copied here: as for a menu, which gets no event. */
  async ask(): Promise<void> {
    if (this.#fragment !== undefined || !("clipboard" in navigator)) return;
    try {
      this.take(await navigator.clipboard.readText());
    } catch {
      // Who does not allow it pastes what was copied in this editor.
    }
  }

  /** Takes a text of the system's clipboard; false where it is newer than what was copied here, and none of a plan. */
  take(text: string): boolean {
    const fragment = readFragment(text);
    if (fragment === undefined) return text === "" || !this.#isShared;
    this.#fragment = fragment;
    this.#isShared = true;
    return true;
  }
}
