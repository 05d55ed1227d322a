import { planBounds } from "../../../model/elements/places.ts";
import type { PlanData } from "../../../model/elements/entities.ts";
import type { Box } from "../../../model/geometry/polygon.ts";

/** Metres around a floor: outer walls, what opens outward, and lengths beside it. */
const around = 0.5;

/** Millimetres of paper that stay free, and those of the title and of the line with the scale. */
const [margin, titleHeight, scaleHeight] = [5, 10, 12];

/** Scales that architects use: a metre is drawn as so many thousandths of one. */
export const scales = [10, 20, 25, 50, 75, 100, 150, 200, 250, 500, 1000] as const;

/** The scale where nothing is said: a flat fits a sheet of A4 or two. */
export const defaultScale = 50;

/** A floor on paper, in millimetres of it. */
export interface Page {
  readonly width: number;
  readonly height: number;
  /** Where the origin of the plan is. */
  readonly left: number;
  readonly top: number;
  /** For a metre. */
  readonly millimetres: number;
  /** The place of the title's and the scale's lines. */
  readonly title: number;
  readonly foot: number;
  readonly margin: number;
}

/** Lays out a floor with its title and its scale on a page that is as large as it needs. */
export const pageOf = (box: Box, scale: number): Page => {
  const millimetres = 1000 / scale;
  const [wide, high] = [box.width + around * 2, box.height + around * 2];
  const height = high * millimetres;
  return {
    // The scale needs its room below the smallest shed.
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

/** How a floor lies on a sheet of paper that has a shape. */
export interface SheetFit {
  readonly scale: number;
  readonly isLandscape: boolean;
}

/**
 * The largest usual scale at which a floor fits a sheet, turned as fits better; where none of them does, one that just does.
 * `short` and `long` are the sides of what can be printed on, in millimetres.
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
  // What is around the floor does not shrink with it.
  const least = Math.max(
    (box.width + around * 2) / (width - margin * 2),
    (box.height + around * 2) / (height - margin * 2 - titleHeight - scaleHeight),
  );
  return { scale: Math.ceil(least * 1000), isLandscape };
};
