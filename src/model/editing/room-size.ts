import { type PlanData, type Ref, refOf } from "../elements/entities.ts";
import type { Room } from "../elements/rooms.ts";
import { boxAround } from "../geometry/polygon.ts";
import { dot, lengthOf, minus, type Point, wallsOf } from "../geometry/vector.ts";
import { isObject, type Json, numberIn } from "../json.ts";
import { areaOf } from "./add-remove.ts";
import { assignIds, type FieldEdit, newIdsFor, renamedRef } from "./change.ts";
import { measuredCorners, type MeasureMode } from "./measured-lengths.ts";
import { isFlat, type LengthWay, withWallLength } from "./wall-length.ts";

/** The size of a room as measured, in metres and square metres. */
export interface RoomSize {
  readonly width: number;
  readonly depth: number;
  readonly area: number;
  /** For a rectangle, the walls that are as long as it is wide and deep; other rooms have no such walls. */
  readonly walls?: { readonly width: number; readonly depth: number } | undefined;
}

const isSquare = (before: Point, at: Point, after: Point): boolean => {
  const [one, other] = [minus(before, at), minus(after, at)];
  const [length, otherLength] = [Math.hypot(...one), Math.hypot(...other)];
  return Math.abs(dot(one, other)) < 1e-3 * length * otherLength;
};

const isRectangle = (corners: readonly Point[]): boolean =>
  corners.length === 4 &&
  corners.every((at, index) => {
    const [before, after] = [corners.at(index - 1), corners[(index + 1) % 4]];
    return before !== undefined && after !== undefined && isSquare(before, at, after);
  });

/** How wide and deep a room is, and its area; of a room that is no rectangle the width and depth of the box around it. */
export const sizeOfRoom = (plan: PlanData, room: Room, sort: MeasureMode): RoomSize => {
  const corners = measuredCorners(plan, room, sort);
  const area = areaOf(corners);
  const [first, second] = wallsOf(corners);
  if (first !== undefined && second !== undefined && isRectangle(corners)) {
    const isAcross = isFlat(first);
    const [wide, deep] = isAcross ? [first, second] : [second, first];
    const walls = isAcross ? { width: 0, depth: 1 } : { width: 1, depth: 0 };
    return { width: lengthOf(wide), depth: lengthOf(deep), area, walls };
  }
  const { width = 0, height = 0 } = boxAround(corners) ?? {};
  return { width, depth: height, area };
};

/** A wall of a room, and how it gets the length. */
interface RoomWallLength extends LengthWay {
  readonly edge: number;
  readonly metres: number;
}

/** The length of a wall as a value that a field can hold; undefined if it is none. */
export const wallLengthIn = (value: Json | undefined): RoomWallLength | undefined => {
  if (!isObject(value)) return undefined;
  const [edge, metres] = [value["edge"], value["metres"]].map((each) => numberIn(each, undefined));
  return edge === undefined || metres === undefined
    ? undefined
    : {
        edge,
        metres,
        end: value["end"] === "first" ? "first" : "last",
        neighbours: value["neighbours"] === "resize" ? "resize" : "move",
      };
};

/** Sets the length of a room's wall, as `withWallLength` does; nothing changes if it does not fit. */
export const setWallLength = (
  plan: PlanData,
  refs: readonly Ref[],
  { edge, metres, ...way }: RoomWallLength,
  sort: MeasureMode,
  ids = newIdsFor(plan, refs),
): FieldEdit => {
  const after = refs.map((ref) => renamedRef(ref, ids));
  const change = (now: PlanData): PlanData => {
    const named = assignIds(now, ids);
    return after.reduce(
      (result, ref) => withWallLength(result, ref, edge, metres, sort, way) ?? result,
      named,
    );
  };
  return { change, refs: after };
};

/** Whether a room's wall can have a length. */
export const canBeLong = (
  plan: PlanData,
  room: Room,
  { edge, metres, ...way }: RoomWallLength,
  sort: MeasureMode,
): boolean => withWallLength(plan, refOf(room.entity), edge, metres, sort, way) !== undefined;
