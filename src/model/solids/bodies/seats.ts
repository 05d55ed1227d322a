import type { Part } from "../material.ts";
import { prism } from "../prism.ts";
import { block, type BodyMaker, countIn, legs, pad, part, times, turnedBody } from "./body.ts";
import { placed } from "./tables.ts";

/** How high the parts of a seat are, by its height. */
export const seatHeights = (
  h: number,
): { readonly foot: number; readonly seat: number; readonly arm: number } => ({
  foot: h * 0.1,
  seat: h * 0.5,
  arm: h * 0.72,
});

/** A seat with a back, two arms and cushions. */
export const seat =
  (cushions: (w: number) => number): BodyMaker =>
  (w, h, d) => {
    const side = Math.min(0.18, w / 6);
    const back = Math.min(0.24, d / 3.5);
    const count = Math.max(1, Math.min(6, cushions(w)));
    const wide = (w - side * 2) / count;
    const { foot, seat: high, arm } = seatHeights(h);
    const places = times(count, (at) => -w / 2 + side + wide * (at + 0.5));
    const bevel = Math.min(0.05, h / 10);
    return [
      part("dark_wood", ...legs([0, 0], w * 0.94, d * 0.9, [0, foot], 0.05)),
      part(
        "fabric",
        block(0, back / 2, w - side * 2, d - back, [foot, high * 0.72]),
        pad(0, (back - d) / 2, w, back, [foot, h * 0.94], bevel),
        pad((side - w) / 2, back / 2, side, d - back, [foot, arm], bevel),
        pad((w - side) / 2, back / 2, side, d - back, [foot, arm], bevel),
      ),
      part(
        "cushion",
        ...places.flatMap((x) => [
          pad(x, back / 2, wide * 0.98, d - back, [high * 0.72, high], bevel),
          pad(x, -d / 2 + back * 1.2, wide * 0.96, back * 0.8, [high, h], bevel),
        ]),
      ),
    ];
  };

/** A sofa around a corner: the long side along the wall, the short one towards the front at the right. */
export const cornerSofa: BodyMaker = (w, h, d) => {
  const deep = Math.min(0.95, d * 0.55, w * 0.45);
  const [back, side] = [deep / 4, Math.min(0.16, w / 10)];
  const left = w - deep - side;
  const count = countIn(left, 0.8, 5);
  const { foot, seat: high, arm } = seatHeights(h);
  const bevel = Math.min(0.05, h / 10);
  const long = -d / 2 + (deep + back) / 2;
  const base: Part = part(
    "fabric",
    prism(
      [
        [-w / 2 + side, -d / 2 + back],
        [w / 2 - back, -d / 2 + back],
        [w / 2 - back, d / 2],
        [w / 2 - deep, d / 2],
        [w / 2 - deep, -d / 2 + deep],
        [-w / 2 + side, -d / 2 + deep],
      ],
      [foot, high * 0.72],
    ),
    pad(0, (back - d) / 2, w, back, [foot, h * 0.94], bevel),
    pad((w - back) / 2, back / 2, back, d - back, [foot, h * 0.94], bevel),
    pad((side - w) / 2, long, side, deep - back, [foot, arm], bevel),
  );
  return [
    part(
      "dark_wood",
      ...legs([0, (deep - d) / 2], w * 0.94, deep * 0.9, [0, foot], 0.05),
      block((w - deep) / 2, d * 0.46, deep * 0.8, Math.min(0.05, d / 10), [0, foot]),
    ),
    base,
    part(
      "cushion",
      ...times(count, (at) => {
        const x = -w / 2 + side + (left / count) * (at + 0.5);
        return [
          pad(x, long, (left / count) * 0.98, deep - back, [high * 0.72, high], bevel),
          pad(x, -d / 2 + back * 1.2, (left / count) * 0.96, back * 0.8, [high, h], bevel),
        ];
      }).flat(),
      pad(
        (w - deep - back) / 2,
        back / 2,
        (deep - back) * 0.98,
        d - back,
        [high * 0.72, high],
        bevel,
      ),
      pad(w / 2 - back * 1.2, back / 2, back * 0.8, (d - back) * 0.9, [high, h], bevel),
    ),
  ];
};

/** A seat to lie on, with a back and one arm. */
export const chaise: BodyMaker = (w, h, d) => {
  const { foot, seat: high, arm } = seatHeights(h);
  const [back, side] = [Math.min(0.2, d / 6), Math.min(0.16, w / 5)];
  const bevel = Math.min(0.05, h / 10);
  return [
    part("dark_wood", ...legs([0, 0], w * 0.9, d * 0.94, [0, foot], 0.05)),
    part(
      "fabric",
      pad(0, (back - d) / 2, w, back, [foot, h], bevel),
      pad((side - w) / 2, -d / 8, side, d * 0.75 - back, [foot, arm], bevel),
      block(0, back / 2, w, d - back, [foot, high * 0.7]),
    ),
    part("cushion", pad(side / 2, back / 2, w - side, d - back, [high * 0.7, high], bevel)),
  ];
};

/** An armchair with a footrest in front. */
export const recliner: BodyMaker = (w, h, d) => {
  const deep = Math.min(0.9, d * 0.6);
  const foot = (d - deep) * 0.8;
  const z = (d - foot) / 2;
  const bevel = Math.min(0.05, h / 12);

  return [
    ...placed(seat(() => 1)(w, h, deep), [0, (deep - d) / 2]),
    part("dark_wood", ...legs([0, z], w * 0.5, foot * 0.7, [0, h * 0.2], 0.04)),
    part("cushion", pad(0, z, w * 0.66, foot, [h * 0.2, h * 0.42], bevel)),
  ];
};

/** A round cushion to sit on. */
export const pouf: BodyMaker = (w, h, d) => [
  part(
    "fabric",
    turnedBody(
      0,
      0,
      w,
      d,
      [
        [0, 0],
        [0.44, 0],
        [0.5, h * 0.25],
        [0.5, h * 0.75],
        [0.44, h * 0.94],
        [0.1, h],
        [0, h],
      ],
      20,
    ),
  ),
];
