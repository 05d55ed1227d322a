import { type Entity, type PlanData, refOf } from "../../../model/elements/entities.ts";
import {
  openingHeightsOf,
  standingHeightsOf,
  wallHeightsOf,
} from "../../../model/elements/heights.ts";
import { levelOfEntity, pointsAround } from "../../../model/elements/places.ts";
import type { Point } from "../../../model/geometry/vector.ts";
import type { Vector } from "../../../model/solids/mesh.ts";
import type { PicturePlace } from "../../view-3d/gestures.ts";
import type { SeenHouse } from "../../view-3d/seen-house.ts";

/** The space that an element takes: its outline in the plan, and its lower and upper edge above its floor, in metres. */
export interface Prism {
  readonly level: string | undefined;
  readonly points: readonly Point[];
  readonly bottom: number;
  readonly top: number;
}

const edgesOf = (plan: PlanData, entity: Entity): readonly [bottom: number, top: number] => {
  const { collection, data } = entity;
  if (collection === "openings") {
    const { sill, lintel } = openingHeightsOf(plan, data);
    return [sill, lintel];
  }
  if (collection === "walls")
    return [0, Math.max(...wallHeightsOf(plan, { owner: refOf(entity), edge: 0 }))];
  if (collection === "furniture" || collection === "devices" || collection === "sensors") {
    const { elevation, height } = standingHeightsOf(plan, entity);
    return [elevation, elevation + height];
  }
  return [0, 0];
};

/** The space that an element takes; without points if it has no place. Rooms, and what is only drawn, lie flat on the floor. */
export const prismOf = (plan: PlanData, entity: Entity): Prism => {
  const [bottom, top] = edgesOf(plan, entity);
  return {
    level: levelOfEntity(plan, entity),
    points: pointsAround(plan, entity),
    bottom,
    top,
  };
};

const write = ([x, y]: PicturePlace): string => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** The edges of a prism in a picture as an SVG path; empty if its floor is not shown. Edges behind the eye are left out. */
export const pathOf = ({ level, points, bottom, top }: Prism, house: SeenHouse): string => {
  const base = house.baseOf(level);
  if (base === undefined) return "";
  const line = (from: Vector, to: Vector): string => {
    const [one, other] = [house.pixelOf(from), house.pixelOf(to)];
    if (one === undefined || other === undefined) return "";
    return `M${write(one)}L${write(other)}`;
  };
  const ring = (height: number): readonly string[] =>
    points.map(([x, z], at) => {
      const [nextX, nextZ] = points[(at + 1) % points.length] ?? [x, z];
      return line([x, base + height, z], [nextX, base + height, nextZ]);
    });
  if (top <= bottom) return ring(bottom).join("");
  const upright = points.map(([x, z]) => line([x, base + bottom, z], [x, base + top, z]));
  return [...ring(bottom), ...ring(top), ...upright].join("");
};
