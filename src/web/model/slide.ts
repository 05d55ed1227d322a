import { type Entity, type PlanData, type Ref, refOf } from "../../model/elements/entities.ts";
import { levelOfEntity } from "../../model/elements/places.ts";
import { wallOf } from "../../model/elements/rooms.ts";
import {
  dot,
  endsOf,
  lengthOf,
  minus,
  type Point,
  type Wall,
} from "../../model/geometry/vector.ts";
import type { JsonObject } from "../../model/json.ts";
import { spanOf, withSpan } from "../../model/kinds/opening.ts";
import { updateElements } from "../../model/editing/change.ts";
import {
  nearestFree,
  type PlacedOpening,
  placedOn,
  takenBy,
} from "../../model/editing/openings.ts";

/** How many metres a move goes along a wall. */
const along = (wall: Wall, by: Point): number =>
  dot(by, minus(wall.to, wall.from)) / lengthOf(wall);

/**
 * Slides openings along their walls, each as far as its wall is free, those that go with it excepted: one whose
 * place is taken lies at the nearest one that is not.
 */
export const slideBy = (plan: PlanData, openings: readonly Entity[], by: Point): PlanData => {
  const sliding = new Set<Ref>(openings.map(refOf));
  /** What is in the way on each floor: what stays, and what has slid already. */
  const othersByLevel = new Map<string | undefined, PlacedOpening[]>();
  const changes = new Map<Ref, (data: JsonObject) => JsonObject>();
  const ways = openings.flatMap((opening) => {
    const wall = wallOf(plan, opening.data);
    if (wall === undefined || lengthOf(wall) === 0) return [];
    return [{ opening, wall, span: spanOf(opening.data), way: along(wall, by) }];
  });
  // Who is ahead goes first, and so is out of the way of who comes behind.
  const ahead = ({ span, way }: (typeof ways)[number]): number => Math.sign(way) * span.offset;
  for (const { opening, wall, span, way } of ways.toSorted((a, b) => ahead(b) - ahead(a))) {
    const [ref, level] = [refOf(opening), levelOfEntity(plan, opening)];
    const others =
      othersByLevel.get(level) ?? placedOn(plan, level).filter((each) => !sliding.has(each.ref));
    const wanted = { ...span, offset: span.offset + way };
    const place = nearestFree(wanted, lengthOf(wall), takenBy(others, wall)) ?? span;
    othersByLevel.set(level, [...others, { ref, ends: endsOf(wall, place) }]);
    if (place !== span) changes.set(ref, (data) => withSpan(data, place));
  }
  return updateElements(plan, changes);
};
