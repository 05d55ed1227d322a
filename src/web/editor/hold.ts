import type { ScreenPoint } from "../renderer/viewport.ts";

/** How long a finger rests until it means something else than a tap, and how far it may tremble meanwhile, in pixels. */
const [holdMs, tremble] = [500, 8];

/** Tells when a finger rests on the drawing. */
export class LongPress {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #from: ScreenPoint = [0, 0];
  #isHeld = false;

  /** A finger came down; `held` is called once it has rested there. */
  begin(at: ScreenPoint, held: () => void): void {
    this.end();
    this.#from = at;
    this.#timer = setTimeout(() => {
      this.#isHeld = true;
      held();
    }, holdMs);
  }

  /** The finger is there now. */
  moved(at: ScreenPoint): void {
    if (Math.hypot(at[0] - this.#from[0], at[1] - this.#from[1]) > tremble)
      clearTimeout(this.#timer);
  }

  /** The finger is up, or does something else; true where it had rested, so that it is no tap. */
  end(): boolean {
    clearTimeout(this.#timer);
    const wasHeld = this.#isHeld;
    this.#isHeld = false;
    return wasHeld;
  }
}
