import type { Entity } from "../../model/elements/entities.ts";
import { reachOf, type Room, roomIdOf } from "../../model/elements/rooms.ts";
import { signedArea } from "../../model/geometry/polygon.ts";
import {
  angleOf,
  lengthOf,
  plus,
  type Point,
  pointAlong,
  turned,
} from "../../model/geometry/vector.ts";
import { numberIn } from "../../model/json.ts";
import { spanOf } from "../../model/kinds/opening.ts";
import type { Floor } from "./floor.ts";

/** The coordinate system of an opening: `x` along the wall from its centre, positive `z` towards its room. */
export interface OpeningPlace {
  readonly room: Room;
  readonly centre: Point;
  /** Degrees from the drawing's `x` to the wall's. */
  readonly angle: number;
  readonly width: number;
  /** Whether it is in an outer wall. */
  readonly isOuter: boolean;
  /** Distances in metres from the wall's line to its face in the room, and to the other face. */
  readonly reach: readonly [inside: number, beyond: number];
}

/** The place of an opening; undefined if its room or wall is missing on this floor. */
export const placeOfOpening = (floor: Floor, { data }: Entity): OpeningPlace | undefined => {
  const room = floor.byId.get(roomIdOf(data));
  const edge = numberIn(data["edge"], -1);
  const wall = room?.walls[edge];
  if (room === undefined || wall === undefined || lengthOf(wall) === 0) return undefined;
  const { offset, width } = spanOf(data);
  const centre = pointAlong(wall, offset);
  // Seen from inside, the wall starts on the left if the corners run clockwise.
  const isClockwise = signedArea(room.corners) > 0;
  const angle = angleOf(isClockwise ? wall : { from: wall.to, to: wall.from });
  const beyond = plus(centre, turned([0, -0.2], angle));
  const isOuter = !room.isOutdoor && floor.roomAt(beyond) === undefined;
  // An outdoor gate has no wall.
  const half = floor.halfAt(room, edge, centre) || room.reach.half;
  const reach = [half, isOuter ? reachOf(room, edge).outer : half] as const;
  return { room, centre, angle, width: Math.max(0.1, width), isOuter, reach };
};
