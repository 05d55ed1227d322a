import { entitiesOf, findEntity, type PlanData } from "../elements/entities.ts";
import { isList, isObject, type Json, type JsonObject } from "../json/json.ts";
import { nameOf } from "../elements/name.ts";
import type { Point } from "../geometry/vector.ts";

const pointOf = (value: Json | undefined): Point | undefined => {
  if (!isList(value)) return undefined;
  const [x, z] = value;
  return typeof x === "number" && typeof z === "number" ? [x, z] : undefined;
};

const cornersOf = (room: JsonObject): readonly Point[] => {
  const points = room["points"];
  return isList(points) ? points.flatMap((each) => [pointOf(each) ?? []].filter(isPoint)) : [];
};

const isPoint = (value: Point | readonly []): value is Point => value.length === 2;

/** The corners of a room's `points`; undefined unless all are sensible, and at least three. */
export const wholeCornersOf = (points: Json | undefined): readonly Point[] | undefined => {
  const corners = cornersOf({ points });
  return isList(points) && corners.length === points.length && corners.length > 2
    ? corners
    : undefined;
};

const roomOf = (plan: PlanData, opening: JsonObject): JsonObject | undefined => {
  const id = opening["room_id"];
  return typeof id === "string" || typeof id === "number"
    ? findEntity(plan, "rooms", String(id))?.data
    : undefined;
};

const alongWall = (plan: PlanData, opening: JsonObject): Point | undefined => {
  const { edge, offset } = opening;
  const room = roomOf(plan, opening);
  if (room === undefined || typeof edge !== "number" || typeof offset !== "number")
    return undefined;
  const corners = cornersOf(room);
  const from = corners[edge];
  const to = corners[(edge + 1) % corners.length];
  if (from === undefined || to === undefined) return undefined;
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const share = length === 0 ? 0 : offset / length;
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
};

/** Where an element is: its centre, a room's first corner, an opening's place on its wall. */
export const pointIn = (plan: PlanData, element: Json | undefined): Point | undefined => {
  if (!isObject(element)) return pointOf(element);
  if (element["points"] !== undefined) return cornersOf(element)[0];
  if (element["room_id"] !== undefined) return alongWall(plan, element);
  return pointOf([element["x"] ?? null, element["z"] ?? null]);
};

const encloses = (corners: readonly Point[], [x, z]: Point): boolean => {
  let isInside = false;
  corners.forEach(([toX, toZ], at) => {
    const [fromX, fromZ] = corners.at(at - 1) ?? [toX, toZ];
    const crosses = fromZ > z !== toZ > z;
    if (crosses && x < ((toX - fromX) * (z - fromZ)) / (toZ - fromZ) + fromX) isInside = !isInside;
  });
  return isInside;
};

/** The name of the room that an opening belongs to, or that an item stands in. */
export const roomNameOf = (plan: PlanData, element: Json | undefined): string | undefined => {
  if (!isObject(element) || element["points"] !== undefined) return undefined;
  if (element["room_id"] !== undefined) return nameOf(roomOf(plan, element)) || undefined;
  const point = pointIn(plan, element);
  if (point === undefined) return undefined;
  const first = entitiesOf(plan, "levels")[0]?.key;
  const levelOf = (each: JsonObject): Json | undefined => each["level"] ?? first;
  const room = entitiesOf(plan, "rooms").find(
    ({ data }) => levelOf(data) === levelOf(element) && encloses(cornersOf(data), point),
  );
  return nameOf(room?.data) || undefined;
};
