import type { PlanData } from "../../../model/elements/entities.ts";
import { levelsOf } from "../../../model/elements/levels.ts";
import { insideOf, roomsOn } from "../../../model/elements/rooms.ts";
import { signedArea } from "../../../model/geometry/polygon.ts";
import { roomName } from "../element-look.ts";
import type { DrawingWords } from "../options.ts";

/** A room and its area between the walls, in square metres. */
export interface RoomArea {
  readonly name: string;
  readonly area: number;
}

/** The areas of a floor. */
export interface FloorAreas {
  readonly indoors: readonly RoomArea[];
  readonly outdoors: readonly RoomArea[];
  /** The sum of the indoor rooms, as they are written: to the hundredth. */
  readonly sum: number;
}

/** To the hundredth, so that a sum is that of the figures that stand above it. */
const rounded = (area: number): number => Math.round(area * 100) / 100;

const sumOf = (rooms: readonly RoomArea[]): number =>
  rounded(rooms.reduce((sum, { area }) => sum + area, 0));

/** The areas of a floor's rooms, in the plan's order. */
export const areasOf = (
  plan: PlanData,
  level: string | undefined,
  words: DrawingWords,
): FloorAreas => {
  const all = roomsOn(plan, level)
    .filter(({ corners }) => corners.length > 0)
    .map((room) => ({
      isOutdoor: room.isOutdoor,
      name: roomName(room.entity.data, words),
      area: rounded(Math.abs(signedArea(insideOf(room, plan))) / 2),
    }));
  const indoors = all.filter(({ isOutdoor }) => !isOutdoor);
  return { indoors, outdoors: all.filter(({ isOutdoor }) => isOutdoor), sum: sumOf(indoors) };
};

/** The sum of all floors; undefined if there is only one. */
export const areaOfAllFloors = (plan: PlanData, words: DrawingWords): number | undefined => {
  const levels = levelsOf(plan);
  if (levels.length < 2) return undefined;
  return rounded(levels.reduce((sum, { id }) => sum + areasOf(plan, id, words).sum, 0));
};
