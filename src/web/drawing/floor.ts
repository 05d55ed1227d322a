import type { PlanData } from "../../elements/entities.ts";
import { shownLevel } from "../../elements/levels.ts";
import { isInRoom, type Room, roomsOf } from "../../elements/rooms.ts";
import { outline } from "../../geometry/shapes.ts";
import type { Point } from "../../geometry/vector.ts";

/** The rooms of one level that are drawn, and what follows from them. */
export interface Floor {
  /** Those in the open air first, as they lie undermost. */
  readonly rooms: readonly Room[];
  /** The rooms by id, for openings; of two with the same id, the first. */
  readonly byId: ReadonlyMap<string | undefined, Room>;
  /** SVG path along all walls of rooms inside the building. */
  readonly walls: string;
  /** The room inside the building that a place lies in. */
  readonly roomAt: (place: Point) => Room | undefined;
}

const makeFloor = (rooms: readonly Room[]): Floor => {
  const inner = rooms.filter((room) => !room.isOutdoor);
  return {
    rooms: [...rooms.filter((room) => room.isOutdoor), ...inner],
    byId: new Map(rooms.toReversed().map((room) => [room.id, room])),
    walls: inner.map(({ corners }) => outline(corners)).join(""),
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
    makeFloor(all.filter((room) => room.level === level && room.corners.length > 0));
  floors.set(level, floor);
  return floor;
};
