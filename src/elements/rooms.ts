import { type Box, boxAround, inset, isInBox, isInside } from "../geometry/polygon.ts";
import type { Point } from "../geometry/vector.ts";
import { halfWall, type Wall, wallsOf } from "../geometry/wall.ts";
import { isList, type JsonObject } from "../json/json.ts";
import { cornersIn, numberIn, textIn } from "../json/read.ts";
import { type Entity, entitiesOf, idOf, type PlanData } from "./entities.ts";
import { levelOf, shownLevel } from "./levels.ts";

/** A room, and what follows from its corners; a room without sensible ones has none, nor a box. */
export interface Room {
  readonly entity: Entity<"rooms">;
  readonly id: string | undefined;
  readonly level: string | undefined;
  readonly corners: readonly Point[];
  readonly walls: readonly Wall[];
  readonly box: Box | undefined;
  /** Whether it lies in the open air, and so has no walls that are drawn. */
  readonly isOutdoor: boolean;
}

interface Rooms {
  readonly plan: PlanData;
  readonly all: readonly Room[];
  /** Of two with the same id, the first. */
  readonly byId: ReadonlyMap<string | undefined, Room>;
}

const makeRooms = (plan: PlanData): Rooms => {
  const outdoor = textIn(plan["outdoor"]);
  const all = entitiesOf(plan, "rooms").map((entity): Room => {
    const { data } = entity;
    const [id, corners] = [idOf(data), cornersIn(data["points"])];
    const isOutdoor = outdoor !== undefined && id === outdoor;
    const shape = { corners, walls: wallsOf(corners), box: boxAround(corners) };
    return { entity, id, level: levelOf(plan, data), ...shape, isOutdoor };
  });
  return { plan, all, byId: new Map(all.toReversed().map((room) => [room.id, room])) };
};

const known = new WeakMap<object, Rooms>();

const indexOf = (plan: PlanData): Rooms => {
  const { rooms } = plan;
  if (!isList(rooms)) return makeRooms(plan);
  const made = known.get(rooms);
  if (made?.plan["levels"] === plan["levels"] && made["plan"]["outdoor"] === plan["outdoor"])
    return made;
  const next = makeRooms(plan);
  known.set(rooms, next);
  return next;
};

/** All rooms of a plan in their order. Remembered while rooms, levels and `outdoor` stay. */
export const roomsOf = (plan: PlanData): readonly Room[] => indexOf(plan).all;

/** The rooms on a level; undefined is the first. */
export const roomsOn = (plan: PlanData, level: string | undefined): readonly Room[] => {
  const shown = shownLevel(plan, level);
  return roomsOf(plan).filter((room) => room.level === shown);
};

/** Whether a point lies in a room. */
export const isInRoom = ({ box, corners }: Room, point: Point): boolean =>
  box !== undefined && isInBox(point, box) && isInside(point, corners);

/** Where the faces of a room's walls meet, which is what things in it stand against. */
export const insideOf = ({ corners, isOutdoor }: Room): readonly Point[] =>
  isOutdoor ? corners : inset(corners, halfWall);

/** The id of the room that an opening belongs to. */
export const roomIdOf = (opening: JsonObject): string | undefined => textIn(opening["room_id"]);

/** The room that an opening belongs to. */
export const roomOf = (plan: PlanData, opening: JsonObject): Room | undefined => {
  const id = roomIdOf(opening);
  return id === undefined ? undefined : indexOf(plan).byId.get(id);
};

/** A wall of a room: `edge` is its index. */
export interface RoomWall extends Wall {
  readonly room: Room;
  readonly edge: number;
}

/** The wall that an opening is in; undefined for one that hangs in the air. */
export const wallOf = (plan: PlanData, opening: JsonObject): RoomWall | undefined => {
  const room = roomOf(plan, opening);
  const edge = numberIn(opening["edge"], -1);
  const wall = room?.walls[edge];
  return room === undefined || wall === undefined ? undefined : { ...wall, room, edge };
};

/** The walls of all rooms on a level. */
export const wallsOn = (plan: PlanData, level: string | undefined): readonly RoomWall[] =>
  roomsOn(plan, level).flatMap((room) => room.walls.map((wall, edge) => ({ ...wall, room, edge })));

/** The openings of the rooms with these ids. */
export const openingsOf = (plan: PlanData, rooms: ReadonlySet<string>): readonly Entity[] =>
  entitiesOf(plan, "openings").filter(({ data }) => rooms.has(roomIdOf(data) ?? ""));
