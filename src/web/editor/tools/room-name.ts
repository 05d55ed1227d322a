import type { PlanData } from "../../../elements/entities.ts";
import { roomsOf } from "../../../elements/rooms.ts";
import { textIn } from "../../../json/read.ts";
import { freeRoomName } from "../../model/create.ts";
import type { Texts } from "../../texts/index.ts";

/** The name of a room until somebody gives it one: `Room 2`. */
export const roomName = (plan: PlanData, { drawing }: Texts): string => {
  const taken = roomsOf(plan).flatMap(({ entity }) => textIn(entity.data["name"]) ?? []);
  return freeRoomName(new Set(taken), drawing.things.rooms);
};
