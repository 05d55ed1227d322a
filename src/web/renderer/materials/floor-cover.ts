import type { svg as svgTag, SVGTemplateResult } from "lit";
import type { Room } from "../../../model/elements/rooms.ts";
import { closedPath } from "../../../model/geometry/svg-path.ts";
import { floorOfRoom } from "../../../model/kinds/floor-materials.ts";
import { type FloorPattern, isLaidAlong, patternId } from "./floor-patterns.ts";

/** The pattern of a room's floor; undefined for a plain one. Boards lie along the longer side. */
export const patternOf = ({ entity, box, isOutdoor }: Room): FloorPattern | undefined => {
  const material = floorOfRoom(entity.data, isOutdoor);
  if (material === "plain") return undefined;
  if (material === "parquet") return { material, degrees: 45 };
  return { material, degrees: isLaidAlong(material) && box.height > box.width ? 90 : 0 };
};

/** The material over a room's floor; undefined for a plain one. */
export const coverOf = (svg: typeof svgTag, room: Room): SVGTemplateResult | undefined => {
  const pattern = patternOf(room);
  return pattern === undefined
    ? undefined
    : svg`<path class="cover" display="none" fill="url(#${patternId(pattern)})" d=${closedPath(room.corners)}></path>`;
};
