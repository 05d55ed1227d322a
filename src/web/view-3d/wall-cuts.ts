import { isInRoom, type Room, roomsOn } from "../../model/elements/rooms.ts";
import type { PlanData } from "../../model/elements/entities.ts";
import {
  lengthOf,
  plus,
  type Point,
  pointAlong,
  times,
  turned,
} from "../../model/geometry/vector.ts";
import type { Solid } from "../../model/solids/solid.ts";
import { type Cut, uncut } from "./merged-solids.ts";

/** How far beyond a wall's line a room is looked for, in metres: beyond the face of most walls. */
const beyond = 0.45;

/** Where along a wall a room is looked for, as parts of its length. */
const parts = [0.1, 0.5, 0.9] as const;

/** Places on a wall, or in its opening, and the direction across it. */
const lineOf = ({
  run,
  at,
  rotation,
}: Solid): readonly [places: readonly Point[], across: Point] => {
  if (run === undefined) return [[[at[0], at[2]]], turned([0, 1], rotation)];
  const length = lengthOf(run);
  const [x, z] = times([run.to[0] - run.from[0], run.to[1] - run.from[1]], 1 / (length || 1));
  return [parts.map((part) => pointAlong(run, length * part)), [-z, x]];
};

/**
 * What lowers the walls of a floor and the openings in them: they hide a room behind them from an eye before them. A wall beside
 * no room indoors stays as it is.
 */
export const cutsOn = (plan: PlanData, level: string | undefined): ((solid: Solid) => Cut) => {
  const rooms: readonly Room[] = roomsOn(plan, level).filter(({ isOutdoor }) => !isOutdoor);
  return (solid) => {
    if (solid.role !== "wall" && solid.role !== "opening") return uncut;
    const [places, [x, z]] = lineOf(solid);
    const hasRoom = (side: 1 | -1): 1 | 0 =>
      places.some((place) => {
        const beside = plus(place, times([x, z], beyond * side));
        return rooms.some((room) => isInRoom(room, beside));
      })
        ? 1
        : 0;
    return [x, z, hasRoom(1), hasRoom(-1)];
  };
};
