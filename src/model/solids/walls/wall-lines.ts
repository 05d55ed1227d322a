import type { Floor } from "../../elements/floor.ts";
import { type PlanData, type Ref, refOf } from "../../elements/entities.ts";
import { wallHeightsOf } from "../../elements/heights.ts";
import { reachOf } from "../../elements/rooms.ts";
import { standingWallsOn } from "../../elements/standing-walls.ts";
import { lengthOf, touching, type Wall } from "../../geometry/vector.ts";

/** The line through a wall of a room or a freestanding wall, as an element of the plan says it; in metres. */
export interface WallLine extends Wall {
  readonly owner: Ref;
  /** From the line to each of its faces. */
  readonly half: number;
  /** From the line to its face outside the building; undefined for a freestanding wall, which is never that of a building. */
  readonly outer: number | undefined;
  /** How high it is at its start and at its end. */
  readonly heights: readonly [from: number, to: number];
}

/** The lines of a floor's walls: those of indoor rooms, then the freestanding ones. Walls without a length or thickness are left out. */
export const wallLinesOn = (plan: PlanData, floor: Floor): readonly WallLine[] => {
  const ofRooms = floor.rooms
    .filter(({ isOutdoor }) => !isOutdoor)
    .flatMap((room) =>
      room.walls.map(({ from, to }, edge): WallLine => {
        const owner = refOf(room.entity);
        const { half, outer } = reachOf(room, edge);
        return { from, to, owner, half, outer, heights: wallHeightsOf(plan, { owner, edge }) };
      }),
    );
  const standing = standingWallsOn(plan, floor.level).map(
    ({ entity, from, to, half }): WallLine => {
      const owner = refOf(entity);
      return {
        from,
        to,
        owner,
        half,
        outer: undefined,
        heights: wallHeightsOf(plan, { owner, edge: 0 }),
      };
    },
  );
  return [...ofRooms, ...standing].filter(
    (line) => line.half > 0 && lengthOf(line) >= touching && Math.max(...line.heights) > 0,
  );
};
