import type { Point } from "../../geometry/vector.ts";
import type { Material, Part } from "../material.ts";
import type { Mesh } from "../mesh.ts";
import { prism } from "../prism.ts";
import { block, drum, part, type Upright } from "./body.ts";
import { oval, rectangle } from "./outlines.ts";

/** A hollow body: solid up to its floor, and from there on with the inner outline cut out. */
export const hollow = (
  outline: readonly Point[],
  inner: readonly Point[],
  [low, high]: Upright,
  floor: number,
): readonly Mesh[] => [
  prism(outline, [low, floor]),
  prism(outline, [floor, high], { holes: [inner] }),
];

/** A hole in a top, by its middle, width and depth in the plan. */
export interface Basin {
  readonly x: number;
  readonly z: number;
  readonly w: number;
  readonly d: number;
}

/** A top of a material with basins in it that hang below, each with a tap over it. */
export const topWithBasins = (
  [material, lining]: readonly [Material, Material],
  outline: readonly Point[],
  basins: readonly Basin[],
  {
    upright: [low, high],
    deep,
    isRound = false,
  }: { readonly upright: Upright; readonly deep: number; readonly isRound?: boolean },
): readonly Part[] => {
  const shape = isRound ? oval : rectangle;
  const wallOf = ({ w, d }: Basin): number => Math.min(0.012, w / 12, d / 12);
  const floor = high - deep;
  const tap = ({ x, z, d }: Basin, wall: number): readonly Mesh[] => {
    const size = Math.min(0.028, d / 10, deep / 5);
    const back = z - d / 2 + wall;
    return [
      block(x, back + d * 0.15, size, d * 0.36, [high - size * 1.4, high - size * 0.4]),
      drum(x, back + d * 0.3, size, size, [high - size * 2.4, high - size * 0.6], 8),
    ];
  };
  return [
    part(
      material,
      prism(outline, [low, high], { holes: basins.map(({ x, z, w, d }) => shape(x, z, w, d)) }),
    ),
    part(
      lining,
      ...basins.flatMap((basin) => {
        const { x, z, w, d } = basin;
        const wall = wallOf(basin);
        return hollow(
          shape(x, z, w, d),
          shape(x, z, w - wall * 2, d - wall * 2),
          [floor - wall, high - wall * 0.2],
          floor,
        );
      }),
    ),
    part("metal", ...basins.flatMap((basin) => tap(basin, wallOf(basin)))),
  ];
};
