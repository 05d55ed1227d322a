import type { Entity, PlanData } from "./entities.ts";
import { levelOf } from "./levels.ts";
import { standingWallOf } from "./opening-walls.ts";
import { reachOf, type Room } from "./rooms.ts";
import type { StandingWall } from "./standing-walls.ts";
import { signedArea } from "../geometry/polygon.ts";
import {
  angleOf,
  lengthOf,
  plus,
  type Point,
  pointAlong,
  type Span,
  turned,
  type Wall,
} from "../geometry/vector.ts";
import { numberIn } from "../json.ts";
import { spanOf, roomIdOf } from "../kinds/opening.ts";
import type { Floor } from "./floor.ts";

/**
 * The coordinate system of an opening: `x` along the wall from its centre, positive `z` towards its room, or to the right of
 * a freestanding wall's direction.
 */
export interface OpeningPlace {
  /** The room of its wall, or the indoor one around its freestanding wall. */
  readonly room: Room | undefined;
  readonly centre: Point;
  /** Degrees from the drawing's `x` to the wall's. */
  readonly angle: number;
  readonly width: number;
  /** Whether it is in an outer wall. */
  readonly isOuter: boolean;
  /** Distances in metres from the wall's line to its face in the room, and to the other face. */
  readonly reach: readonly [inside: number, beyond: number];
  /** Whether its wall is a freestanding one. */
  readonly isStanding?: boolean;
}

const inStandingWall = (
  wall: StandingWall,
  floor: Floor,
  { offset, width }: Span,
): OpeningPlace => {
  const centre = pointAlong(wall, offset);
  const { half } = wall;
  const room = floor.roomAt(centre);
  const angle = angleOf(wall);
  return { room, centre, angle, width, isOuter: false, reach: [half, half], isStanding: true };
};

const inRoomWall = (
  room: Room,
  edge: number,
  wall: Wall,
  floor: Floor,
  { offset, width }: Span,
): OpeningPlace => {
  const centre = pointAlong(wall, offset);
  // Seen from inside, the wall starts on the left if the corners run clockwise.
  const isClockwise = signedArea(room.corners) > 0;
  const angle = angleOf(isClockwise ? wall : { from: wall.to, to: wall.from });
  const beyond = plus(centre, turned([0, -0.2], angle));
  const isOuter = !room.isOutdoor && floor.roomAt(beyond) === undefined;
  // An outdoor gate has no wall.
  const half = floor.halfAt(room, edge, centre) || room.reach.half;
  const reach = [half, isOuter ? reachOf(room, edge).outer : half] as const;
  return { room, centre, angle, width, isOuter, reach };
};

/** The place of an opening; undefined if its wall is missing on this floor. */
export const placeOfOpening = (
  plan: PlanData,
  floor: Floor,
  { data }: Entity,
): OpeningPlace | undefined => {
  const standing = standingWallOf(plan, data);
  const room = floor.byId.get(roomIdOf(data));
  const edge = numberIn(data["edge"], -1);
  const wall = standing ?? room?.walls[edge];
  if (wall === undefined || lengthOf(wall) === 0) return undefined;
  const { offset, width } = spanOf(data);
  const span = { offset, width: Math.max(0.1, width) };
  if (standing)
    return levelOf(plan, standing.entity.data) === floor.level
      ? inStandingWall(standing, floor, span)
      : undefined;
  return room && inRoomWall(room, edge, wall, floor, span);
};
