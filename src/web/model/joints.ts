import { type PlanData, type Ref, refOf } from "../../model/elements/entities.ts";
import { type Room, roomsOn } from "../../model/elements/rooms.ts";
import {
  cross,
  distance,
  isSame,
  lengthOf,
  minus,
  nearestOn,
  type Point,
  type Wall,
} from "../../model/geometry/vector.ts";

/** A place on a wall of a room that needs a corner. */
export interface Joint {
  readonly room: Ref;
  readonly edge: number;
  readonly at: Point;
}

const near = 0.005;

/** Whether a point lies on a wall, and at neither of its ends. */
const isWithin = (wall: Wall, point: Point): boolean =>
  nearestOn(wall, point).away < near && !isSame(wall.from, point) && !isSame(wall.to, point);

const isOnLineOf = (wall: Wall, point: Point): boolean =>
  Math.abs(cross(minus(wall.to, wall.from), minus(point, wall.from))) < near * lengthOf(wall);

/**
 * The corners that walls need so that all stays joined when the corners at `from` go to `to`: a wall
 * that the corner of another room touches bends there, and one that would leave such a corner behind
 * bends at it. Nothing bends that the corner only slides along.
 */
export const jointsOf = (
  plan: PlanData,
  level: string | undefined,
  from: Point,
  to: Point,
): readonly Joint[] => {
  const rooms = roomsOn(plan, level);
  const jointOn = (room: Room, wall: Wall): Point | undefined => {
    const isMoving = isSame(wall.from, from) || isSame(wall.to, from);
    if (!isMoving)
      return isWithin(wall, from) && nearestOn(wall, to).away >= near ? from : undefined;
    if (isOnLineOf(wall, to)) return undefined;
    return rooms
      .flatMap((other) => (other === room ? [] : other.corners))
      .filter((corner) => isWithin(wall, corner))
      .toSorted((one, other) => distance(one, from) - distance(other, from))[0];
  };
  return rooms.flatMap((room) =>
    room.walls.flatMap((wall, edge) => {
      const at = jointOn(room, wall);
      return at === undefined ? [] : [{ room: refOf(room.entity), edge, at }];
    }),
  );
};
