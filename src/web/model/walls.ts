import { type Entity, entitiesOf, type PlanData } from "../../elements/entities.ts";
import { type JsonObject } from "../../json/json.ts";
import { cornersIn } from "../../json/read.ts";
import { type Point, distance, dot, minus, plus, times } from "../../geometry/vector.ts";
import { type Ref, refOf } from "../../elements/ref.ts";
import { levelOf, shownLevel } from "../../elements/levels.ts";

/** A wall from one corner to the next, in metres. */
export interface Wall {
  readonly from: Point;
  readonly to: Point;
}

/** A wall of a room: `edge` is its index. */
export interface RoomWall extends Wall {
  readonly room: Ref;
  readonly edge: number;
}

/** The corners of a room, empty where it has no sensible ones. */
export const cornersOf = (room: JsonObject): readonly Point[] => cornersIn(room["points"]);

/** The walls between corners: the one at index 0 goes from the first corner to the second. */
export const wallsOf = (corners: readonly Point[]): readonly Wall[] =>
  corners.map((from, edge) => ({ from, to: corners[(edge + 1) % corners.length] ?? from }));

export const lengthOf = ({ from, to }: Wall): number => distance(from, to);

/** The point at so many metres from a wall's start. */
export const pointAlong = (wall: Wall, metres: number): Point => {
  const length = lengthOf(wall);
  return length === 0
    ? wall.from
    : plus(wall.from, times(minus(wall.to, wall.from), metres / length));
};

/** The point of a wall that is nearest, how far along the wall it is, and how far away; in metres. */
export const nearestOn = (
  wall: Wall,
  point: Point,
): { readonly point: Point; readonly along: number; readonly away: number } => {
  const run = minus(wall.to, wall.from);
  const length = lengthOf(wall);
  const along =
    length === 0 ? 0 : Math.max(0, Math.min(length, dot(minus(point, wall.from), run) / length));
  const nearest = pointAlong(wall, along);
  return { point: nearest, along, away: distance(nearest, point) };
};

/** Degrees of a wall's direction: 0 runs right, 90 down. */
export const angleOf = ({ from, to }: Wall): number =>
  (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI;

/** The rooms on a level; undefined is the first. */
export const roomsOn = (plan: PlanData, level: string | undefined): readonly Entity<"rooms">[] => {
  const shown = shownLevel(plan, level);
  return entitiesOf(plan, "rooms").filter(({ data }) => levelOf(plan, data) === shown);
};

/** The walls of all rooms on a level. */
export const wallsOn = (plan: PlanData, level: string | undefined): readonly RoomWall[] =>
  roomsOn(plan, level).flatMap((room) =>
    wallsOf(cornersOf(room.data)).map(({ from, to }, edge) => ({
      from,
      to,
      room: refOf(room),
      edge,
    })),
  );

/** The wall that is nearest to a point, with where on it that is; none beyond `within` metres. */
export const nearestWall = (
  walls: readonly RoomWall[],
  point: Point,
  within: number,
): { readonly wall: RoomWall; readonly along: number } | undefined => {
  let best: { readonly wall: RoomWall; readonly along: number } | undefined;
  let least = within;
  for (const wall of walls) {
    const { along, away } = nearestOn(wall, point);
    // A shared wall is found twice; the first room keeps it, so that the choice does not flicker.
    if (away < least - 1e-9) {
      least = away;
      best = { wall, along };
    }
  }
  return best;
};
