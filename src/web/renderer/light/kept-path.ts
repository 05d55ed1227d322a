import { entitiesOf, type Entity } from "../../../model/elements/entities.ts";
import { minus, type Point } from "../../../model/geometry/vector.ts";
import type { Floor } from "../floor.ts";
import { placeOfOpening } from "../opening-place.ts";
import { clearFrom } from "../opening-state.ts";
import { type LightFrame, reach } from "./light-frame.ts";
import { litPath } from "./lit-area.ts";
import type { LitFloor } from "./lit-floor.ts";

/** An opening of a floor: its data, its middle, and its width in metres. */
interface Gap {
  readonly data: Entity["data"];
  readonly centre: Point;
  readonly width: number;
}

/** The openings of a floor. */
interface Gaps {
  readonly openings: unknown;
  readonly gaps: readonly Gap[];
}

const gapsByFloor = new WeakMap<Floor, Gaps>();

const gapsOn = ({ plan, floor }: LitFloor): readonly Gap[] => {
  const { openings } = plan;
  const last = gapsByFloor.get(floor);
  if (last !== undefined && last.openings === openings) return last.gaps;
  const gaps = entitiesOf(plan, "openings").flatMap((opening): readonly Gap[] => {
    const place = placeOfOpening(floor, opening);
    // No light of a lamp falls out of the house.
    return place === undefined || place.isOuter
      ? []
      : [{ data: opening.data, centre: place.centre, width: place.width }];
  });
  gapsByFloor.set(floor, { openings, gaps });
  return gaps;
};

/** The path of a lamp's light, what it was made from, and the openings that its light may reach. */
interface Kept {
  readonly floor: Floor;
  readonly walls: unknown;
  readonly openings: unknown;
  readonly near: readonly Gap[];
  clear: string | undefined;
  path: string;
}

const keptByLamp = new WeakMap<Entity["data"], Kept>();

const keptOf = (lamp: Entity, { origin, stretch }: LightFrame, lit: LitFloor): Kept => {
  const { floor, plan } = lit;
  const { walls, openings } = plan;
  const last = keptByLamp.get(lamp.data);
  if (
    last !== undefined &&
    last.floor === floor &&
    last.walls === walls &&
    last.openings === openings
  )
    return last;
  const near = gapsOn(lit).filter(({ centre, width }) =>
    minus(centre, origin).every((away) => Math.abs(away) <= reach * stretch + width),
  );
  const kept: Kept = { floor, walls, openings, near, clear: undefined, path: "" };
  keptByLamp.set(lamp.data, kept);
  return kept;
};

/**
 * The SVG path of the area that a lamp lights, made anew only if a wall, the lamp or an opening within its reach has changed:
 * on a large floor some door or blind moves all the time, and a lamp takes a third of a millisecond.
 */
export const keptLitPath = (lamp: Entity, frame: LightFrame, lit: LitFloor): string => {
  const kept = keptOf(lamp, frame, lit);
  const clear = kept.near.map(({ data }) => clearFrom(data, lit.states)).join();
  if (kept.clear !== clear) [kept.clear, kept.path] = [clear, litPath(frame, lit)];
  return kept.path;
};
