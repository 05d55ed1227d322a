import { boxAround, isInBox, isInside } from "../geometry/polygon.ts";
import type { Point } from "../geometry/vector.ts";
import type { Zone } from "./zone.ts";

/** The zones of a plan. */
export interface PlanZones {
  readonly zones: readonly Zone[];
  /** The id of its first floor; undefined if it has none. */
  readonly firstLevel: string | undefined;
}

export const noZones: PlanZones = { zones: [], firstLevel: undefined };

/** Somebody or something with a place on the plan: a target, or whom several targets are. */
export interface PlacedTarget {
  /** A target's id: its tracker's, with a number if there are several, such as `radar/1`; or that of whom targets are, `track:1`. */
  readonly id: string;
  /** Metres of the plan. */
  readonly place: Point;
  /** The id of its floor; undefined for the first. */
  readonly level: string | undefined;
  /** The id of whom this target is part of, who counts in its place. */
  readonly partOf?: string | undefined;
  /** The ids of the targets that somebody is fused from. */
  readonly sources?: readonly string[] | undefined;
}

/** The ids of the trackers that see somebody. */
const trackersOf = ({ id, sources }: PlacedTarget): readonly string[] =>
  (sources ?? [id]).map((target) => target.replace(/\/.*/, ""));

/** Who is where, for one zone after the other. */
interface Seen {
  readonly target: PlacedTarget;
  readonly trackers: readonly string[];
}

/**
 * The ids of those who are in each zone, by the zone's id; both lists may be empty. Zones may overlap, and who is in two
 * counts in both. A fused person counts once, and in a zone that is limited to trackers if one of these sees them. An excluded
 * zone counts nobody, and whom only its trackers see in it is in no other zone either.
 *
 * `first`: the id of the plan's first floor, undefined if it has none.
 */
export const occupants = (
  zones: readonly Zone[],
  targets: Iterable<PlacedTarget>,
  first: string | undefined,
): ReadonlyMap<string, readonly string[]> => {
  const shapes = zones.map((zone) => ({
    zone,
    level: zone.level ?? first,
    box: boxAround(zone.polygon) ?? { left: 0, top: 0, width: 0, height: 0 },
  }));
  const isIn = ({ zone, level, box }: (typeof shapes)[number], { target }: Seen): boolean =>
    (target.level ?? first) === level &&
    isInBox(target.place, box) &&
    isInside(target.place, zone.polygon);
  const excluded = shapes.filter(({ zone }) => zone.isExcluded);
  const isNobody = (seen: Seen): boolean =>
    excluded.some(
      (shape) =>
        seen.trackers.every((each) => shape.zone.trackers?.has(each) ?? true) && isIn(shape, seen),
    );
  const there = [...targets]
    .filter(({ partOf }) => partOf === undefined)
    .map((target): Seen => ({ target, trackers: trackersOf(target) }))
    .filter((seen) => !isNobody(seen));
  return new Map(
    shapes
      .filter(({ zone }) => !zone.isExcluded)
      .map((shape) => [
        shape.zone.id,
        there
          .filter(
            (seen) =>
              seen.trackers.some((each) => shape.zone.trackers?.has(each) ?? true) &&
              isIn(shape, seen),
          )
          .map(({ target }) => target.id),
      ]),
  );
};
