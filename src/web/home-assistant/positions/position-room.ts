import type { PlanData } from "../../../model/elements/entities.ts";
import { shownLevel } from "../../../model/elements/levels.ts";
import { isInRoom, type Room, roomsOf, roomsOn } from "../../../model/elements/rooms.ts";
import { textIn } from "../../../model/json.ts";
import type { Position } from "./position.ts";

const lower = (text: string | undefined): string | undefined => text?.trim().toLowerCase();

/** The room that a source names: by its name, its area of Home Assistant or its id. */
const roomNamed = (plan: PlanData, said: string): Room | undefined =>
  roomsOf(plan).find(({ id, entity: { data } }) =>
    [data["name"], data["area_id"], id].some((each) => lower(textIn(each)) === lower(said)),
  );

/** The room of a plan in which a target is; undefined if it is in none, or nowhere. */
export const roomOfPosition = (plan: PlanData, position: Position): Room | undefined => {
  if (position.state === "room") return roomNamed(plan, position.room);
  if (position.state !== "located") return undefined;
  const rooms = roomsOn(plan, shownLevel(plan, position.level));
  return rooms.find((room) => isInRoom(room, position.place));
};

/** What the room of a target is called; undefined if that is not known. */
export const roomNameOf = (plan: PlanData, position: Position): string | undefined => {
  const room = roomOfPosition(plan, position);
  const said = "room" in position ? position.room : undefined;
  return textIn(room?.entity.data["name"]) ?? said;
};
