import { dot, minLine, lengthOf, minus, roundForStorage, type Wall } from "../geometry/vector.ts";
import {
  deepEqual,
  isList,
  isObject,
  type Json,
  type JsonObject,
  listIn,
  pointIn,
} from "../json.ts";
import type { Versions } from "./conflict.ts";
import { cornersOf } from "../elements/places.ts";
import { foldedArea, noArea } from "../geometry/overlap.ts";
import { signedArea } from "../geometry/polygon.ts";
import { keepsNumbers } from "./reattach-openings.ts";

/** The value on each side. */
type Sides<A> = readonly [base: A, mine: A, theirs: A];

/** Marks a value that both sides changed differently. */
const contested = Symbol("contested");

/** Whether two numbers are equal at the precision with which editors write. */
const isUnmoved = (one: Json | undefined, other: Json | undefined): boolean =>
  typeof one === "number" && typeof other === "number"
    ? roundForStorage(one) === roundForStorage(other)
    : deepEqual(one, other);

const mergeNumber = ([base, mine, theirs]: Sides<Json | undefined>):
  | Json
  | undefined
  | typeof contested => {
  if (deepEqual(mine, theirs) || isUnmoved(base, theirs)) return mine;
  return isUnmoved(base, mine) ? theirs : contested;
};

/**
 * Merges a corner: `x`, `z` and any further values separately, since moving a wall changes only one coordinate.
 * Undefined if both sides changed the same value differently.
 */
const mergeCorner = (sides: Sides<readonly Json[]>): readonly Json[] | undefined => {
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

const cornerLists = (room: JsonObject): readonly (readonly Json[])[] | undefined => {
  const { points } = room;
  if (!isList(points) || points.length !== cornersOf(room).length) return undefined;
  return points.filter(isList);
};

/**
 * Whether merged corners make no valid room: its area is too small, or it is inside out where no side had it so. Rooms
 * with too many corners to check count as broken.
 */
const isBroken = (merged: JsonObject, sides: Sides<JsonObject>): boolean => {
  const [base, ...others] = sides.map(cornersOf);
  const corners = cornersOf(merged);
  if (base === undefined || Math.abs(signedArea(corners)) / 2 < noArea) return true;
  const had = Math.max(...[base, ...others].map((side) => foldedArea(side, base) ?? 0));
  return (foldedArea(corners, base) ?? Infinity) > had + noArea;
};

/**
 * Merges the corners of a room that both sides changed, taking each from the side that moved it. Undefined if only one
 * side changed them or both made the same change, if a side did more than move corners, if both moved one corner to
 * different places, or if the result is not a valid room.
 */
export const mergeOutline = ({ base, mine, theirs }: Versions): JsonObject | undefined => {
  if (!isObject(base) || !isObject(mine) || !isObject(theirs)) return undefined;
  const isOneSided = [base, mine].some((side) => deepEqual(side["points"], theirs["points"]));
  if (isOneSided || deepEqual(base["points"], mine["points"])) return undefined;
  const [was, own, other] = [base, mine, theirs].map(cornerLists);
  if (was === undefined || own === undefined || other === undefined) return undefined;
  const isMovedOnly = [mine, theirs].every((side) =>
    keepsNumbers(cornersOf(base), cornersOf(side)),
  );
  if (!isMovedOnly) return undefined;
  const points = was.flatMap((corner, at) => {
    const merged = mergeCorner([corner, own[at] ?? [], other[at] ?? []]);
    return merged === undefined ? [] : [merged];
  });
  if (points.length < was.length) return undefined;
  return isBroken({ points }, [base, mine, theirs]) ? undefined : { points };
};

const lineIn = (from: Json | undefined, to: Json | undefined): Wall | undefined => {
  const [start, end] = [pointIn(from), pointIn(to)];
  return start && end && { from: start, to: end };
};

const isAlike = (one: JsonObject, other: JsonObject): boolean =>
  deepEqual(one["from"], other["from"]) && deepEqual(one["to"], other["to"]);

/** Whether merged ends make no valid line: it is too short, or reversed where no side had it so. */
const isNoLine = (merged: Wall, [base, ...others]: Sides<Wall>): boolean => {
  const isTurned = ({ from, to }: Wall): boolean =>
    dot(minus(to, from), minus(base.to, base.from)) < 0;
  return lengthOf(merged) < minLine || (isTurned(merged) && !others.some(isTurned));
};

/**
 * Merges the ends of a line that both sides changed, taking each from the side that moved it. Undefined if only one
 * side changed them or both made the same change, if both moved one end to different places, or if the result is not a
 * valid line.
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
