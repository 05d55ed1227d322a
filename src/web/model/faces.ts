import { idOf, type PlanData } from "../../elements/entities.ts";
import { type JsonObject } from "../../json/json.ts";
import { signedArea } from "../../geometry/polygon.ts";
import { halfWall } from "../drawing/opening.ts";
import { type Point, distance, dot, isSame, minus, plus, times } from "../../geometry/vector.ts";
import { textIn } from "../../json/read.ts";
import { cornersOf } from "./walls.ts";

/** The direction across a wall, a metre long; to its right on the screen. */
const across = (from: Point, to: Point): Point => {
  const [x, z] = times(minus(to, from), 1 / distance(from, to));
  return [-z, x];
};

/** The corners moved into the room by so many metres from both of their walls. */
const inset = (given: readonly Point[], metres: number): readonly Point[] => {
  const corners = given.filter((corner, at) => !isSame(corner, given.at(at - 1) ?? corner));
  const side = signedArea(corners) > 0 ? metres : -metres;
  return corners.flatMap((corner, at) => {
    const before = across(corners.at(at - 1) ?? corner, corner);
    const after = across(corner, corners[(at + 1) % corners.length] ?? corner);
    const bend = 1 + dot(before, after);
    // Where a wall runs back along itself there is no inside.
    return bend < 0.1 ? [] : [plus(corner, times(plus(before, after), side / bend))];
  });
};

/** Where the faces of a room's walls meet, which is what things in it stand against; in the open there are no walls. */
export const insideOf =
  (plan: PlanData) =>
  (room: JsonObject): readonly Point[] => {
    const corners = cornersOf(room);
    const outdoor = textIn(plan["outdoor"]);
    return outdoor !== undefined && idOf(room) === outdoor ? corners : inset(corners, halfWall);
  };
