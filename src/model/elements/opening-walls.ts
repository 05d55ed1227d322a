import { type JsonObject, numberIn } from "../json.ts";
import { roomIdOf, wallIdOf, type WallName } from "../kinds/opening.ts";
import {
  entitiesOf,
  type Entity,
  findEntity,
  findRef,
  idOf,
  listOfRef,
  type PlanData,
  type Ref,
  refOf,
} from "./entities.ts";
import { levelOf } from "./levels.ts";
import { findRoom, type OwnedWall, type Room, wallsOn } from "./rooms.ts";
import { type StandingWall, standingWall, standingWallsOn } from "./standing-walls.ts";

/** What owns the wall of an opening: `rooms/kitchen` or `walls/wall_1`, whether the plan has it or not. */
export const ownerOf = (opening: JsonObject): Ref | undefined => {
  const [room, wall] = [roomIdOf(opening), wallIdOf(opening)];
  return room === undefined ? wall && `walls/${wall}` : `rooms/${room}`;
};

/** The room of an opening's wall. */
export const roomOf = (plan: PlanData, opening: JsonObject): Room | undefined =>
  findRoom(plan, roomIdOf(opening));

/** The freestanding wall of an opening; undefined for one in a room's wall. */
export const standingWallOf = (plan: PlanData, opening: JsonObject): StandingWall | undefined => {
  const entity = findEntity(plan, "walls", wallIdOf(opening) ?? "");
  return entity && standingWall(plan, entity);
};

/** The wall of an opening; undefined if it does not exist. */
export const wallOf = (plan: PlanData, opening: JsonObject): OwnedWall | undefined => {
  const standing = standingWallOf(plan, opening);
  const edge = standing === undefined ? numberIn(opening["edge"], -1) : 0;
  const wall = standing ?? roomOf(plan, opening)?.walls[edge];
  const owner = ownerOf(opening);
  return wall === undefined || owner === undefined
    ? undefined
    : { from: wall.from, to: wall.to, owner, edge };
};

/** The floor of an opening, which is that of its wall; undefined if the plan has neither. */
export const levelOfOpening = (plan: PlanData, opening: JsonObject): string | undefined => {
  const standing = standingWallOf(plan, opening);
  return standing ? levelOf(plan, standing.entity.data) : roomOf(plan, opening)?.level;
};

/** The walls on a floor that can have openings: those of rooms, then the freestanding ones. */
export const openingWallsOn = (plan: PlanData, level: string | undefined): readonly OwnedWall[] => [
  ...wallsOn(plan, level),
  ...standingWallsOn(plan, level).map(({ entity, from, to }) => ({
    from,
    to,
    owner: refOf(entity),
    edge: 0,
  })),
];

/** How an opening names a wall; undefined while the wall's owner has no id. */
export const nameOfWall = (
  plan: PlanData,
  { owner, edge }: Pick<OwnedWall, "owner" | "edge">,
): WallName | undefined => {
  const id = idOf(findRef(plan, owner)?.data);
  if (id === undefined) return undefined;
  return listOfRef(owner) === "walls" ? { wall_id: id } : { room_id: id, edge };
};

/** The openings of a plan, or those in walls of these owners. */
export const openingsOf = (plan: PlanData, owners?: ReadonlySet<Ref>): readonly Entity[] => {
  const all = entitiesOf(plan, "openings");
  return owners === undefined ? all : all.filter(({ data }) => owners.has(ownerOf(data) ?? ""));
};
