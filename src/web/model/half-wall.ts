import type { PlanData } from "../../elements/entities.ts";
import { type Ref, refOf } from "../../elements/ref.ts";
import { roomsOf } from "../../elements/rooms.ts";
import { halfWall } from "../../geometry/wall.ts";

/** Metres from the line through a room's corners to the faces of its walls within; in the open there are none. */
export const halfWallOf = (plan: PlanData, room: Ref): number =>
  roomsOf(plan).find(({ entity }) => refOf(entity) === room)?.isOutdoor === true ? 0 : halfWall;
