import { type Entity, entitiesOf, type PlanData } from "../../elements/entities.ts";
import { collections } from "../../kinds/index.ts";
import { type Box, boxAround } from "../../geometry/polygon.ts";
import type { Point } from "../../geometry/vector.ts";
import { findRefs, type Ref, refOf } from "../../elements/ref.ts";
import { outlineOf } from "./items.ts";
import { levelOf, shownLevel } from "../../elements/levels.ts";
import { endsOf, spanOf, wallOfOpening } from "./openings.ts";
import { cornersOf } from "./walls.ts";

/** The points around an element: a room's corners, an opening's ends, an item's corners. */
export const pointsAround = (plan: PlanData, { collection, data }: Entity): readonly Point[] => {
  if (collection === "rooms") return cornersOf(data);
  if (collection !== "openings") return outlineOf(collection, data);
  const found = wallOfOpening(plan, data);
  return found === undefined ? [] : endsOf(found.wall, spanOf(data));
};

/** The box around some elements, in metres; undefined if none of them has a place. */
export const boundsOf = (plan: PlanData, refs: Iterable<Ref>): Box | undefined =>
  boxAround(findRefs(plan, refs).flatMap((entity) => pointsAround(plan, entity)));

/** The level of an element; an opening is on that of its room. */
export const levelOfEntity = (plan: PlanData, entity: Entity): string | undefined => {
  if (entity.collection !== "openings") return levelOf(plan, entity.data);
  const wall = wallOfOpening(plan, entity.data);
  const [room] = wall === undefined ? [] : findRefs(plan, [wall.room]);
  return room === undefined ? undefined : levelOf(plan, room.data);
};

/** A box around whatever a plan may hold. */
export const everywhere: Box = { left: -1e6, top: -1e6, width: 2e6, height: 2e6 };

/** Everything on a level that lies within a box as a whole. */
export const within = (plan: PlanData, level: string | undefined, box: Box): readonly Ref[] => {
  const shown = shownLevel(plan, level);
  const holds = ([x, z]: Point): boolean =>
    x >= box.left && x <= box.left + box.width && z >= box.top && z <= box.top + box.height;
  return collections.flatMap((collection) =>
    entitiesOf(plan, collection).flatMap((entity) => {
      if (collection !== "openings" && levelOf(plan, entity.data) !== shown) return [];
      const points = pointsAround(plan, entity);
      const isWithin = points.length > 0 && points.every(holds);
      return isWithin && levelOfEntity(plan, entity) === shown ? [refOf(entity)] : [];
    }),
  );
};
