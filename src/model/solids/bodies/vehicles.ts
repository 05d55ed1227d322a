import type { Point } from "../../geometry/vector.ts";
import type { Mesh, Vector } from "../mesh.ts";
import { prism } from "../prism.ts";
import { cylinder, sphere } from "../shapes.ts";
import { around, bar, block, type BodyMaker, pad, part } from "./body.ts";

/** A wheel across `x` about a place. */
const wheelAt = ([x, y, z]: Vector, r: number, wide: number, sides = 20): Mesh =>
  cylinder([x - wide / 2, y, z], [x + wide / 2, y, z], { r, sides });

/** A car, its front at negative `z` as in its symbol: body, cabin, windows, wheels, lights and mirrors. */
export const car: BodyMaker = (w, h, d) => {
  const wide = w * 0.9;
  const [r, low] = [Math.min(h * 0.22, d * 0.09), h * 0.14];
  const side: readonly Point[] = [
    [-d / 2, low],
    [d / 2, low],
    [d / 2, h * 0.5],
    [d * 0.46, h * 0.6],
    [-d * 0.2, h * 0.6],
    [-d * 0.44, h * 0.5],
    [-d / 2, h * 0.4],
  ];
  const cabin = (top: number, by: number): readonly Point[] => [
    [-d * 0.21 + by, h * 0.58],
    [d * 0.4 - by, h * 0.58],
    [d * 0.27 - by, top],
    [-d * 0.05 + by, top],
  ];
  const wheels: readonly Point[] = [-1, 1].flatMap((right) =>
    [-0.3, 0.3].map((at): Point => [right * (wide / 2 - w * 0.05), d * at]),
  );
  return [
    part(
      "paint",
      prism(side, [-wide / 2, wide / 2], { along: "x" }),
      prism(
        [
          [-d * 0.06, h * 0.95],
          [d * 0.28, h * 0.95],
          [d * 0.25, h],
          [-d * 0.03, h],
        ],
        [-wide * 0.4, wide * 0.4],
        { along: "x" },
      ),
      ...[-1, 1].flatMap((right) => [
        block(right * wide * 0.41, d * 0.11, w * 0.02, d * 0.02, [h * 0.6, h * 0.96]),
        pad(right * (w / 2 - w * 0.04), -d * 0.15, w * 0.08, d * 0.03, [h * 0.58, h * 0.68], 0.02),
      ]),
    ),
    part("screen", prism(cabin(h * 0.96, 0), [-wide * 0.41, wide * 0.41], { along: "x" })),
    part(
      "plastic_black",
      ...wheels.map(([x, z]) => wheelAt([x, r, z], r, w * 0.1)),
      block(0, 0, wide * 0.9, d * 0.86, [h * 0.1, low]),
    ),
    part(
      "metal",
      ...wheels.map(([x, z]) => wheelAt([x + Math.sign(x) * w * 0.01, r, z], r * 0.6, w * 0.1, 12)),
    ),
    part(
      "light",
      ...[-1, 1].map((right) =>
        block(right * wide * 0.36, -d * 0.499, wide * 0.18, d * 0.002, [h * 0.32, h * 0.39]),
      ),
    ),
  ];
};

/** The tyre of a spoked wheel across `x`: bars around, and its spokes. */
const spokedWheel = (
  [x, y, z]: Vector,
  size: number,
  thick: number,
): { readonly tyre: readonly Mesh[]; readonly spokes: readonly Mesh[] } => {
  const sides = 16;
  const r = size - thick * 0.8;
  const on = (cos: number, sin: number): Vector => [x, y + sin * r, z + cos * r];
  const [toCos, toSin] = [Math.cos((2 * Math.PI) / sides), Math.sin((2 * Math.PI) / sides)];
  return {
    tyre: around(sides, (cos, sin) =>
      bar(on(cos, sin), on(cos * toCos - sin * toSin, sin * toCos + cos * toSin), thick, 4),
    ),
    spokes: around(6, (cos, sin) => bar([x, y, z], on(cos, sin), thick * 0.2, 4)),
  };
};

/** A bicycle, its handlebar at negative `z`. */
export const bicycle: BodyMaker = (w, h, d) => {
  const size = Math.min(d * 0.19, h * 0.33);
  const thick = size * 0.07;
  const [front, back] = [-d / 2 + size, d / 2 - size];
  const r = thick * 0.7;
  const [head, seat, crank]: readonly [Vector, Vector, Vector] = [
    [0, h * 0.82, front + size * 0.5],
    [0, h * 0.84, d * 0.14],
    [0, size * 0.85, d * 0.04],
  ];
  const wheels = [front, back].map((z) => spokedWheel([0, size, z], size, thick));
  return [
    part(
      "plastic_black",
      ...wheels.flatMap((wheel) => wheel.tyre),
      pad(0, d * 0.14, w * 0.26, d * 0.15, [h * 0.86, h * 0.91], 0.015),
      ...[-1, 1].map((side) =>
        bar(
          [side * w * 0.36, h - r, front + size * 0.62],
          [side * (w / 2 - r), h - r, front + size * 0.8],
          r * 1.3,
          6,
        ),
      ),
    ),
    part(
      "paint",
      bar(head, [0, size, front], r),
      bar(head, seat, r),
      bar(head, crank, r),
      bar(seat, crank, r),
      bar(crank, [0, size, back], r),
      bar(seat, [0, size, back], r * 0.7),
    ),
    part(
      "metal",
      ...wheels.flatMap((wheel) => wheel.spokes),
      bar(head, [0, h - r, front + size * 0.4], r),
      bar([-w * 0.4, h - r, front + size * 0.6], [w * 0.4, h - r, front + size * 0.6], r),
      bar([-w * 0.24, size * 0.85, d * 0.04], [w * 0.24, size * 0.85, d * 0.04], r),
      ...[-1, 1].map((side) =>
        block(side * w * 0.24, d * 0.04, w * 0.14, d * 0.05, [size * 0.85 - r, size * 0.85 + r]),
      ),
    ),
  ];
};

/** A motorbike, its handlebar at negative `z`. */
export const motorbike: BodyMaker = (w, h, d) => {
  const size = Math.min(d * 0.15, h * 0.27);
  const [front, back] = [-d / 2 + size, d / 2 - size];
  const r = Math.min(w * 0.03, size * 0.1);
  const bars: Vector = [0, h * 0.88, -d * 0.2];
  return [
    part(
      "plastic_black",
      wheelAt([0, size, front], size, w * 0.15),
      wheelAt([0, size, back], size, w * 0.2),
      pad(0, d * 0.2, w * 0.34, d * 0.36, [h * 0.58, h * 0.68], 0.04),
      ...[-1, 1].map((side) =>
        bar(
          [side * w * 0.34, h * 0.88, -d * 0.16],
          [side * (w / 2 - r), h * 0.88, -d * 0.13],
          r * 1.3,
        ),
      ),
    ),
    part(
      "metal",
      wheelAt([0, size, front], size * 0.55, w * 0.17),
      wheelAt([0, size, back], size * 0.55, w * 0.22),
      bar(bars, [0, size, front], r * 1.5),
      bar([-w * 0.36, h * 0.88, -d * 0.17], [w * 0.36, h * 0.88, -d * 0.17], r),
      pad(0, 0, w * 0.36, d * 0.24, [h * 0.2, h * 0.5], 0.03),
      cylinder([w * 0.18, size, -d * 0.02], [w * 0.2, size * 1.1, d * 0.42], { r }),
    ),
    part(
      "paint",
      sphere([0, h * 0.6, -d * 0.06], [w * 0.21, h * 0.13, d * 0.17], 12),
      pad(0, d * 0.3, w * 0.26, d * 0.3, [h * 0.46, h * 0.58], 0.03),
      block(0, front, w * 0.2, size * 1.2, [size * 2 - r, size * 2 + r]),
    ),
    part("light", sphere([0, h * 0.78, -d * 0.26], Math.min(w * 0.1, h * 0.07), 10)),
    part(
      "glass",
      prism(
        [
          [-d * 0.27, h * 0.84],
          [-d * 0.25, h * 0.84],
          [-d * 0.21, h],
          [-d * 0.215, h],
        ],
        [-w * 0.2, w * 0.2],
        { along: "x" },
      ),
    ),
  ];
};
