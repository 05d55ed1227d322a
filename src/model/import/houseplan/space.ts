import type { Point } from "../../geometry/vector.ts";
import { refuse } from "../refusal.ts";
import type { Source } from "../json-source.ts";

/** Cells of the grid along the width of a space's canvas (houseplan-card, `validation.py`, `NORMALIZED_CANVAS_CELLS`). */
const cells = 240;

/** Centimetres of a cell where a space does not say so. */
const usualCell = 5;

/** The largest cell, in centimetres, that its schema allows. */
const largestCell = 1000;

/** A space of houseplan-card, which is a floor of ours, and its measure. */
export interface Space {
  readonly id: string;
  readonly source: Source;
  /** Metres of the width of its canvas, and of what its `y` are parts of. */
  readonly width: number;
  readonly height: number;
  /** Whether it is of the time before canvases were square. */
  readonly isOld: boolean;
}

/** A space, measured: metres are a part of the canvas × cells × centimetres of a cell ÷ 100. */
export const spaceOf = (source: Source): Space => {
  const cell = source.field("cell_cm").number() ?? usualCell;
  if (!(cell > 0 && cell <= largestCell))
    refuse("badNumber", source.file, { place: source.field("cell_cm").place });
  const aspect = source.field("aspect").number() ?? 1;
  if (!(aspect >= 0.05 && aspect <= 20))
    refuse("badNumber", source.file, { place: source.field("aspect").place });
  const width = (cells * cell) / 100;
  return {
    id: source.field("id").needed(),
    source,
    width,
    height: width / aspect,
    isOld: !source.field("aspect").isMissing,
  };
};

/** A point of a space in metres, from two fields. */
export const pointFrom = (space: Space, x: Source, y: Source): Point => [
  x.metres(space.width),
  y.metres(space.height),
];

/** A point that is written as a list of two numbers. */
export const pointOf = (space: Space, source: Source): Point => {
  const [x, y, ...more] = source.list();
  if (x === undefined || y === undefined || more.length > 0)
    return refuse("wrongType", source.file, { place: source.place, expected: "[x, y]" });
  return pointFrom(space, x, y);
};
