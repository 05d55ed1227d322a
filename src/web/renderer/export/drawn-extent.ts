import { entitiesOf, type PlanData } from "../../../model/elements/entities.ts";
import { firstLevel, shownLevel } from "../../../model/elements/levels.ts";
import { pointsAround, placeOf } from "../../../model/elements/places.ts";
import { type Box, boxAround } from "../../../model/geometry/polygon.ts";
import { plus, type Point, turned } from "../../../model/geometry/vector.ts";
import { kindOf } from "../../../model/kinds/opening.ts";
import { standingCollections } from "../../../model/kinds/kinds.ts";
import { textOf } from "../devices-and-texts.ts";
import { lookOf } from "../element-look.ts";
import { floorOf } from "../../../model/elements/floor.ts";
import { placeOfOpening } from "../../../model/elements/opening-place.ts";
import type { DrawOptions } from "../options.ts";
import { isOnLevel } from "../scene.ts";
import { facadesOf } from "./facade.ts";

const corners = ({ left, top, width, height }: Box): readonly Point[] => [
  [left, top],
  [left + width, top + height],
];

/** How far leaves reach in front of and behind the wall, as points. */
const swingsOf = (plan: PlanData, level: string | undefined): readonly Point[] => {
  const floor = floorOf(plan, level);
  return entitiesOf(plan, "openings").flatMap((entity) => {
    const place = placeOfOpening(plan, floor, entity);
    if (place === undefined || kindOf(entity.data) !== "door") return [];
    const { centre, angle, width } = place;
    const away = entity.data["swing"] === "out" ? -width : width;
    return [-0.5, 0.5].map((side) => plus(centre, turned([side * width, away], angle)));
  });
};

/** The box around all that is drawn of a floor, in metres; unlike `planBounds`, with walls, leaves and texts. */
export const drawnExtent = (plan: PlanData, options: DrawOptions): Box => {
  const level = shownLevel(plan, options.level);
  const place = { level, first: firstLevel(plan) };
  const house = facadesOf(plan, level);
  const rooms = floorOf(plan, level).rooms;
  const things = standingCollections.flatMap((list) =>
    entitiesOf(plan, list).flatMap((entity): readonly Point[] => {
      if (!isOnLevel(entity.data, place)) return [];
      const at = placeOf(entity.data);
      if (list !== "texts" || at === undefined) return pointsAround(plan, entity);
      const [width, height] = textOf(lookOf(entity.data, options), options);
      return [plus(at, [-width / 2, -height / 2]), plus(at, [width / 2, height / 2])];
    }),
  );
  return (
    boxAround([
      ...(house === undefined ? [] : corners(house.box)),
      ...rooms.flatMap((room) => room.corners),
      ...swingsOf(plan, level),
      ...things,
    ]) ?? { left: 0, top: 0, width: 12, height: 8 }
  );
};
