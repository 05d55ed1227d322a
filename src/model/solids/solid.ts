import type { Ref } from "../elements/entities.ts";
import type { Point, Wall } from "../geometry/vector.ts";
import type { FloorMaterial } from "../kinds/floor-materials.ts";
import type { Part } from "./material.ts";
import { merged, type Mesh, moved, turnedAbout, type Vector } from "./mesh.ts";

/** What a solid is to the house. */
export type SolidRole = "wall" | "floor" | "ceiling" | "opening" | "furniture" | "device";

/** Where a piece of wall runs, and which way out of the building is. */
export interface WallRun extends Wall {
  /** The unit vector out of the building; undefined for a wall between rooms or a freestanding one. */
  readonly outwards: Point | undefined;
}

/** A body in the house. */
export interface Solid {
  /** What it is called: the name that the plan has, else what it is. */
  readonly name: string;
  /** The element that it shows; undefined for what belongs to several, or to none. */
  readonly ref: Ref | undefined;
  /** The floor that it is on, undefined in a plan without floors. */
  readonly level: string | undefined;
  readonly role: SolidRole;
  /** What it consists of, before it is turned and moved to its place. Equal pieces share the same parts. */
  readonly parts: readonly Part[];
  /** Where its origin is: `x` and `z` in the plan, `y` above the surface of its floor, in metres. */
  readonly at: Vector;
  /** How far it is turned about its origin, in degrees clockwise as seen from above. */
  readonly rotation: number;
  /** What a floor is made of. */
  readonly floor?: FloorMaterial;
  /** Of a wall, where it runs. */
  readonly run?: WallRun;
}

/** A mesh of a solid where it is: `y` above the surface of its floor, in metres. */
export const placedMesh = ({ at, rotation }: Solid, mesh: Mesh): Mesh => {
  const turned = rotation === 0 ? mesh : turnedAbout(mesh, "y", -rotation);
  return at.every((each) => each === 0) ? turned : moved(turned, at);
};

/** The whole surface of a solid where it is, as one mesh. */
export const surfaceOf = (solid: Solid): Mesh =>
  placedMesh(solid, merged(solid.parts.map(({ mesh }) => mesh)));
