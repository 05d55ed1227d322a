import type { Point } from "../../model/geometry/vector.ts";
import type { PlanPointer } from "./tools/tool.ts";
import type { ScreenPoint } from "../renderer/viewport.ts";

/** Pixels from which something is snapped to, and the metres that this is at most. */
const [snapPixels, snapMetres] = [7, 0.2];

/** What the person has switched on. */
interface Switches {
  readonly isSnapping: boolean;
  /** Whether each press adds to the selection, as for fingers. */
  readonly isPicking: boolean;
}

/** What an event over the plan is to tools: `at` in metres, where the screen has so many pixels for a metre. */
export const pointerOf = (
  event: Pick<PointerEvent, "altKey" | "shiftKey" | "ctrlKey" | "metaKey">,
  at: Point,
  scale: number,
  { isSnapping, isPicking }: Switches,
): PlanPointer => {
  const pixel = 1 / scale;
  const isOn = isSnapping && !event.altKey;
  const tolerance = Math.min(snapMetres, snapPixels * pixel);
  const isAdding = event.shiftKey || event.ctrlKey || event.metaKey || isPicking;
  return { at, isAdding, snapping: { isOn, tolerance }, pixel };
};

/** What the cross of the keyboard is to tools: it is where it is, and snaps to what lies there. */
export const crossAt = (at: Point, isAdding: boolean, isSnapping: boolean): PlanPointer => ({
  at,
  isAdding,
  snapping: { isOn: isSnapping, tolerance: 0.001 },
  pixel: 0.001,
});

/** Milliseconds after which a press is a long press, and the pixels that a finger may tremble meanwhile. */
const [holdMs, tremble] = [500, 8];

/** Recognizes a long press on the drawing. */
export class LongPress {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #from: ScreenPoint = [0, 0];
  #isHeld = false;

  /** A finger came down; `rested` is called once it has stayed there. */
  begin(at: ScreenPoint, rested: () => void): void {
    this.end();
    this.#from = at;
    this.#timer = setTimeout(() => {
      this.#isHeld = true;
      rested();
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
