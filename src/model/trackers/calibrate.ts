import { isLeft } from "fp-ts/lib/Either.js";
import { angleOf, distance, fullTurn, type Point } from "../geometry/vector.ts";
import { isObject, type Json, type JsonObject, objectsIn, pointIn } from "../json.ts";
import { bestFit, type Fit, mapped, type PointPair } from "./similarity.ts";

/** The pairs that a calibration has; what is no pair is left out. */
export const pairsIn = (calibration: Json | undefined): readonly PointPair[] =>
  objectsIn(isObject(calibration) ? calibration["points"] : undefined).flatMap((pair) => {
    const [source, plan] = [pointIn(pair["source"]), pointIn(pair["plan"])];
    return source === undefined || plan === undefined ? [] : [{ source, plan }];
  });

/** Whether points are said to be mirrored; undefined if that follows from them. */
export const mirroredIn = (calibration: JsonObject): boolean | undefined =>
  typeof calibration["mirrored"] === "boolean" ? calibration["mirrored"] : undefined;

/** How far a map puts each pair from its place on the plan, in centimetres. */
export const residualsCm = ({ matrix }: Fit, pairs: readonly PointPair[]): readonly number[] =>
  pairs.map(({ source, plan }) => 100 * distance(mapped(matrix, source), plan));

/** The most pairs of a calibration. */
export const mostPairs = 8;

/** Metres from where the other pairs put a new one beyond which the source's map may be another one. */
const farOff = 1;

/** Centimetres of error up to which all pairs together agree after all: three may tell that the map is mirrored. */
const agreeCm = 25;

/** Metres that a source has to have moved since the last pair. */
const leastMove = 0.1;

/** What is to be said of a new pair. */
export type PairAdvice =
  | { readonly kind: "fine" }
  /** There are as many as there can be. */
  | { readonly kind: "full" }
  /** The source has the coordinates of another pair. */
  | { readonly kind: "unmoved" }
  /** It is so many metres from where the others put it, so that the source's map may have been made anew since. */
  | { readonly kind: "disagrees"; readonly metres: number };

/** What is to be said of a new pair beside those that there are. */
export const adviceOn = (
  pairs: readonly PointPair[],
  next: PointPair,
  isMirrored: boolean | undefined,
): PairAdvice => {
  const fit = bestFit(pairs, isMirrored);
  const tolerance = isLeft(fit) ? 0 : leastMove / fit.right.metresPerUnit;
  if (pairs.some(({ source }) => distance(source, next.source) <= tolerance))
    return { kind: "unmoved" };
  if (pairs.length >= mostPairs) return { kind: "full" };
  if (isLeft(fit)) return { kind: "fine" };
  const metres = distance(mapped(fit.right.matrix, next.source), next.plan);
  const together = bestFit([...pairs, next], isMirrored);
  return metres <= farOff || (!isLeft(together) && together.right.errorCm <= agreeCm)
    ? { kind: "fine" }
    : { kind: "disagrees", metres };
};

/**
 * Where a sensor looks that is at `from` and has a target, in coordinates to its right and ahead, at `to` on the plan:
 * degrees from right, clockwise on the screen.
 */
export const rotationTowards = (
  from: Point,
  to: Point,
  [right, ahead]: Point,
  isMirrored: boolean,
): number => {
  const aside = (Math.atan2(isMirrored ? -right : right, ahead) * 180) / Math.PI;
  return fullTurn(angleOf({ from, to }) - aside);
};
