import { type Background, backgroundOf, levelsOf, usualImageWidth } from "../elements/levels.ts";
import { planBounds } from "../elements/places.ts";
import { entriesOf, type PlanData } from "../elements/entities.ts";
import { withoutReferences } from "../elements/references.ts";
import { distance, fullTurn, minus, plus, type Point, tidy, turned } from "../geometry/vector.ts";
import { withEntries } from "./change.ts";

/** Changes the tracing image of a level; its other fields stay as they are. */
export const setBackground = (
  plan: PlanData,
  level: string,
  fields: Partial<Background>,
): PlanData => {
  const former = entriesOf(entriesOf(plan["backgrounds"])[level]);
  return withEntries(plan, "backgrounds", { [level]: { ...former, ...fields } });
};

/**
 * Puts a new image under a floor: where the former one was, else under what is drawn there. A plan
 * without floors gets this one, named `nameOfFirst`.
 */
export const placeBackground = (
  plan: PlanData,
  level: string,
  url: string,
  nameOfFirst: string,
): PlanData => {
  if (backgroundOf(plan, level) !== undefined) return setBackground(plan, level, { url });
  const { left, top, width } = planBounds(plan, level);
  const levels = levelsOf(plan).length === 0 ? [{ id: level, name: nameOfFirst }] : plan["levels"];
  return setBackground({ ...plan, levels }, level, {
    url,
    left: tidy(left),
    top: tidy(top),
    width: width > 0 ? tidy(width) : usualImageWidth,
    opacity: 0.5,
  });
};

/** Takes the tracing image of a level out of the plan. */
export const removeBackground = (plan: PlanData, level: string): PlanData =>
  withoutReferences(plan, "backgrounds", new Set([level]));

/**
 * Scales the image so that two points of it, which are drawn at `from` and `to`, are `metres`
 * apart; the first stays where it is. Unchanged where they are one point or `metres` is no length.
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
    left: tidy(from[0] - (from[0] - image.left) * factor),
    top: tidy(from[1] - (from[1] - image.top) * factor),
    width: tidy(image.width * factor),
  });
};

/** Turns the image clockwise by degrees about a point of the plan. */
export const rotateBackground = (
  plan: PlanData,
  level: string,
  degrees: number,
  about: Point,
): PlanData => {
  const image = backgroundOf(plan, level);
  if (image === undefined || !Number.isFinite(degrees) || degrees === 0) return plan;
  const [left, top] = plus(about, turned(minus([image.left, image.top], about), degrees));
  // What is written to the centimetre would move a large scan at its other end.
  const rotation = Math.round(fullTurn(image.rotation + degrees) * 1000) / 1000;
  return setBackground(plan, level, { left: tidy(left), top: tidy(top), rotation });
};

/**
 * Degrees, clockwise, by which a line between two points of a scan has to be turned to run straight
 * across or down, whichever is nearer; 0 where they are one point.
 */
export const straightening = ([from, to]: readonly [Point, Point]): number => {
  const [x, z] = minus(to, from);
  const angle = (Math.atan2(z, x) * 180) / Math.PI;
  return Math.round(angle / 90) * 90 - angle;
};
