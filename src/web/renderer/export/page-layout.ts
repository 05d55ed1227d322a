import { planBounds } from "../../../model/elements/places.ts";
import type { PlanData } from "../../../model/elements/entities.ts";
import type { Box } from "../../../model/geometry/polygon.ts";

/** Margin around a floor in metres, for outer walls, outward doors and dimensions. */
const around = 0.5;

/** Millimetres of the page's margin, of the title and of the scale line. */
const [margin, titleHeight, scaleHeight] = [5, 10, 12];

/** Common architectural scales, as the denominator. */
export const scales = [10, 20, 25, 50, 75, 100, 150, 200, 250, 500, 1000] as const;

/** The default scale: a flat fits on a sheet or two of A4. */
export const defaultScale = 50;

/** A floor on its page, in millimetres. */
export interface Page {
  readonly width: number;
  readonly height: number;
  /** Position of the plan's origin. */
  readonly left: number;
  readonly top: number;
  /** Millimetres per metre. */
  readonly millimetres: number;
  /** Positions of the title and of the scale line. */
  readonly title: number;
  readonly foot: number;
  readonly margin: number;
}

/** Lays out a floor with title and scale on a page of the size that it needs. */
export const pageOf = (box: Box, scale: number): Page => {
  const millimetres = 1000 / scale;
  const [wide, high] = [box.width + around * 2, box.height + around * 2];
  const height = high * millimetres;
  return {
    // The scale bar needs its width even below a small floor.
    width: Math.max(60, wide * millimetres + margin * 2),
    height: height + margin * 2 + titleHeight + scaleHeight,
    left: margin + (around - box.left) * millimetres,
    top: margin + titleHeight + (around - box.top) * millimetres,
    millimetres,
    title: margin + 6,
    foot: margin + titleHeight + height + 4,
    margin,
  };
};

/** How a floor is placed on a sheet of paper. */
export interface SheetFit {
  readonly scale: number;
  readonly isLandscape: boolean;
}

/**
 * The largest common scale at which a floor fits a sheet, rotated if that fits better; otherwise a scale that just
 * fits. `short` and `long` are the printable sides in millimetres.
 */
export const fitOnSheet = (
  plan: PlanData,
  level: string | undefined,
  short: number,
  long: number,
): SheetFit => {
  const box = planBounds(plan, level);
  const fits = (scale: number, [width, height]: readonly [number, number]): boolean => {
    const page = pageOf(box, scale);
    return page.width <= width && page.height <= height;
  };
  const turns = [
    { isLandscape: false, sheet: [short, long] },
    { isLandscape: true, sheet: [long, short] },
  ] as const;
  const preferred = box.width > box.height ? turns.toReversed() : turns;
  for (const scale of scales)
    for (const { isLandscape, sheet } of preferred)
      if (fits(scale, sheet)) return { scale, isLandscape };
  const isLandscape = box.width > box.height;
  const [width, height] = isLandscape ? [long, short] : [short, long];
  // The margins do not scale.
  const least = Math.max(
    (box.width + around * 2) / (width - margin * 2),
    (box.height + around * 2) / (height - margin * 2 - titleHeight - scaleHeight),
  );
  return { scale: Math.ceil(least * 1000), isLandscape };
};
