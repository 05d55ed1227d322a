import type { PlanData } from "../../model/elements/entities.ts";
import { type Box, boxAround } from "../../model/geometry/polygon.ts";
import type { ScreenPoint, Viewport } from "../renderer/viewport.ts";
import { planBounds, refsWithin } from "../../model/elements/places.ts";
import { levelBeside } from "../../model/editing/levels.ts";
import { type Background, backgroundOf, shownLevel } from "../../model/elements/levels.ts";
import { plus, type Point, turned } from "../../model/geometry/vector.ts";

/** A size on the screen, in pixels. */
export interface ScreenSize {
  readonly width: number;
  readonly height: number;
}

/** Margin in pixels within which something still counts as visible. */
const margin = 24;

/** The initial area of an empty plan: about a small flat, in the screen's orientation. */
const emptySheet = ({ width, height }: ScreenSize): Box =>
  width >= height
    ? { left: 0, top: 0, width: 10, height: 7 }
    : { left: 0, top: 0, width: 7, height: 10 };

/**
 * The initial view of a level: everything on it, including its tracing image; for an empty one, the extent of the floor
 * beside it.
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

/** Whether a place is on the screen, and not at its very edge. */
const isSeen = ([x, y]: ScreenPoint, { width, height }: ScreenSize): boolean =>
  x >= margin && x <= width - margin && y >= margin && y <= height - margin;

/** Whether all of a box is on the screen. */
export const isShown = (
  viewport: Viewport,
  { left, top, width, height }: Box,
  screen: ScreenSize,
): boolean =>
  [viewport.toScreen([left, top]), viewport.toScreen([left + width, top + height])].every(
    ([x, y]) => x >= 0 && x <= screen.width && y >= 0 && y <= screen.height,
  );

/**
 * Brings a box into view: centres it if its middle is not visible, zooming out if it does not fit. With `whole`, the
 * size of the drawing whose visible part is `screen`, all of a box that is no larger than that is brought into view.
 * Returns whether the view changed.
 */
export const reveal = (
  viewport: Viewport,
  { left, top, width, height }: Box,
  screen: ScreenSize,
  whole?: ScreenSize,
): boolean => {
  const middle = (): ScreenPoint => viewport.toScreen([left + width / 2, top + height / 2]);
  const [a, b] = [viewport.toScreen([left, top]), viewport.toScreen([left + width, top + height])];
  const [wide, high] = [Math.abs(b[0] - a[0]), Math.abs(b[1] - a[1])];
  const isWanted = whole !== undefined && wide <= whole.width && high <= whole.height;
  const wanted = isWanted ? [a, b] : [middle()];
  if (wanted.every((at) => isSeen(at, screen)) || screen.width <= 0 || screen.height <= 0)
    return false;
  const room = Math.min(
    (screen.width - margin * 2) / Math.max(1, wide),
    (screen.height - margin * 2) / Math.max(1, high),
  );
  if (room < 1) viewport.zoom(Math.max(room, 0.01));
  const [nowX, nowY] = middle();
  viewport.pan(screen.width / 2 - nowX, screen.height / 2 - nowY);
  return true;
};

/** The own sizes of images in pixels, by address; undefined while loading. */
const sizes = new Map<string, ScreenSize | undefined>();

/** The own size of an image in pixels; undefined until loaded, when `loaded` is called. */
export const sizeOfImage = (address: string, loaded: () => void): ScreenSize | undefined => {
  if (sizes.has(address) || address === "") return sizes.get(address);
  sizes.set(address, undefined);
  const image = new Image();
  image.addEventListener("load", () => {
    sizes.set(address, { width: Math.max(1, image.naturalWidth), height: image.naturalHeight });
    loaded();
  });
  // Retried later, as the connection may be lost.
  image.addEventListener("error", () => sizes.delete(address));
  image.src = address;
  return undefined;
};

/** The tracing image of the shown floor, if any. */
export const shownImage = (plan: PlanData, wanted: string | undefined): Background | undefined => {
  const level = shownLevel(plan, wanted);
  return level === undefined ? undefined : backgroundOf(plan, level);
};

/**
 * The corners of a tracing image on the plan, clockwise from its own top left. Until it is loaded it counts as a
 * square; `loaded` is called then.
 */
export const cornersOfImage = (
  image: Background,
  address: string,
  loaded: () => void,
): readonly Point[] => {
  const { left, top, width, rotation } = image;
  const own = sizeOfImage(address, loaded) ?? { width: 1, height: 1 };
  const height = image.height || (width * own.height) / own.width;
  const corners: readonly Point[] = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ];
  return corners.map((corner) => plus([left, top], turned(corner, rotation)));
};

/** The bounding box of a tracing image on the plan. */
export const boxOfImage = (...place: Parameters<typeof cornersOfImage>): Box | undefined =>
  boxAround(cornersOfImage(...place));
