import { entitiesOf } from "../../../model/elements/entities.ts";
import type { JsonObject } from "../../../model/json.ts";
import type { Floor } from "../../../model/elements/floor.ts";
import { type OpeningPlace, placeOfOpening } from "../../../model/elements/opening-place.ts";
import type { LitFloor } from "./lit-floor.ts";

/** An opening of a floor. */
interface PlacedOpening {
  readonly data: JsonObject;
  readonly place: OpeningPlace;
}

interface Known {
  readonly openings: unknown;
  readonly walls: unknown;
  readonly placed: readonly PlacedOpening[];
}

const known = new WeakMap<Floor, Known>();

/** The openings of a floor and where they are; found once, as light is made anew whenever a door moves. */
export const openingsOn = ({ plan, floor }: LitFloor): readonly PlacedOpening[] => {
  const { openings, walls } = plan;
  const last = known.get(floor);
  if (last !== undefined && last.openings === openings && last.walls === walls) return last.placed;
  const placed = entitiesOf(plan, "openings").flatMap((opening): readonly PlacedOpening[] => {
    const place = placeOfOpening(plan, floor, opening);
    return place === undefined ? [] : [{ data: opening.data, place }];
  });
  known.set(floor, { openings, walls, placed });
  return placed;
};
