import { type PlanData, type Ref, refOf } from "../../model/elements/entities.ts";
import { shownLevel } from "../../model/elements/levels.ts";
import { elementsOn, pointsAround } from "../../model/elements/places.ts";
import { type Room, roomsOn } from "../../model/elements/rooms.ts";
import {
  outlineOfStanding,
  standingWallsOn,
  type WallJoint,
} from "../../model/elements/standing-walls.ts";
import { type Box, boxAround, middleOf } from "../../model/geometry/polygon.ts";
import type { Point, Wall } from "../../model/geometry/vector.ts";
import { standingCollections } from "../../model/kinds/kinds.ts";

/** The snap targets of a level. */
export interface SnapTargets {
  readonly corners: readonly Point[];
  readonly walls: readonly Wall[];
  /** Corners and middles of items, which only count nearby. */
  readonly items: readonly Point[];
}

/** A wall's end as stored, without its joints. */
const flat: WallJoint = { left: 0, right: 0, round: 0 };

/** Snap targets of freestanding walls: their ends, or the corners of their faces for furniture in front. */
const standingTargets = (
  plan: PlanData,
  level: string | undefined,
  except: ReadonlySet<Ref>,
  isBefore: boolean,
): { readonly corners: readonly Point[]; readonly walls: readonly Wall[] } => {
  const walls = standingWallsOn(plan, level).filter(({ entity }) => !except.has(refOf(entity)));
  const corners = walls.flatMap((wall) =>
    isBefore ? outlineOfStanding(wall, [flat, flat]) : [wall.from, wall.to],
  );
  return { corners, walls };
};

/** The points of a box that snap and attract. */
export const boxPoints = (box: Box): readonly Point[] => [
  [box.left, box.top],
  middleOf(box),
  [box.left + box.width, box.top + box.height],
];

/** The snap targets on a level, except elements being moved; `shape` gives a room's corners to use. */
export const targetsOn = (
  plan: PlanData,
  level: string | undefined,
  except: ReadonlySet<Ref> = new Set(),
  shape?: (room: Room, plan: PlanData) => readonly Point[],
): SnapTargets => {
  const rooms = roomsOn(plan, level).filter(({ entity }) => !except.has(refOf(entity)));
  const free = standingTargets(plan, level, except, shape !== undefined);
  return {
    corners: [...rooms.flatMap((room) => shape?.(room, plan) ?? room.corners), ...free.corners],
    walls: [...rooms.flatMap(({ walls }) => walls), ...free.walls],
    items: elementsOn(plan, shownLevel(plan, level), alignable).flatMap((entity) => {
      const box = except.has(refOf(entity)) ? undefined : boxAround(pointsAround(plan, entity));
      return box === undefined ? [] : boxPoints(box);
    }),
  };
};

/** Collections whose elements are targets themselves; walls count like those of rooms. */
const alignable = standingCollections.filter((list) => list !== "walls");
