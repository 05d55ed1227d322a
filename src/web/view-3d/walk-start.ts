import { isOpen, isShut, partOf } from "../../model/bindings/opening-state.ts";
import type { States } from "../../model/bindings/entity-state.ts";
import { findRef } from "../../model/elements/entities.ts";
import { floorHeightsOf } from "../../model/elements/heights.ts";
import { shownLevel } from "../../model/elements/levels.ts";
import { isInRoom, roomsOn } from "../../model/elements/rooms.ts";
import { interiorPoint } from "../../model/geometry/polygon.ts";
import type { Point } from "../../model/geometry/vector.ts";
import type { JsonObject } from "../../model/json.ts";
import { kindOf } from "../../model/kinds/opening.ts";
import type { House } from "./house.ts";
import type { ShownView3d } from "./shown-view-3d.ts";
import { Walk } from "./walk.ts";

/** Where a walk begins, in the plan in metres, and where it looks, in radians from up on the plan, clockwise. */
export interface WalkStart {
  readonly place: Point;
  readonly heading: number;
}

/** Whether an opening is in the way: what its contact says is shut, and windows that are not known to be open. */
const isInTheWay = (opening: JsonObject, states: States | undefined): boolean => {
  const contact = partOf(opening, "contact", states);
  return isShut(contact) || (kindOf(opening) === "window" && !isOpen(contact));
};

/**
 * A walk through the shown floor, from the room in which a place is, such as the middle of the view or where one walked on
 * another floor, else from the first one indoors. `now` is what is shown at each step, by which doors are open or in the way.
 */
export const walkFrom = (
  { place, heading }: WalkStart,
  house: House,
  { plan, level: wanted }: ShownView3d,
  now: () => ShownView3d | undefined,
): Walk => {
  const level = shownLevel(plan, wanted);
  const rooms = roomsOn(plan, level).filter(({ isOutdoor }) => !isOutdoor);
  const room = rooms.find((each) => isInRoom(each, place)) ?? rooms[0];
  const start = room === undefined ? place : interiorPoint(room.corners);
  const { elevation } = floorHeightsOf(plan, level);
  return new Walk(start, { level, elevation }, heading, (from, to) =>
    house.isFree(level, from, to, ({ ref }) => {
      const shown = now();
      const opening = shown && ref !== undefined ? findRef(shown.plan, ref) : undefined;
      return opening !== undefined && isInTheWay(opening.data, shown?.homeAssistant.states);
    }),
  );
};
