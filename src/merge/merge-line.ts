import type { Versions } from "../model/merge/conflict.ts";
import { dot, minus } from "../model/geometry/vector.ts";
import { leastLine, lengthOf, type Wall } from "../geometry/wall.ts";
import { isObject, type Json, type JsonObject, listIn, deepEqual } from "../model/json.ts";
import { pointIn } from "../json/read.ts";
import { mergeCorner, type Sides } from "./merge-corner.ts";

const lineIn = (from: Json | undefined, to: Json | undefined): Wall | undefined => {
  const [start, end] = [pointIn(from), pointIn(to)];
  return start && end && { from: start, to: end };
};

const isAlike = (one: JsonObject, other: JsonObject): boolean =>
  deepEqual(one["from"], other["from"]) && deepEqual(one["to"], other["to"]);

/** Whether merged ends make no line: it is too short, or runs the other way where no side had it so. */
const isNoLine = (merged: Wall, [base, ...others]: Sides<Wall>): boolean => {
  const isTurned = ({ from, to }: Wall): boolean =>
    dot(minus(to, from), minus(base.to, base.from)) < 0;
  return lengthOf(merged) < leastLine || (isTurned(merged) && !others.some(isTurned));
};

/**
 * The ends of a line that both sides have changed, each as the side that moved it has it. Undefined where
 * one side alone changed them or both the same, where both moved one to different places, and where
 * what comes of it is no line.
 */
export const mergeLine = ({ base, mine, theirs }: Versions): JsonObject | undefined => {
  if (!isObject(base) || !isObject(mine) || !isObject(theirs)) return undefined;
  if (isAlike(base, mine) || isAlike(base, theirs) || isAlike(mine, theirs)) return undefined;
  const end = (field: "from" | "to"): readonly Json[] | undefined =>
    mergeCorner([listIn(base[field]), listIn(mine[field]), listIn(theirs[field])]);
  const [from, to] = [end("from"), end("to")];
  const merged = lineIn(from, to);
  const [was, own, other] = [base, mine, theirs].map((side) => lineIn(side["from"], side["to"]));
  if (from === undefined || to === undefined) return undefined;
  return merged && was && own && other && !isNoLine(merged, [was, own, other])
    ? { from, to }
    : undefined;
};
