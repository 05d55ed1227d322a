import { type Background, backgroundOf, levelsOf, defaultImageWidth } from "../elements/levels.ts";
import { planBounds } from "../elements/places.ts";
import { entriesOf, type PlanData } from "../elements/entities.ts";
import { withoutReferences } from "../elements/references.ts";
import {
  distance,
  fullTurn,
  minus,
  plus,
  type Point,
  roundForStorage,
  turned,
} from "../geometry/vector.ts";
import { withEntries } from "./change.ts";

/** Changes fields of a floor's tracing image. */
export const setBackground = (
  plan: PlanData,
  level: string,
  fields: Partial<Background>,
): PlanData => {
  const former = entriesOf(entriesOf(plan["backgrounds"])[level]);
  return withEntries(plan, "backgrounds", { [level]: { ...former, ...fields } });
};

/** Where an image lies whose scale is known, in metres. */
export type ImagePlace = Pick<Background, "left" | "top" | "width">;

/**
 * Replaces the image under a floor at the same position, or at its own place if that is known, or puts a new one under what is drawn there. A plan without
 * floors first gets one named `nameOfFirst`.
 */
export const placeBackground = (
  plan: PlanData,
  level: string,
  url: string,
  nameOfFirst: string,
  place?: ImagePlace,
): PlanData => {
  const own = place && {
    left: roundForStorage(place.left),
    top: roundForStorage(place.top),
    width: roundForStorage(place.width),
    rotation: 0,
  };
  if (backgroundOf(plan, level) !== undefined) return setBackground(plan, level, { url, ...own });
  const { left, top, width } = planBounds(plan, level);
  const levels = levelsOf(plan).length === 0 ? [{ id: level, name: nameOfFirst }] : plan["levels"];
  return setBackground({ ...plan, levels }, level, {
    url,
    left: roundForStorage(left),
    top: roundForStorage(top),
    width: width > 0 ? roundForStorage(width) : defaultImageWidth,
    opacity: 0.5,
    ...own,
  });
};

/** Removes the tracing image of a floor. */
export const removeBackground = (plan: PlanData, level: string): PlanData =>
  withoutReferences(plan, "backgrounds", new Set([level]));

/**
 * Scales the image so that two of its points, drawn at `from` and `to`, are `metres` apart; the first stays where it
 * is. Unchanged if the points coincide or `metres` is not a valid length.
 */
export const scaleBackground = (
  plan: PlanData,
  level: string,
  [from, to]: readonly [Point, Point],
  metres: number,
): PlanData => {
  const image = backgroundOf(plan, level);
  const drawn = distance(from, to);
  if (image === undefined || drawn < 0.005 || !(metres > 0)) return plan;
  const factor = metres / drawn;
  return setBackground(plan, level, {
    left: roundForStorage(from[0] - (from[0] - image.left) * factor),
    top: roundForStorage(from[1] - (from[1] - image.top) * factor),
    width: roundForStorage(image.width * factor),
  });
};

/** Rotates the image clockwise by degrees about a point in the plan. */
export const rotateBackground = (
  plan: PlanData,
  level: string,
  degrees: number,
  about: Point,
): PlanData => {
  const image = backgroundOf(plan, level);
  if (image === undefined || !Number.isFinite(degrees) || degrees === 0) return plan;
  const [left, top] = plus(about, turned(minus([image.left, image.top], about), degrees));
  // Coarser rounding would visibly move the far end of a large scan.
  const rotation = Math.round(fullTurn(image.rotation + degrees) * 1000) / 1000;
  return setBackground(plan, level, {
    left: roundForStorage(left),
    top: roundForStorage(top),
    rotation,
  });
};

/**
 * Straightens and scales the image in one step: rotates it by degrees about the first of two points, and then makes the
 * points `metres` apart, if that is given.
 */
export const straightenBackground = (
  plan: PlanData,
  level: string,
  [from, to]: readonly [Point, Point],
  degrees: number,
  metres: number | undefined,
): PlanData => {
  const straight = rotateBackground(plan, level, degrees, from);
  const end = plus(from, turned(minus(to, from), degrees));
  return metres === undefined ? straight : scaleBackground(straight, level, [from, end], metres);
};

/** How far from straight a line of a scan may be, in degrees, and still be meant to be straight. */
const nearlyStraight = 15;

/** Whether a line that needs so many degrees to be straight was meant to be. */
export const isNearlyStraight = (degrees: number): boolean => Math.abs(degrees) <= nearlyStraight;

/**
 * The rotation in degrees, clockwise, that makes a line on a scan horizontal or vertical, whichever is nearer; 0 if
 * both points coincide.
 */
export const straightening = ([from, to]: readonly [Point, Point]): number => {
  const [x, z] = minus(to, from);
  const angle = (Math.atan2(z, x) * 180) / Math.PI;
  return Math.round(angle / 90) * 90 - angle;
};
