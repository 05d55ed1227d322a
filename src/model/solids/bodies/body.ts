import type { Point } from "../../geometry/vector.ts";
import type { FurnitureGroup, furnitureGroups } from "../../kinds/catalogue/furniture.ts";
import type { Material, Part } from "../material.ts";
import { merged, type Mesh, moved, stretched, type Vector } from "../mesh.ts";
import { box, cylinder, lathe, type ProfilePoint, softBox } from "../shapes.ts";

/** Width, height and depth in metres. */
export type BodySize = readonly [w: number, h: number, d: number];

/**
 * Makes the body of a piece of a given width, height and depth in metres, about the middle of its underside: with `x` across,
 * `y` up, and its back at negative `z`, as its symbol in the plan. What has an extent of its own, such as the arm of a sofa,
 * is at most a part of the whole, so that any size will do.
 */
export type BodyMaker = (w: number, h: number, d: number) => readonly Part[];

/** The bodies of a group of the catalogue: one of each type, and no others. */
export type BodiesOf<Group extends FurnitureGroup> = Readonly<
  Record<keyof (typeof furnitureGroups)[Group], BodyMaker>
>;

/** Meshes of one material. */
export const part = (material: Material, ...meshes: readonly Mesh[]): Part => ({
  material,
  mesh: merged(meshes),
});

/** An upright range, in metres above the underside of the body. */
export type Upright = readonly [low: number, high: number];

/** A box by its middle and its width and depth in the plan, from one height to another. */
export const block = (x: number, z: number, w: number, d: number, [low, high]: Upright): Mesh =>
  box([x - w / 2, low, z - d / 2], [x + w / 2, high, z + d / 2]);

/** The same with its edges cut off, as of a cushion. */
export const pad = (
  x: number,
  z: number,
  w: number,
  d: number,
  [low, high]: Upright,
  bevel = 0.04,
): Mesh => softBox([x - w / 2, low, z - d / 2], [x + w / 2, high, z + d / 2], bevel);

/** A round or oval body by its middle, width and depth in the plan, from one height to another. */
export const drum = (
  x: number,
  z: number,
  w: number,
  d: number,
  [low, high]: Upright,
  sides = 16,
): Mesh =>
  moved(stretched(cylinder([0, low, 0], [0, high, 0], { r: 0.5, sides }), [w, 1, d]), [x, 0, z]);

/** A body of rotation with an oval plan: its profile has radii from 0 to 0.5, as parts of the width and depth. */
export const turnedBody = (
  x: number,
  z: number,
  w: number,
  d: number,
  profile: readonly ProfilePoint[],
  sides = 16,
): Mesh => moved(stretched(lathe(profile, { sides }), [w, 1, d]), [x, 0, z]);

/** A round bar between two positions. */
export const bar = (from: Vector, to: Vector, r: number, sides = 8): Mesh =>
  cylinder(from, to, { r, sides });

/** Four square legs of a thickness, in the corners of a rectangle about a place. */
export const legs = (
  [x, z]: Point,
  w: number,
  d: number,
  upright: Upright,
  thick: number,
): readonly Mesh[] => {
  const leg = Math.min(thick, w / 4, d / 4);
  return [-1, 1].flatMap((right) =>
    [-1, 1].map((down) =>
      block(x + (right * (w - leg)) / 2, z + (down * (d - leg)) / 2, leg, leg, upright),
    ),
  );
};

/** How many parts of about a length fit into another, at least one and at most `most`. */
export const countIn = (length: number, each: number, most: number): number =>
  Math.max(1, Math.min(most, Math.round(length / each)));

/** The results for numbers from 0 up to, not including, a count. */
export const times = <Result>(count: number, of: (at: number) => Result): readonly Result[] =>
  Array.from({ length: count }, (_, at) => of(at));

/** The results for `count` directions evenly around the middle, each by its cosine and sine. */
export const around = <Result>(
  count: number,
  of: (cos: number, sin: number) => Result,
): readonly Result[] =>
  times(count, (at) => {
    const angle = (at * 2 * Math.PI) / count;
    return of(Math.cos(angle), Math.sin(angle));
  });

/** A value of a list that is repeated without end, so that parts differ in the same way at each size. */
export const cycled = <Value>(values: readonly [Value, ...Value[]], at: number): Value =>
  values[at % values.length] ?? values[0];
