import { isShut, partOf } from "../../model/bindings/opening-state.ts";
import { findRef } from "../../model/elements/entities.ts";
import { floorHeightsOf } from "../../model/elements/heights.ts";
import { shownLevel } from "../../model/elements/levels.ts";
import { isInRoom, roomsOn } from "../../model/elements/rooms.ts";
import { interiorPoint } from "../../model/geometry/polygon.ts";
import type { House } from "./house.ts";
import type { Orbit } from "./orbit.ts";
import type { ShownView3d } from "./shown-view-3d.ts";
import { Walk } from "./walk.ts";

/**
 * A walk through the shown floor, from the room in the middle of the view, else from the first one indoors. `now` is what is
 * shown at each step: doors whose contact says that they are shut are in the way.
 */
export const walkFrom = (
  { place, heading }: Orbit["looksAt"],
  house: House,
  { plan, level: wanted }: ShownView3d,
  now: () => ShownView3d | undefined,
): Walk => {
  const level = shownLevel(plan, wanted);
  const rooms = roomsOn(plan, level).filter(({ isOutdoor }) => !isOutdoor);
  const room = rooms.find((each) => isInRoom(each, place)) ?? rooms[0];
  const start = room === undefined ? place : interiorPoint(room.corners);
  return new Walk(start, floorHeightsOf(plan, level).elevation, heading, (from, to) =>
    house.isFree(level, from, to, ({ ref }) => {
      const shown = now();
      const opening = shown && ref !== undefined ? findRef(shown.plan, ref) : undefined;
      return (
        opening !== undefined &&
        isShut(partOf(opening.data, "contact", shown?.homeAssistant.states))
      );
    }),
  );
};
