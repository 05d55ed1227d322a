import type { PlanData } from "../../model/elements/entities.ts";
import { shownLevel } from "../../model/elements/levels.ts";
import { halfWallOf, isInRoom, type Room, roomsOf } from "../../model/elements/rooms.ts";
import type { Point } from "../../model/geometry/vector.ts";
import { type Walls, wallsOfFloor } from "../drawing/walls.ts";

/** The rooms of one level that are drawn, and what follows from them. */
export interface Floor {
  /** Those in the open air first, as they lie undermost. */
  readonly rooms: readonly Room[];
  /** The rooms by id, for openings; of two with the same id, the first. */
  readonly byId: ReadonlyMap<string | undefined, Room>;
  /** The walls of the rooms inside the building. */
  readonly walls: Walls;
  /** Half the thickness of a room's wall at a place on it, in metres. */
  readonly halfAt: (room: Room, edge: number, at: Point) => number;
  /** The room inside the building that a place lies in. */
  readonly roomAt: (place: Point) => Room | undefined;
}

const makeFloor = (plan: PlanData, rooms: readonly Room[]): Floor => {
  const inner = rooms.filter((room) => !room.isOutdoor);
  return {
    rooms: [...rooms.filter((room) => room.isOutdoor), ...inner],
    byId: new Map(rooms.toReversed().map((room) => [room.id, room])),
    walls: wallsOfFloor(plan, inner),
    halfAt: (room, edge, at) => halfWallOf(room, plan, edge, at),
    roomAt: (place) => inner.find((room) => isInRoom(room, place)),
  };
};

const known = new WeakMap<readonly Room[], Map<string | undefined, Floor>>();

/** The floor of a level that a plan has, or of the first. Remembered while rooms and levels stay. */
export const floorOf = (plan: PlanData, wanted: string | undefined): Floor => {
  const level = shownLevel(plan, wanted);
  const all = roomsOf(plan);
  const floors = known.get(all) ?? new Map<string | undefined, Floor>();
  known.set(all, floors);
  const floor =
    floors.get(level) ??
    makeFloor(
      plan,
      all.filter((room) => room.level === level && room.corners.length > 0),
    );
  floors.set(level, floor);
  return floor;
};
