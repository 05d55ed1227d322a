import type { Part } from "../material.ts";
import { prism } from "../prism.ts";
import { type Basin, topWithBasins } from "./basins.ts";
import { block, countIn, drum, part } from "./body.ts";
import { frontOf } from "./cabinets.ts";
import { rectangle } from "./outlines.ts";

/** A place for a hob by its middle, width and depth in the plan. */
interface Place {
  readonly x: number;
  readonly z: number;
  readonly w: number;
  readonly d: number;
}

/** How much a hob is above the worktop: a sheet of glass and its rings, each of half of it. */
export const hobHeight = (h: number): number => Math.min(0.006, h / 30);

/** The glass of a hob with its rings, up to a height. */
export const hobAt = ({ x, z, w, d }: Place, h: number, hasFifth = false): readonly Part[] => {
  const glass = h - hobHeight(h) / 2;
  const wide = hasFifth ? w * 1.32 : w;
  const rings = [-1, 1].flatMap((right) =>
    [-1, 1].map((down) => ({
      right,
      down,
      size: Math.min(wide, d) * (right === down ? 0.38 : 0.3),
    })),
  );
  return [
    part("screen", block(x, z, w, d, [h - hobHeight(h), glass])),
    part(
      "dark_metal",
      ...rings.map(({ right, down, size }) =>
        drum(x + right * wide * 0.24, z + down * d * 0.24, size, size, [glass, h], 16),
      ),
      ...(hasFifth ? [drum(x, z, d * 0.4, d * 0.4, [glass, h], 16)] : []),
    ),
  ];
};

/** How thick a worktop is on units of a height. */
export const boardOf = (h: number): number => Math.min(0.04, h / 12);

/** Units below a worktop of a height: a plinth, and doors in front; with space for basins in their upper part. */
export const units = (
  w: number,
  h: number,
  d: number,
  basins: readonly Basin[],
): readonly Part[] => {
  const [plinth, front] = [h * 0.1, Math.min(0.05, d / 8)];
  const [z, top] = [d / 2 - front, h - boardOf(h)];
  const holes = basins.map((basin) => rectangle(basin.x, basin.z, basin.w, basin.d));
  const body = rectangle(0, -front / 2, w, d - front);
  const floor = holes.length > 0 ? h * 0.72 : top;
  return [
    part("plastic_black", block(0, -front, w * 0.99, d - front * 2, [0, plinth])),
    part("lacquer", prism(body, [plinth, floor]), prism(body, [floor, top], { holes })),
    ...frontOf("lacquer", {
      w,
      upright: [plinth, top],
      z: [z, d / 2 - front * 0.1],
      columns: countIn(w, 0.6, 8),
      rows: 1,
      handles: "upright",
    }),
  ];
};

/** A worktop over units, with basins in it, up to a height of its own. */
export const worktop = (
  [w, h, d]: readonly [w: number, h: number, d: number],
  basins: readonly Basin[],
  top = h,
): readonly Part[] => [
  ...units(w, h, d, basins),
  ...topWithBasins(["stone", "metal"], rectangle(0, 0, w, d), basins, {
    upright: [h - boardOf(h), top],
    deep: h * 0.2,
  }),
];
