import { tidy } from "../model/geometry/vector.ts";
import { type Json, deepEqual } from "../model/json.ts";

/** What each side has. */
export type Sides<A> = readonly [base: A, mine: A, theirs: A];

/** A value that both sides have changed differently. */
const contested = Symbol("contested");

/** Whether two numbers are one to an editor, which writes no more digits than somebody drew. */
const isUnmoved = (one: Json | undefined, other: Json | undefined): boolean =>
  typeof one === "number" && typeof other === "number"
    ? tidy(one) === tidy(other)
    : deepEqual(one, other);

const mergeNumber = ([base, mine, theirs]: Sides<Json | undefined>):
  | Json
  | undefined
  | typeof contested => {
  if (deepEqual(mine, theirs) || isUnmoved(base, theirs)) return mine;
  return isUnmoved(base, mine) ? theirs : contested;
};

/**
 * One corner: `x`, `z`, and what it holds besides, each by itself, as a wall is moved along one of them.
 * Undefined where both moved it to different places.
 */
export const mergeCorner = (sides: Sides<readonly Json[]>): readonly Json[] | undefined => {
  const length = Math.max(...sides.map((side) => side.length));
  const merged: Json[] = [];
  for (let at = 0; at < length; at += 1) {
    const [base, mine, theirs] = sides;
    const value = mergeNumber([base[at], mine[at], theirs[at]]);
    if (value === contested) return undefined;
    if (value !== undefined) merged.push(value);
  }
  return merged;
};
