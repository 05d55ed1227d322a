import type { Point } from "../geometry/vector.ts";

/** A place on a vacuum's map. */
interface MapPlace {
  readonly x: number;
  readonly y: number;
}

/** What is read of a vacuum's map: centimetres, x to the right, y down. */
export interface VacuumMap {
  /** Null if the map does not know. `heading`: degrees from x towards y, null if unknown. */
  readonly vacuum: (MapPlace & { readonly heading: number | null }) | null;
  readonly dock: MapPlace | null;
  /** Where it has been, as lines. */
  readonly path: readonly (readonly Point[])[];
}

/** Why a camera has no map that can be read; `value` says more. */
export class MapProblem {
  /** There is no picture, or none with a map: another camera, or a vacuum that has none yet. */
  readonly problem: "no-map" | "unreadable-map";
  readonly value: string;

  constructor(problem: MapProblem["problem"], value: string) {
    this.problem = problem;
    this.value = value;
  }
}

/** The attribute in which the camera's state has the map of its picture: a `VacuumMap`, a `MapProblem`, or null. */
export const mapAttribute = "valetudo";

/** Where the fields of a source stand in that attribute. */
export const mapPaths = {
  x: `${mapAttribute}.vacuum.x`,
  y: `${mapAttribute}.vacuum.y`,
  heading: `${mapAttribute}.vacuum.heading`,
  dock: `${mapAttribute}.dock`,
  path: `${mapAttribute}.path`,
};
