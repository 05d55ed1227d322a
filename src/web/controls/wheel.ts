import type { ScreenPoint, Viewport } from "../renderer/viewport.ts";

/** How far a wheel turns the view. */
interface Wheel {
  /** Pixels of a line, which some wheels tell instead. */
  readonly line: number;
  /** How much a pixel zooms, as the exponent of e. */
  readonly speed: number;
  /** The most pixels that one event counts for. */
  readonly most: number;
}

/** For small steps, as somebody draws; a fast spin goes far. */
export const fineWheel: Wheel = { line: 16, speed: 0.0016, most: Infinity };

/** For a look at the whole or at one room. */
export const coarseWheel: Wheel = { line: 30, speed: 0.0025, most: 300 };

/** Turns the wheel: it zooms about the pointer, and with Shift it moves the view sideways. */
export const turnWheel = (
  viewport: Viewport,
  event: WheelEvent,
  at: ScreenPoint,
  { line, speed, most }: Wheel,
): void => {
  const lines = event.deltaMode === 1 ? line : 1;
  if (event.shiftKey) return viewport.pan(-(event.deltaX + event.deltaY) * lines, 0);
  const pixels = Math.max(-most, Math.min(most, event.deltaY * lines));
  // Browsers tell two fingers on a touchpad as a wheel with Ctrl, in small steps.
  viewport.zoom(Math.exp(-pixels * (event.ctrlKey ? 0.01 : speed)), at);
};
