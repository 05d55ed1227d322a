import type { PlanData } from "../../elements/entities.ts";
import { shownLevel } from "../../elements/levels.ts";
import { levelOfEntity } from "../../elements/places.ts";
import { type Ref, refOf } from "../../elements/ref.ts";
import { openingsOf, wallOf } from "../../elements/rooms.ts";
import { endsOf, fitSpan, lengthOf, nearestOn, type Span, type Wall } from "../../geometry/wall.ts";
import { leastWidth, spanOf } from "../../kinds/opening.ts";

/** A part of a wall, in metres from its start, that an opening takes. */
export interface Taken {
  readonly ref: Ref;
  readonly from: number;
  readonly to: number;
}

/** Metres between two walls that are one, such as those of two rooms side by side. */
const thickness = 0.2;

/** The openings in a wall, those of the room behind it included. */
export const takenOn = (
  plan: PlanData,
  level: string | undefined,
  wall: Wall,
): readonly Taken[] => {
  const shown = shownLevel(plan, level);
  return openingsOf(plan).flatMap((entity) => {
    const home = wallOf(plan, entity.data);
    if (home === undefined || levelOfEntity(plan, entity) !== shown) return [];
    const ends = endsOf(home, spanOf(entity.data)).map((end) => nearestOn(wall, end));
    const [from = 0, to = 0] = ends.map(({ along }) => along).toSorted((a, b) => a - b);
    const isHere = ends.every(({ away }) => away < thickness) && to - from > 0.01;
    return isHere ? [{ ref: refOf(entity), from, to }] : [];
  });
};

/** The span moved beside the openings that are there, and narrowed if it must be; undefined where there is no room around `along`. */
export const freeSpan = (
  span: Span,
  along: number,
  wall: Wall,
  taken: readonly Taken[],
): Span | undefined => {
  const from = Math.max(0, ...taken.filter(({ to }) => to <= along).map(({ to }) => to));
  const to = Math.min(
    lengthOf(wall),
    ...taken.flatMap((each) => (each.from >= along ? [each.from] : [])),
  );
  return to - from < Math.min(span.width, leastWidth) ? undefined : fitSpan(span, to, from);
};
