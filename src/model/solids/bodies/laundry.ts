import type { Point } from "../../geometry/vector.ts";
import { prism } from "../prism.ts";
import { cylinder } from "../shapes.ts";
import { topWithBasins } from "./basins.ts";
import { bar, block, type BodyMaker, legs, part, times, turnedBody } from "./body.ts";
import { rectangle } from "./outlines.ts";

/** A machine with a round door in front, and its panel above that; the door of a dryer is white. */
export const drumMachine =
  (door: "glass" | "white"): BodyMaker =>
  (w, h, d) => {
    const front = Math.min(0.05, d / 8);
    const z = d / 2 - front;
    const r = Math.min(w, h) * 0.3;
    const y = h * 0.46;
    return [
      part("plastic_white", block(0, -front / 2, w, d - front, [0, h])),
      part(
        "metal",
        cylinder([0, y, z], [0, y, z + front * 0.5], { r, sides: 24 }),
        cylinder([w * 0.36, h * 0.9, z], [w * 0.36, h * 0.9, z + front * 0.6], {
          r: Math.min(w, h) * 0.04,
        }),
      ),
      part(
        door === "glass" ? "screen" : "plastic_white",
        cylinder([0, y, z + front * 0.5], [0, y, z + front], {
          r: r * 0.78,
          rTo: r * 0.6,
          sides: 24,
        }),
      ),
      part(
        "plastic_black",
        block(w * 0.08, z + front * 0.15, w * 0.3, front * 0.3, [h * 0.86, h * 0.94]),
      ),
      part(
        "plastic_white",
        block(-w * 0.3, z + front * 0.15, w * 0.32, front * 0.3, [h * 0.84, h * 0.96]),
      ),
    ];
  };

/** A deep sink on legs. */
export const utilitySink: BodyMaker = (w, h, d) => {
  const low = h * 0.6;
  const edge = Math.min(0.05, w / 8, d / 8);
  return [
    ...topWithBasins(
      ["plastic_white", "plastic_white"],
      rectangle(0, 0, w, d),
      [{ x: 0, z: d * 0.05, w: w - edge * 2, d: d * 0.84 }],
      { upright: [low, h], deep: (h - low) * 0.9 },
    ),
    part("metal", ...legs([0, 0], w * 0.94, d * 0.94, [0, low], 0.035)),
  ];
};

/** An ironing board on crossed legs, with the iron on its rest at the right. */
export const ironingBoard: BodyMaker = (w, h, d) => {
  const [top, board] = [h * 0.88, h * 0.04];
  const r = Math.min(0.012, d / 14, h / 20);
  const outline: readonly Point[] = [
    [-w / 2, -d * 0.08],
    [-w / 3, -d * 0.4],
    [-w / 6, -d / 2],
    [w / 2, -d / 2],
    [w / 2, d / 2],
    [-w / 6, d / 2],
    [-w / 3, d * 0.4],
    [-w / 2, d * 0.08],
  ];
  const [x, size] = [w * 0.4, Math.min(0.22, w / 6)];
  const iron: readonly Point[] = [
    [x + size / 2, -d * 0.15],
    [x + size / 2, d * 0.15],
    [x - size * 0.2, d * 0.13],
    [x - size / 2, 0],
    [x - size * 0.2, -d * 0.13],
  ];
  return [
    part("linen", prism(outline, [top - board, top])),
    part(
      "metal",
      ...[-1, 1].flatMap((side) => [
        bar([-w * 0.3, r, side * d * 0.3], [w * 0.3, top - board - r, side * d * 0.2], r),
        bar([w * 0.3, r, side * d * 0.3], [-w * 0.3, top - board - r, side * d * 0.2], r),
      ]),
      ...[-1, 1].map((side) =>
        bar([side * w * 0.3, r, -d * 0.45], [side * w * 0.3, r, d * 0.45], r),
      ),
      prism(iron, [top, top + h * 0.02]),
    ),
    part(
      "paint",
      prism(
        iron.map(([ix, iz]): Point => [x + (ix - x) * 0.85, iz * 0.85]),
        [top + h * 0.02, top + h * 0.06],
      ),
      block(x, 0, size * 0.5, d * 0.07, [top + h * 0.08, h]),
      block(x + size * 0.2, 0, size * 0.1, d * 0.07, [top + h * 0.06, top + h * 0.08]),
    ),
  ];
};

/** A rack with lines for washing on crossed legs, and its wings. */
export const dryingRack: BodyMaker = (w, h, d) => {
  const r = Math.min(0.01, w / 40, d / 40, h / 20);
  const [y, x, z] = [h - r, w / 2 - r, d / 2 - r];
  return [
    part(
      "metal",
      ...[-1, 1].flatMap((side) => [
        bar([-x, y, side * z], [x, y, side * z], r, 6),
        bar([side * x, y, -z], [side * x, y, z], r, 6),
        bar([-w * 0.25, r, side * z], [w * 0.25, y, side * z], r, 6),
        bar([w * 0.25, r, side * z], [-w * 0.25, y, side * z], r, 6),
        bar([side * w * 0.25, r, -z], [side * w * 0.25, r, z], r),
      ]),
      ...times(7, (at) => {
        const line = -d / 2 + (d * (at + 1)) / 8;
        return bar([-x, y, line], [x, y, line], r * 0.5, 4);
      }),
    ),
    part(
      "linen",
      block(w * 0.1, -d * 0.125, w * 0.3, r * 2, [h * 0.5, h]),
      block(-w * 0.24, d * 0.125, w * 0.24, r * 2, [h * 0.6, h]),
    ),
  ];
};

/** A round basket with its lid. */
export const laundryBasket: BodyMaker = (w, h, d) => {
  const size = Math.min(w, d);
  return [
    part(
      "wood",
      turnedBody(
        0,
        0,
        size,
        size,
        [
          [0, 0],
          [0.4, 0],
          [0.47, h * 0.3],
          [0.45, h * 0.34],
          [0.49, h * 0.6],
          [0.46, h * 0.64],
          [0.5, h * 0.9],
          [0, h * 0.9],
        ],
        20,
      ),
    ),
    part(
      "linen",
      turnedBody(
        0,
        0,
        size,
        size,
        [
          [0, h * 0.9],
          [0.48, h * 0.9],
          [0.4, h * 0.95],
          [0, h],
        ],
        20,
      ),
    ),
  ];
};
