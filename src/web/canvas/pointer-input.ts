import type { Point } from "../../model/geometry/vector.ts";
import type { PlanPointer } from "./tools/tool.ts";

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
