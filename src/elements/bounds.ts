import { type Box, boxAround, isInBox } from "../model/geometry/polygon.ts";
import { standingCollections } from "../model/kinds/kinds.ts";
import type { Entity, PlanData } from "../model/elements/entities.ts";
import { numberIn, objectsIn, textIn } from "../json/read.ts";
import { firstLevel, shownLevel } from "../model/elements/levels.ts";
import { elementsOn, pointsAround } from "../model/elements/places.ts";
import { findRefs, type Ref, refOf } from "./ref.ts";
import { roomsOn } from "../model/elements/rooms.ts";

/** The box around some elements, in metres; undefined if none of them has a place. */
export const boundsOf = (plan: PlanData, refs: Iterable<Ref>): Box | undefined =>
  boxAround(findRefs(plan, refs).flatMap((entity) => pointsAround(plan, entity)));

/** A box around whatever a plan may hold. */
const everywhere: Box = { left: -1e6, top: -1e6, width: 2e6, height: 2e6 };

/** Everything on a level that lies within a box as a whole; without a box, everything with a place. */
export const refsWithin = (
  plan: PlanData,
  level: string | undefined,
  box: Box = everywhere,
): readonly Ref[] => {
  const isWithin = (entity: Entity): boolean => {
    const points = pointsAround(plan, entity);
    return points.length > 0 && points.every((point) => isInBox(point, box));
  };
  return elementsOn(plan, shownLevel(plan, level)).filter(isWithin).map(refOf);
};

/** A sheet for a plan that is still empty, in metres. */
const blank: Box = { left: 0, top: 0, width: 12, height: 8 };

/** Metres around the middle of an item that are shown with it. */
const around = 0.3;

/** The box around all that a level shows, in metres; a plan without anything gets a sheet of 12 by 8. */
export const planBounds = (plan: PlanData, wanted: string | undefined): Box => {
  const [level, first] = [shownLevel(plan, wanted), firstLevel(plan)];
  const points = roomsOn(plan, wanted).flatMap(({ corners }) => corners);
  // Every revision comes by here with all its items, whatever they are called.
  for (const collection of standingCollections) {
    for (const data of objectsIn(plan[collection])) {
      if ((textIn(data["level"]) ?? first) !== level) continue;
      const x = numberIn(data["x"], undefined);
      const z = numberIn(data["z"], undefined);
      if (x === undefined || z === undefined)
        points.push(...pointsAround(plan, { collection, data }));
      else points.push([x - around, z - around], [x + around, z + around]);
    }
  }
  return boxAround(points) ?? blank;
};
