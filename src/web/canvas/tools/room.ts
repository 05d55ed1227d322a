import { boxAround } from "../../../model/geometry/polygon.ts";
import { middle, nearestWall, type Point, type Wall } from "../../../model/geometry/vector.ts";
import { roomsOn, wallsOn } from "../../../model/elements/rooms.ts";
import { areaOf, rectangle } from "../../../model/editing/add-remove.ts";
import { marginOf, measuredOutline } from "../../../model/editing/measured-lengths.ts";
import { squareMetresIn } from "../../editor/context.ts";
import { placeOfRef } from "../../../model/elements/entities.ts";
import { toolWords } from "./kind-tools.ts";
import { createRoom, roomTargets } from "../../editor/tools/new-room.ts";
import type { Tool, ToolContext } from "./tool.ts";
import { twoPointTool } from "./two-points.ts";

/** How near to a wall a press means the wall: metres, and pixels. */
const [nearWall, nearWallPixels] = [0.25, 14];

/** So many metres from a place on the side of another one; to the right or down where that is the same. */
const beyond = (from: number, towards: number, metres: number | undefined): number =>
  metres === undefined ? towards : from + (towards < from ? -metres : metres);

/** The upper and the right wall of a rectangle between its faces, of no length where it is all wall. */
const wallsWithin = (corners: readonly Point[], margin: number): readonly [Wall, Wall] => {
  const { left, top, width, height } = boxAround(corners) ?? {
    left: 0,
    top: 0,
    width: 0,
    height: 0,
  };
  const [wide, high] = [Math.max(0, width - margin * 2), Math.max(0, height - margin * 2)];
  const [x, z] = [left + (width - wide) / 2, top + (height - high) / 2];
  return [
    { from: [x, z], to: [x + wide, z] },
    { from: [x + wide, z], to: [x + wide, z + high] },
  ];
};

/** Draws a rectangular room, by a drag or by a click at each of two opposite corners. */
export const roomTool = (context: ToolContext): Tool => {
  const { session, view, texts, language } = context;
  return twoPointTool({
    hint: (isBegun) => {
      if (isBegun) return `${texts.tools.hints.roomSecond} ${texts.measures.typing}`;
      const isFirst = roomsOn(session.state.plan, view.state.level).length === 0;
      return isFirst ? toolWords("room", texts).hint : texts.tools.hints.roomNext;
    },
    targets: () => roomTargets(session.state.plan, view.state.level),
    preview: (from, to) => {
      const ghost = rectangle(from, to);
      const place = middle(from, to);
      const area = squareMetresIn(
        language,
        areaOf(measuredOutline(session.state.plan, ghost, view.state.measures)),
      );
      return { ghost, measures: [{ from: place, to: place, text: texts.measures.area(area) }] };
    },
    lengths: (from, to) => {
      const [width, depth] = wallsWithin(
        rectangle(from, to),
        marginOf(session.state.plan, view.state.measures),
      );
      const { measures } = texts;
      return [
        { ...width, label: measures.width },
        { ...depth, label: measures.depth },
      ];
    },
    reach: (from, towards, [width, depth]) => {
      const margin = marginOf(session.state.plan, view.state.measures) * 2;
      return [
        beyond(from[0], towards[0], width === undefined ? undefined : width + margin),
        beyond(from[1], towards[1], depth === undefined ? undefined : depth + margin),
      ];
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
