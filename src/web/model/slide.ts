import type { Entity, PlanData } from "../../elements/entities.ts";
import { levelOfEntity } from "../../elements/places.ts";
import { type Ref, refOf } from "../../elements/ref.ts";
import { wallOf } from "../../elements/rooms.ts";
import { dot, minus, type Point } from "../../geometry/vector.ts";
import { lengthOf } from "../../geometry/wall.ts";
import { spanOf, withSpan } from "../../kinds/opening.ts";
import { updateOne } from "./change.ts";
import { nearestFree, takenOn } from "./free-wall.ts";

/** How many metres a move goes along the wall of an opening. */
const along = (plan: PlanData, { data }: Entity, by: Point): number => {
  const wall = wallOf(plan, data);
  const length = wall === undefined ? 0 : lengthOf(wall);
  return wall === undefined || length === 0 ? 0 : dot(by, minus(wall.to, wall.from)) / length;
};

/**
 * Slides openings along their walls, each as far as its wall is free, those that go with it excepted: one whose
 * place is taken lies at the nearest one that is not.
 */
export const slideBy = (plan: PlanData, openings: readonly Entity[], by: Point): PlanData => {
  const waiting = new Set<Ref>(openings.map(refOf));
  const ahead = (opening: Entity): number =>
    Math.sign(along(plan, opening, by)) * spanOf(opening.data).offset;
  // Who is ahead goes first, and so is out of the way of who comes behind.
  const ordered = openings.toSorted((one, other) => ahead(other) - ahead(one));
  return ordered.reduce((now, opening) => {
    const wall = wallOf(now, opening.data);
    if (wall === undefined || lengthOf(wall) === 0) return now;
    const taken = takenOn(now, levelOfEntity(now, opening), wall);
    const others = taken.filter(({ ref }) => !waiting.has(ref));
    waiting.delete(refOf(opening));
    const span = spanOf(opening.data);
    const wanted = { ...span, offset: span.offset + along(now, opening, by) };
    const place = nearestFree(wanted, lengthOf(wall), others);
    return place === undefined
      ? now
      : updateOne(now, refOf(opening), (data) => withSpan(data, place));
  }, plan);
};
