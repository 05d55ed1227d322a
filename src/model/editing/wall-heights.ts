import { type PlanData, refOf } from "../elements/entities.ts";
import { heightIn, wallHeightsOf } from "../elements/heights.ts";
import { cornersOf, extrasOf, withCorners } from "../elements/places.ts";
import type { Room } from "../elements/rooms.ts";
import { roundForStorage } from "../geometry/vector.ts";
import { isObject, type Json, type JsonObject, withField } from "../json.ts";

/** The fields of a corner with the height of the wall that begins there, at its start and at its end. */
export const wallHeightFields = ["height", "end_height"] as const;

/** The height that a corner says of the wall that begins there; undefined if it says none. */
export const ownWallHeight = (
  room: JsonObject,
  edge: number,
  field: (typeof wallHeightFields)[number],
): number | undefined => {
  const said = extrasOf(room)[edge]?.[0];
  return isObject(said) ? heightIn(said, field) : undefined;
};

/** The corners of a room of which one says another height, in metres; undefined removes it. */
export const cornersWithHeight = (
  room: JsonObject,
  edge: number,
  field: (typeof wallHeightFields)[number],
  metres: number | undefined,
): Json | undefined => {
  const extras = extrasOf(room).map((extra, at): readonly Json[] => {
    if (at !== edge) return extra;
    const [said] = extra;
    const next = withField(isObject(said) ? said : {}, field, metres);
    if (Object.keys(next).length === 0 && extra.length < 2) return [];
    return extra.length === 0 ? [next] : extra.with(0, next);
  });
  return withCorners(room, cornersOf(room), extras)["points"];
};

const heightsFrom = (from: number, to: number): JsonObject =>
  from === to ? { height: from } : { height: from, end_height: to };

/**
 * What the corners at which both parts of a divided wall begin say of them: as thick as the wall was, and as high as it was at
 * each place. `share` is the place of the new corner, from 0 at the wall's start to 1 at its end.
 */
export const extrasOfParts = (
  plan: PlanData,
  room: Room,
  edge: number,
  share: number,
): readonly [first: readonly Json[], second: readonly Json[]] => {
  const extras = extrasOf(room.entity.data)[edge] ?? [];
  const [said, ...rest] = extras;
  const saysHeight = wallHeightFields.some(
    (field) => ownWallHeight(room.entity.data, edge, field) !== undefined,
  );
  if (!isObject(said) || !saysHeight) return [extras, room.own[edge] === undefined ? [] : extras];
  const { height: _, end_height: __, ...others } = said;
  const [from, to] = wallHeightsOf(plan, { owner: refOf(room.entity), edge });
  const middle = roundForStorage(from + (to - from) * share);
  return [
    [{ ...others, ...heightsFrom(from, middle) }, ...rest],
    [{ ...others, ...heightsFrom(middle, to) }, ...rest],
  ];
};
