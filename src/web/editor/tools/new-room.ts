import { newId, type PlanData } from "../../../model/elements/entities.ts";
import { roomsOf, roomsOn } from "../../../model/elements/rooms.ts";
import type { Point } from "../../../model/geometry/vector.ts";
import { textIn } from "../../../model/json.ts";
import { addRoom, freeRoomName, isRoom } from "../../../model/editing/add-remove.ts";
import { levelBeside } from "../../../model/editing/levels.ts";
import { type SnapTargets, targetsOn } from "../../canvas/snapping.ts";
import type { ToolContext } from "../../canvas/tools/tool.ts";

/** What a new room snaps to: the rooms of its floor, and those of the floor that it stands on. */
export const roomTargets = (plan: PlanData, level: string | undefined): SnapTargets => {
  const targets = targetsOn(plan, level);
  const beside = levelBeside(plan, level);
  const under = beside === undefined ? [] : roomsOn(plan, beside);
  const corners = [...targets.corners, ...under.flatMap(({ corners: each }) => each)];
  return { ...targets, corners, items: [] };
};

/** Adds a room with a name of its own, such as `Room 2`, selects it and asks what it is called; says so where it is too small. */
export const createRoom = (context: ToolContext, corners: readonly Point[]): void => {
  const { session, view, texts, say, askName } = context;
  if (!isRoom(corners)) return say(texts.tools.tooSmall);
  const { plan } = session.state;
  const id = newId(plan, "rooms");
  const taken = roomsOf(plan).flatMap(({ entity }) => textIn(entity.data["name"]) ?? []);
  const name = freeRoomName(new Set(taken), texts.drawing.things.rooms);
  const { level } = view.state;
  session.edit({ action: "draw", name }, (now) => addRoom(now, level, { id, name, corners }));
  view.select([`rooms/${id}`]);
  askName(`rooms/${id}`);
};
