import type { ScreenPoint, Viewport } from "../drawing/viewport.ts";

/** The most pixels that one event of a wheel counts for. */
const most = 300;

/** Turns the wheel: it zooms about the pointer, and with Shift it moves the view sideways. */
export const turnWheel = (viewport: Viewport, event: WheelEvent, at: ScreenPoint): void => {
  const lines = event.deltaMode === 1 ? 16 : 1;
  if (event.shiftKey) return viewport.pan(-(event.deltaX + event.deltaY) * lines, 0);
  // Browsers tell two fingers on a touchpad as a wheel with Ctrl, in small steps.
  const speed = event.ctrlKey ? 0.01 : 0.0016;
  const pixels = Math.max(-most, Math.min(most, event.deltaY * lines));
  viewport.zoom(Math.exp(-pixels * speed), at);
};
