import type { svg as svgTag, SVGTemplateResult } from "lit";
import type { Room } from "../../../model/elements/rooms.ts";
import { closedPath } from "../../../model/geometry/svg-path.ts";
import { floorOfRoom } from "../../../model/kinds/floor-materials.ts";
import type { RoomWords } from "../../../model/kinds/room-kinds.ts";
import { type FloorPattern, isLaidAlong, patternId } from "./floor-patterns.ts";

/** The pattern of a room's floor; undefined for a plain one. Boards lie along the longer side. */
export const patternOf = (
  { entity, box, isOutdoor }: Room,
  rooms: readonly RoomWords[],
): FloorPattern | undefined => {
  const material = floorOfRoom(entity.data, isOutdoor, rooms);
  if (material === "plain") return undefined;
  if (material === "parquet") return { material, degrees: 45 };
  return { material, degrees: isLaidAlong(material) && box.height > box.width ? 90 : 0 };
};

/** The material over a room's floor; undefined for a plain one. */
export const coverOf = (
  svg: typeof svgTag,
  room: Room,
  rooms: readonly RoomWords[],
): SVGTemplateResult | undefined => {
  const pattern = patternOf(room, rooms);
  return pattern === undefined
    ? undefined
    : svg`<path class="cover" display="none" fill="url(#${patternId(pattern)})" d=${closedPath(room.corners)}></path>`;
};
