import {
  halfWall,
  isAlong,
  nearestOn,
  outerWall,
  type Point,
  tidy,
  touching,
  type Wall,
  wallsOf,
} from "../geometry/vector.ts";
import { cornersIn, isList, type Json, type JsonObject, numberIn, textIn } from "../json.ts";
import { entitiesOf, type Entity, idOf, type PlanData, type Ref, refOf } from "./entities.ts";
import { type Box, boxAround, inset, isInBox, isInside } from "../geometry/polygon.ts";
import { levelOf, shownLevel } from "./levels.ts";

/** The thinnest and the thickest wall that is drawn, in metres. */
export const [leastThickness, mostThickness] = [0.01, 2];

/** The fields of a plan and of a room that say how thick walls are. */
export const thicknessFields = ["wall_thickness", "outer_wall_thickness"] as const;

/** A field of a plan, of a room or of a wall that says so. */
export type ThicknessField = (typeof thicknessFields)[number] | "thickness";

/** The thickness in a field, in metres; nothing where none is given, or one that no wall has. */
export const thicknessIn = (data: JsonObject, field: ThicknessField): number | undefined => {
  const metres = numberIn(data[field], undefined);
  return metres !== undefined && metres >= leastThickness && metres <= mostThickness
    ? metres
    : undefined;
};

/** How far walls reach from the line through their corners, in metres. */
interface WallReach {
  /** Into the room, and to the other side of a wall between two rooms. */
  readonly half: number;
  /** To the outside of the building. */
  readonly outer: number;
}

/**
 * How far the walls of a room reach. The room's own `wall_thickness` comes before the plan's, and so
 * does its `outer_wall_thickness`; without the latter, an outer wall is as much thicker as usual.
 */
export const wallReachOf = (plan: PlanData, room: JsonObject): WallReach => {
  const thickness = (field: (typeof thicknessFields)[number]): number | undefined =>
    thicknessIn(room, field) ?? thicknessIn(plan, field);
  const [inner, whole] = [thickness("wall_thickness"), thickness("outer_wall_thickness")];
  const half = inner === undefined ? halfWall : tidy(inner / 2);
  const outer = whole === undefined ? half + outerWall - halfWall : Math.max(half, whole - half);
  return { half, outer: tidy(outer) };
};

/** A room, and what follows from its corners; of these a room without sensible ones has none. */
export interface Room {
  readonly entity: Entity<"rooms">;
  readonly id: string | undefined;
  readonly level: string | undefined;
  readonly corners: readonly Point[];
  readonly walls: readonly Wall[];
  readonly box: Box;
  /** Whether it lies in the open air, as the plan says of one room, or the room of itself; it has no walls that are drawn. */
  readonly isOutdoor: boolean;
  /** How far its walls reach from the lines through its corners. */
  readonly reach: WallReach;
}

interface Rooms {
  readonly plan: PlanData;
  readonly all: readonly Room[];
  /** Of two with the same id, the first. */
  readonly byId: ReadonlyMap<string | undefined, Room>;
  /** Whether all walls are equally thick, as in most plans. */
  readonly isEven: boolean;
}

const nowhere: Box = { left: 0, top: 0, width: 0, height: 0 };

const makeRooms = (plan: PlanData): Rooms => {
  const outdoor = textIn(plan["outdoor"]);
  const all = entitiesOf(plan, "rooms").map((entity): Room => {
    const { data } = entity;
    const [id, corners] = [idOf(data), cornersIn(data["points"])];
    return {
      entity,
      id,
      level: levelOf(plan, data),
      corners,
      walls: wallsOf(corners),
      box: boxAround(corners) ?? nowhere,
      isOutdoor: (outdoor !== undefined && id === outdoor) || data["outdoor"] === true,
      reach: wallReachOf(plan, data),
    };
  });
  return {
    plan,
    all,
    byId: new Map(all.toReversed().map((room) => [room.id, room])),
    isEven: all.every(({ reach }) => reach.half === all[0]?.reach.half),
  };
};

const byPlan = new WeakMap<PlanData, Rooms>();
const byList = new WeakMap<readonly Json[], Rooms>();

/** What the rooms follow from besides their list. */
const causes: readonly string[] = ["levels", "outdoor", ...thicknessFields];

const indexOf = (plan: PlanData): Rooms => {
  const made = byPlan.get(plan);
  if (made !== undefined) return made;
  const { rooms } = plan;
  const last = isList(rooms) ? byList.get(rooms) : undefined;
  const isKept = causes.every((field) => last?.plan[field] === plan[field]);
  const index = last !== undefined && isKept ? last : makeRooms(plan);
  byPlan.set(plan, index);
  if (isList(rooms)) byList.set(rooms, index);
  return index;
};

/** All rooms of a plan in their order. Remembered while these and what they follow from stay. */
export const roomsOf = (plan: PlanData): readonly Room[] => indexOf(plan).all;

/** The rooms on a level; undefined is the first. */
export const roomsOn = (plan: PlanData, level: string | undefined): readonly Room[] => {
  const shown = shownLevel(plan, level);
  return roomsOf(plan).filter((room) => room.level === shown);
};

/** Whether a point lies in a room. */
export const isInRoom = ({ box, corners }: Room, point: Point): boolean =>
  isInBox(point, box) && isInside(point, corners);

/**
 * Half the thickness of a room's wall, in metres: from the line through its corners to its face. Of
 * a wall that rooms share it is the thicker one's, as far as they share it: at a place on it, or
 * without one anywhere along it. In the open air there is none, unless it is another room's wall.
 */
export const halfWallOf = (room: Room, plan: PlanData, edge: number, at?: Point): number => {
  const own = room.isOutdoor ? 0 : room.reach.half;
  const wall = room.walls[edge];
  const { all, isEven } = indexOf(plan);
  if (wall === undefined || (isEven && own > 0)) return own;
  const isThere = (other: Wall): boolean =>
    isAlong(wall, other) && (at === undefined || nearestOn(other, at).away < touching);
  const sharing = all.filter(
    ({ level, isOutdoor, reach, walls }) =>
      level === room.level && !isOutdoor && reach.half > own && walls.some(isThere),
  );
  return Math.max(own, ...sharing.map(({ reach }) => reach.half));
};

/** Where the faces of a room's walls meet, which is what things in it stand against. */
export const insideOf = (room: Room, plan: PlanData): readonly Point[] =>
  room.isOutdoor
    ? room.corners
    : inset(
        room.corners,
        room.corners.map((_, edge) => halfWallOf(room, plan, edge)),
      );

/** The id of the room that an opening belongs to. */
export const roomIdOf = (opening: JsonObject): string | undefined => textIn(opening["room_id"]);

/** The room with an id; of two with the same, the first. */
export const findRoom = (plan: PlanData, id: string | undefined): Room | undefined =>
  id === undefined ? undefined : indexOf(plan).byId.get(id);

/** The room that a ref names. */
export const findRoomOf = (plan: PlanData, ref: Ref): Room | undefined =>
  roomsOf(plan).find(({ entity }) => refOf(entity) === ref);

/** The room that an opening belongs to. */
export const roomOf = (plan: PlanData, opening: JsonObject): Room | undefined =>
  findRoom(plan, roomIdOf(opening));

/** A wall of a room: `edge` is its index. */
export interface RoomWall extends Wall {
  readonly room: Ref;
  readonly edge: number;
}

/** The wall that an opening is in; undefined for one that hangs in the air. */
export const wallOf = (plan: PlanData, opening: JsonObject): RoomWall | undefined => {
  const room = roomOf(plan, opening);
  const edge = numberIn(opening["edge"], -1);
  const wall = room?.walls[edge];
  return room === undefined || wall === undefined
    ? undefined
    : { ...wall, room: refOf(room.entity), edge };
};

/** The walls of all rooms on a level. */
export const wallsOn = (plan: PlanData, level: string | undefined): readonly RoomWall[] =>
  roomsOn(plan, level).flatMap(({ entity, walls }) =>
    walls.map((wall, edge) => ({ ...wall, room: refOf(entity), edge })),
  );

/** The openings of a plan, or of its rooms with these ids. */
export const openingsOf = (plan: PlanData, rooms?: ReadonlySet<string>): readonly Entity[] => {
  const all = entitiesOf(plan, "openings");
  return rooms === undefined ? all : all.filter(({ data }) => rooms.has(roomIdOf(data) ?? ""));
};
