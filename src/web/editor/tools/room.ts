import { nearestWall, wallsOf } from "../../../geometry/wall.ts";
import { roomsOn, wallsOn } from "../../../elements/rooms.ts";
import { rectangle } from "../../model/create.ts";
import { placeOfRef } from "../../../elements/ref.ts";
import { toolWords } from "../kinds.ts";
import { createRoom, roomTargets } from "./new-room.ts";
import type { Tool, ToolContext } from "./tool.ts";
import { twoPointTool } from "./two-points.ts";

/** How near to a wall a press means the wall: metres, and pixels. */
const [nearWall, nearWallPixels] = [0.25, 14];

/** Draws a rectangular room, by a drag or by a click at each of two opposite corners. */
export const roomTool = (context: ToolContext): Tool => {
  const { session, view, texts } = context;
  return twoPointTool({
    hint: (isBegun) => {
      if (isBegun) return texts.tools.hints.roomSecond;
      const isFirst = roomsOn(session.state.plan, view.state.level).length === 0;
      return isFirst ? toolWords("room", texts).hint : texts.tools.hints.roomNext;
    },
    targets: () => roomTargets(session.state.plan, view.state.level),
    preview: (from, to) => {
      const ghost = rectangle(from, to);
      return { ghost, measures: wallsOf(ghost).slice(0, 2) };
    },
    make: (from, to) => createRoom(context, rectangle(from, to)),
    // A click selects a room, but not one at whose wall the next room begins.
    clicked: ({ ref, at, pixel }) => {
      if (ref === undefined || placeOfRef(ref) !== "polygon") return;
      const walls = wallsOn(session.state.plan, view.state.level);
      const reach = Math.max(nearWall, nearWallPixels * pixel);
      if (nearestWall(walls, at, reach) === undefined)
        view.update({ tool: "select", selection: [ref] });
    },
  });
};
