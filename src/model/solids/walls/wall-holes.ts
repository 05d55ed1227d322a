import { entitiesOf, type PlanData } from "../../elements/entities.ts";
import type { Floor } from "../../elements/floor.ts";
import { openingHeightsOf } from "../../elements/heights.ts";
import { placeOfOpening } from "../../elements/opening-place.ts";
import {
  cross,
  distance,
  dot,
  middle,
  minus,
  type Point,
  times,
  turned,
} from "../../geometry/vector.ts";
import { openingName } from "../../kinds/opening.ts";
import type { WallHole } from "./wall-columns.ts";
import type { WallPiece } from "./wall-network.ts";

/** A hole of an opening, wherever there are walls. */
interface PlacedHole {
  readonly centre: Point;
  /** The direction of its wall. */
  readonly way: Point;
  readonly width: number;
  /** How far the faces of its wall are from the centre, in metres. */
  readonly reach: number;
  readonly sill: number;
  readonly lintel: number;
}

/** The sine of the greatest angle between a wall and an opening that goes through it. */
const mostAskew = 0.02;

/** How far apart in metres two walls still count as the two leaves of one, so that an opening goes through both. */
const cavity = 0.02;

/** What the openings of a floor cut out of walls; a roof window is above the wall beside it, and cuts nothing. */
export const holesOn = (plan: PlanData, floor: Floor): readonly PlacedHole[] =>
  entitiesOf(plan, "openings").flatMap((opening) => {
    const place =
      openingName(opening.data) === "roof_window"
        ? undefined
        : placeOfOpening(plan, floor, opening);
    if (place === undefined) return [];
    const { centre, angle, width, reach } = place;
    const [way, farthest] = [turned([1, 0], angle), Math.max(...reach)];
    return [{ centre, way, width, reach: farthest, ...openingHeightsOf(plan, opening.data) }];
  });

/** The holes in a piece of wall: of all openings that it, or a wall close beside it, has there. */
export const holesIn = (
  { from, to, left, right }: WallPiece,
  holes: readonly PlacedHole[],
): readonly WallHole[] => {
  const length = distance(from, to);
  const way = times(minus(to, from), 1 / length);
  const [x, z] = middle(from, to);
  // Most holes of a floor are far from the wall.
  const isFar = ({ centre, width, reach }: PlacedHole): boolean => {
    const far = length / 2 + width + reach + left + right;
    return Math.abs(centre[0] - x) > far || Math.abs(centre[1] - z) > far;
  };
  return holes.flatMap((hole) => {
    if (isFar(hole)) return [];
    const { centre, way: across, width, reach, sill, lintel } = hole;
    const offset = minus(centre, from);
    const [along, aside] = [dot(offset, way), cross(way, offset)];
    const [start, end] = [along - width / 2, along + width / 2];
    const near = reach + (aside > 0 ? right : left) + cavity;
    const isIn = Math.abs(aside) <= near && end > 0 && start < length;
    return isIn && Math.abs(cross(way, across)) <= mostAskew
      ? [{ from: start, to: end, sill, lintel }]
      : [];
  });
};
