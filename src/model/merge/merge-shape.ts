import type { Versions } from "./conflict.ts";
import { cornersOf } from "../elements/places.ts";
import { foldedArea, noArea } from "../geometry/overlap.ts";
import { signedArea } from "../geometry/polygon.ts";
import { deepEqual, isList, isObject, type Json, type JsonObject } from "../json.ts";
import { mergeCorner, type Sides } from "../../merge/merge-corner.ts";
import { keepsNumbers } from "../../merge/wall-place.ts";

const cornerLists = (room: JsonObject): readonly (readonly Json[])[] | undefined => {
  const { points } = room;
  if (!isList(points) || points.length !== cornersOf(room).length) return undefined;
  return points.filter(isList);
};

/**
 * Whether merged corners make no room: none is left of it, or it is turned inside out where no side had
 * it so. Of one with too many corners to tell it is taken for certain.
 */
const isBroken = (merged: JsonObject, sides: Sides<JsonObject>): boolean => {
  const [base, ...others] = sides.map(cornersOf);
  const corners = cornersOf(merged);
  if (base === undefined || Math.abs(signedArea(corners)) / 2 < noArea) return true;
  const had = Math.max(...[base, ...others].map((side) => foldedArea(side, base) ?? 0));
  return (foldedArea(corners, base) ?? Infinity) > had + noArea;
};

/**
 * The corners of a room that both sides have changed, each as the side that moved it has it.
 * Undefined where one side alone changed them or both the same, where a side has other corners than
 * the base and not only moved them, where both moved one to different places, and where what comes of
 * it is no room.
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
