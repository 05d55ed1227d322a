import type { Entity } from "../../../model/elements/entities.ts";
import { minus } from "../../../model/geometry/vector.ts";
import type { JsonObject } from "../../../model/json.ts";
import type { Floor } from "../../../model/elements/floor.ts";
import { clearFrom } from "../../../model/bindings/opening-state.ts";
import { type LightFrame, reach } from "./light-frame.ts";
import { litPath } from "./lit-area.ts";
import type { LitFloor } from "./lit-floor.ts";
import { openingsOn } from "./placed-openings.ts";

/** The path of a lamp's light, what it was made from, and the openings that its light may reach. */
interface Kept {
  readonly floor: Floor;
  readonly walls: unknown;
  readonly openings: unknown;
  readonly near: readonly JsonObject[];
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
  const near = openingsOn(lit).flatMap(({ data, place: { centre, width, isOuter } }) => {
    const isNear = minus(centre, origin).every((away) => Math.abs(away) <= reach * stretch + width);
    // No light of a lamp falls out of the house.
    return isNear && !isOuter ? [data] : [];
  });
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
  const clear = kept.near.map((opening) => clearFrom(opening, lit.states)).join();
  if (kept.clear !== clear) [kept.clear, kept.path] = [clear, litPath(frame, lit)];
  return kept.path;
};
