import { type PlanData, type Ref, refOf } from "../elements/entities.ts";
import { shownLevel } from "../elements/levels.ts";
import { levelOfEntity } from "../elements/places.ts";
import { openingsOf, wallOf } from "../elements/rooms.ts";
import {
  endsOf,
  fitSpan,
  lengthOf,
  nearestOn,
  type Point,
  type Span,
  type Wall,
} from "../geometry/vector.ts";
import { leastWidth, spanOf } from "../kinds/opening.ts";

/** A part of a wall, in metres from its start, that an opening takes. */
export interface TakenSpan {
  readonly ref: Ref;
  readonly from: number;
  readonly to: number;
}

/** Metres between two walls that are one, such as those of two rooms side by side. */
const thickness = 0.2;

/** An opening that lies in a wall, with both of its ends on the plan. */
export interface PlacedOpening {
  readonly ref: Ref;
  readonly ends: readonly [Point, Point];
}

/** The openings of a floor that lie in a wall. */
export const placedOn = (plan: PlanData, level: string | undefined): readonly PlacedOpening[] => {
  const shown = shownLevel(plan, level);
  return openingsOf(plan).flatMap((entity) => {
    const home = wallOf(plan, entity.data);
    if (home === undefined || levelOfEntity(plan, entity) !== shown) return [];
    return [{ ref: refOf(entity), ends: endsOf(home, spanOf(entity.data)) }];
  });
};

/** Whether a point is as near to the box around a wall as one in it is; most are not, and need no closer look. */
const isNear = ({ from, to }: Wall, [x, z]: Point): boolean =>
  x > Math.min(from[0], to[0]) - thickness &&
  x < Math.max(from[0], to[0]) + thickness &&
  z > Math.min(from[1], to[1]) - thickness &&
  z < Math.max(from[1], to[1]) + thickness;

/** What openings take of a wall, those of the room behind it included. */
export const takenBy = (placed: readonly PlacedOpening[], wall: Wall): readonly TakenSpan[] =>
  placed.flatMap(({ ref, ends: places }) => {
    if (!places.every((place) => isNear(wall, place))) return [];
    const ends = places.map((place) => nearestOn(wall, place));
    const [from = 0, to = 0] = ends.map(({ along }) => along).toSorted((a, b) => a - b);
    const isHere = ends.every(({ away }) => away < thickness) && to - from > 0.01;
    return isHere ? [{ ref, from, to }] : [];
  });

/** What the openings of a floor take of a wall. */
export const takenOn = (
  plan: PlanData,
  level: string | undefined,
  wall: Wall,
): readonly TakenSpan[] => takenBy(placedOn(plan, level), wall);

/** The span moved beside the openings that are there, and narrowed if it must be; undefined where there is no room around `along`. */
export const freeSpan = (
  span: Span,
  along: number,
  wall: Wall,
  taken: readonly TakenSpan[],
): Span | undefined => {
  const from = Math.max(0, ...taken.filter(({ to }) => to <= along).map(({ to }) => to));
  const to = Math.min(
    lengthOf(wall),
    ...taken.flatMap((each) => (each.from >= along ? [each.from] : [])),
  );
  return to - from < Math.min(span.width, leastWidth) ? undefined : fitSpan(span, to, from);
};

/** Metres that two openings side by side may miss by, as their places are rounded. */
const touching = 1e-6;

/** The place as wide as the span that is nearest to it and free, from end to end of a wall of this length; undefined where none is as wide. */
export const nearestFree = (
  span: Span,
  length: number,
  taken: readonly TakenSpan[],
): Span | undefined => {
  const wide = { ...span, width: Math.min(span.width, length) };
  const places: Span[] = [];
  let from = 0;
  const end = { from: length, to: length };
  for (const each of [...taken.toSorted((one, other) => one.from - other.from), end]) {
    if (each.from - from > wide.width - touching) places.push(fitSpan(wide, each.from, from));
    from = Math.max(from, each.to);
  }
  const away = ({ offset }: Span): number => Math.abs(offset - span.offset);
  return places.toSorted((one, other) => away(one) - away(other))[0];
};
