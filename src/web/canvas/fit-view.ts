import type { PlanData } from "../../model/elements/entities.ts";
import type { Box } from "../../model/geometry/polygon.ts";
import type { ScreenPoint, Viewport } from "../renderer/viewport.ts";
import { planBounds, refsWithin } from "../../model/elements/places.ts";
import { levelBeside } from "../../model/editing/levels.ts";

/** A size on the screen, in pixels. */
export interface ScreenSize {
  readonly width: number;
  readonly height: number;
}

/** Pixels from the edge of the screen at which something still counts as seen. */
const margin = 24;

/** Where an empty plan is drawn: about the size of a small flat, lying or standing as the screen is. */
const emptySheet = ({ width, height }: ScreenSize): Box =>
  width >= height
    ? { left: 0, top: 0, width: 10, height: 7 }
    : { left: 0, top: 0, width: 7, height: 10 };

/**
 * What is shown of a level at first: all that is on it, its tracing image included; of an empty one what the
 * floor beside it takes.
 */
export const sheetOf = (
  plan: PlanData,
  level: string | undefined,
  screen: ScreenSize,
  image?: Box,
): Box => {
  const isEmpty = (each: string | undefined): boolean => refsWithin(plan, each).length === 0;
  if (!isEmpty(level)) return around(planBounds(plan, level), image);
  if (image !== undefined) return image;
  const beside = levelBeside(plan, level);
  return beside === undefined || isEmpty(beside) ? emptySheet(screen) : planBounds(plan, beside);
};

const around = (box: Box, other: Box = box): Box => {
  const [left, top] = [Math.min(box.left, other.left), Math.min(box.top, other.top)];
  const right = Math.max(box.left + box.width, other.left + other.width);
  const bottom = Math.max(box.top + box.height, other.top + other.height);
  return { left, top, width: right - left, height: bottom - top };
};

/**
 * Brings a box into view: where its middle cannot be seen it comes to the middle of the screen,
 * smaller where it would not fit. True if the view has changed.
 */
export const reveal = (
  viewport: Viewport,
  { left, top, width, height }: Box,
  screen: ScreenSize,
): boolean => {
  const middle = (): ScreenPoint => viewport.toScreen([left + width / 2, top + height / 2]);
  const [x, y] = middle();
  const isSeen =
    x >= margin && x <= screen.width - margin && y >= margin && y <= screen.height - margin;
  if (isSeen || screen.width <= 0 || screen.height <= 0) return false;
  const [ax, ay] = viewport.toScreen([left, top]);
  const [bx, by] = viewport.toScreen([left + width, top + height]);
  const room = Math.min(
    (screen.width - margin * 2) / Math.max(1, Math.abs(bx - ax)),
    (screen.height - margin * 2) / Math.max(1, Math.abs(by - ay)),
  );
  if (room < 1) viewport.zoom(Math.max(room, 0.01));
  const [nowX, nowY] = middle();
  viewport.pan(screen.width / 2 - nowX, screen.height / 2 - nowY);
  return true;
};
