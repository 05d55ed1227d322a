import { boxAround } from "../../geometry/polygon.ts";
import type { Point } from "../../geometry/vector.ts";
import type { ImportLosses } from "../refusal.ts";
import type { Drawing } from "./records.ts";
import { pointsIn } from "./units.ts";

/** Metres from the origin beyond which a whole drawing is in the coordinates of a survey, such as those of a country. */
const farthest = 1000;

/** How far the nearer end of a stretch is from zero. */
const awayFromZero = (from: number, to: number): number => (from > 0 ? from : to < 0 ? -to : 0);

/**
 * What is taken from the places of a drawing, in metres with z down the page, so that it begins at the origin; reported. Zero
 * for one that is not far from there as a whole.
 */
export const surveyOffset = (
  { entities }: Drawing,
  metres: number,
  losses: ImportLosses,
): Point => {
  const box = boxAround(pointsIn(entities, true));
  if (box === undefined) return [0, 0];
  const [left, bottom] = [box.left * metres, box.top * metres];
  const [right, top] = [left + box.width * metres, bottom + box.height * metres];
  const away = Math.max(awayFromZero(left, right), awayFromZero(bottom, top));
  if (!(away > farthest) || !Number.isFinite(right) || !Number.isFinite(top)) return [0, 0];
  const [x, y] = [Math.floor(left), Math.ceil(top)];
  losses.add("movedToOrigin", `x ${x} m, y ${y} m`);
  return [x, -y];
};
