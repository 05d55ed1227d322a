import type { States } from "../bindings/entity-state.ts";
import { isOpen, isShut, partOf } from "../bindings/opening-state.ts";
import { entitiesOf, type PlanData } from "../elements/entities.ts";
import { wallOf } from "../elements/opening-walls.ts";
import { reachOf } from "../elements/rooms.ts";
import { standingWallsOn } from "../elements/standing-walls.ts";
import { endsOf } from "../geometry/vector.ts";
import type { JsonObject } from "../json.ts";
import { kindOf, openingName, spanOf } from "../kinds/opening.ts";
import type { Barrier } from "./floor-cells.ts";
import { indoorRoomsOn } from "./floor-readings.ts";

/** What hinders as much as so many metres of a room. */
const [wallMetres, shutMetres, openMetres] = [40, 10, 0.1];

/**
 * How much an opening hinders, in metres of a room. A door of which nothing is known is drawn open, and lets through; a window
 * is shut unless its contact says that it is open.
 */
const metresOf = (opening: JsonObject, states: States): number => {
  const kind = kindOf(opening);
  if (kind === "passage") return 0;
  const contact = partOf(opening, "contact", states);
  const lets = kind === "window" ? isOpen(contact) : !isShut(contact);
  return lets ? openMetres : shutMetres;
};

/**
 * What hinders air on a floor: the walls of its indoor rooms but for those that are open, freestanding walls, and in place of
 * parts of them what is in their openings. Windows in the roof are in no wall.
 */
export const barriersOn = (
  plan: PlanData,
  level: string | undefined,
  states: States,
): readonly Barrier[] => {
  const rooms = indoorRoomsOn(plan, level);
  const walls = [
    ...rooms.flatMap((room) => room.walls.filter((_, edge) => reachOf(room, edge).half > 0)),
    ...standingWallsOn(plan, level).filter(({ half }) => half > 0),
  ].map(({ from, to }) => ({ from, to, metres: wallMetres, isOpening: false }));
  const owners = new Set([
    ...rooms.map(({ entity }) => `rooms/${entity.key}`),
    ...standingWallsOn(plan, level).map(({ entity }) => `walls/${entity.key}`),
  ]);
  const openings = entitiesOf(plan, "openings").flatMap(({ data }): readonly Barrier[] => {
    const wall = openingName(data) === "roof_window" ? undefined : wallOf(plan, data);
    if (wall === undefined || !owners.has(wall.owner)) return [];
    const [from, to] = endsOf(wall, spanOf(data));
    return [{ from, to, metres: metresOf(data, states), isOpening: true }];
  });
  return [...walls, ...openings];
};
