import type { JsonObject } from "../json.ts";
import { firstTold, kindOfRoom, type RoomKind, type RoomWords, textsOf } from "./room-kinds.ts";

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

const grounds = ["decking", "paving"] as const;

/** What rooms outdoors are called, by what is underfoot there, unless that is a lawn. */
const groundWords: RoomWords<(typeof grounds)[number]> = {
  en: {
    decking: /terrace|balcony|\bdeck|veranda|porch|loggia/,
    paving: /drive|carport|yard|path\b|parking|patio|garage/,
  },
  de: {
    decking: /terrasse|balkon|veranda|loggia/,
    paving: /einfahrt|\bhof|innenhof|stellplatz|gehweg|garage/,
  },
  fr: {
    decking: /terrasse|balcon|v[ée]randa|loggia/,
    paving: /all[ée]e|\bcour\b|parking|stationnement|garage/,
  },
};

/** What a room's floor is usually made of, by what the room is for; outdoors by its icon, its id or its name. */
export const usualFloor = (room: JsonObject, isOutdoor: boolean): FloorMaterial => {
  if (isOutdoor) {
    const text = textsOf(room).join("\n");
    return firstTold(grounds, text, Object.values(groundWords)) ?? "lawn";
  }
  const kind = kindOfRoom(room);
  return kind === undefined ? "boards" : usual[kind];
};

/** What a room's floor is made of: what its `floor` says if that is known, else the usual. */
export const floorOfRoom = (room: JsonObject, isOutdoor: boolean): FloorMaterial => {
  const { floor } = room;
  return isFloorMaterial(floor) ? floor : usualFloor(room, isOutdoor);
};
