import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { States } from "../bindings/entity-state.ts";
import { type Floors, openFloor } from "./floor.ts";
import type { DistancePlace } from "./source.ts";
import {
  fewest,
  type Range,
  type RangeProblem,
  trilaterate,
  type Trilaterated,
} from "./trilateration.ts";
import { metresPerUnit, type NoValue, numberAt } from "./values.ts";

/** What else than states decides where somebody is. */
export interface Surroundings {
  readonly floors: Floors;
  /** Whether an entity has changed so recently that its distance counts. */
  readonly isFresh: (entity: string) => boolean;
}

/** No walls, and distances of any age. */
export const noSurroundings: Surroundings = { floors: () => openFloor, isFresh: () => true };

const rangeAt = (
  { distance, at, height }: DistancePlace,
  states: States,
): Either<NoValue, Range> => {
  const value = numberAt(distance, states);
  if (isLeft(value)) return value;
  const unit = metresPerUnit(undefined, distance, states);
  return isLeft(unit) ? unit : right({ at, height, metres: Math.abs(value.right * unit.right) });
};

/**
 * The place that the distances to receivers give. Those that are old or have no value do not count; if that leaves too few,
 * the first problem is told, and none is absence.
 */
export const placeByDistances = (
  distances: readonly DistancePlace[],
  level: string | undefined,
  states: States,
  { floors, isFresh }: Surroundings,
): Either<NoValue | ({ readonly kind: "problem" } & RangeProblem), Trilaterated> => {
  const ranges: Range[] = [];
  let problem: NoValue | undefined;
  for (const each of distances) {
    const range = rangeAt(each, states);
    if (isLeft(range)) problem ??= range.left.kind === "problem" ? range.left : undefined;
    else if (isFresh(each.distance.entity)) ranges.push(range.right);
  }
  if (ranges.length < fewest && problem !== undefined) return left(problem);
  if (ranges.length === 0) return left({ kind: "absent" });
  const found = trilaterate(ranges, floors(level));
  return isLeft(found) ? left({ kind: "problem", ...found.left }) : found;
};
