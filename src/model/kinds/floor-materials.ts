import { type JsonObject, textIn } from "../json.ts";
import { groundInText } from "./ground-words.ts";
import { kindOfRoom, type RoomKind, type RoomWords } from "./room-kinds.ts";

/** What a floor or the ground may be made of, as a room's `floor` says; `plain` is a colour alone. */
export const floorMaterials = [
  "boards",
  "parquet",
  "tiles",
  "stone",
  "concrete",
  "carpet",
  "lawn",
  "decking",
  "paving",
  "plain",
] as const;

/** What a floor or the ground is made of. */
export type FloorMaterial = (typeof floorMaterials)[number];

const isFloorMaterial = (text: unknown): text is FloorMaterial =>
  floorMaterials.some((material) => material === text);

const usual: Readonly<Record<RoomKind, FloorMaterial>> = {
  bath: "tiles",
  kitchen: "tiles",
  bedroom: "boards",
  living: "boards",
  dining: "boards",
  office: "carpet",
  hall: "stone",
  storage: "concrete",
};

/** What a room's floor is usually made of, by what the room is for; outdoors by its icon, its id or its name. */
export const usualFloor = (
  room: JsonObject,
  isOutdoor: boolean,
  languages: readonly RoomWords[],
): FloorMaterial => {
  if (isOutdoor) {
    const texts = ["icon", "id", "name"].map((field) => textIn(room[field]) ?? "");
    return groundInText(texts.join("\n")) ?? "lawn";
  }
  const kind = kindOfRoom(room, languages);
  return kind === undefined ? "boards" : usual[kind];
};

/** What a room's floor is made of: what its `floor` says if that is known, else the usual. */
export const floorOfRoom = (
  room: JsonObject,
  isOutdoor: boolean,
  languages: readonly RoomWords[],
): FloorMaterial => {
  const { floor } = room;
  return isFloorMaterial(floor) ? floor : usualFloor(room, isOutdoor, languages);
};
