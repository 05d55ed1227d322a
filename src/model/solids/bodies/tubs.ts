import type { Point } from "../../geometry/vector.ts";
import type { Part } from "../material.ts";
import { prism } from "../prism.ts";
import { hollow } from "./basins.ts";
import { block, type BodyMaker, drum, part, turnedBody, type Upright } from "./body.ts";
import { cornerOutline, oval, rectangle, rounded } from "./outlines.ts";

/** Water in a tub, between two heights. */
const waterIn = (inner: readonly Point[], upright: Upright): Part =>
  part("water", prism(inner, upright));

/** A bath tub with its drain at the left, and the tap above it. */
export const bathtub: BodyMaker = (w, h, d) => {
  const rim = Math.min(0.07, w / 10, d / 8);
  const [wide, deep] = [w - rim * 2, d - rim * 2];
  const inner = rounded(wide, deep, Math.min(wide, deep) * 0.38);
  const size = Math.min(0.03, w / 12, d / 12);
  return [
    part("ceramic", ...hollow(rectangle(0, 0, w, d), inner, [0, h], h * 0.25)),
    part(
      "metal",
      block(-wide / 2 + rim * 0.8, 0, rim * 1.6, size, [h * 0.84, h * 0.9]),
      drum(-w / 2 + Math.min(0.3, w / 5), 0, size * 2, size * 2, [h * 0.25, h * 0.26], 12),
    ),
  ];
};

/** A tub in a corner. */
export const cornerBathtub: BodyMaker = (w, h, d) => [
  part(
    "ceramic",
    ...hollow(
      cornerOutline(w, d, 0.45),
      oval(-w * 0.04, -d * 0.04, w * 0.76, d * 0.76, 20),
      [0, h],
      h * 0.3,
    ),
  ),
  part("metal", block(-w * 0.38, -d * 0.38, w * 0.05, d * 0.05, [h * 0.9, h])),
];

/** A tub that is open all around, wider at its rim. */
export const freestandingBathtub: BodyMaker = (w, h, d) => [
  part(
    "ceramic",
    turnedBody(
      0,
      0,
      w,
      d,
      [
        [0, 0],
        [0.36, 0],
        [0.42, h * 0.4],
        [0.5, h],
        [0.46, h],
        [0.38, h * 0.3],
        [0, h * 0.26],
      ],
      24,
    ),
  ),
];

/** A tub with seats, full of water. */
export const whirlpool: BodyMaker = (w, h, d) => {
  const rim = Math.min(0.12, w / 8, d / 8);
  const [wide, deep] = [w - rim * 2, d - rim * 2];
  const inner = rounded(wide, deep, Math.min(wide, deep) * 0.3);
  return [
    part("wood", block(0, 0, w * 0.98, d * 0.98, [0, h * 0.3])),
    part("ceramic", ...hollow(rounded(w, d, rim), inner, [h * 0.3, h], h * 0.35)),
    waterIn(inner, [h * 0.35, h * 0.88]),
  ];
};
