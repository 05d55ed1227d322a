import type { Point } from "../../geometry/vector.ts";
import type { Part } from "../material.ts";
import { prism } from "../prism.ts";
import { arc } from "./outlines.ts";
import { block, type BodyMaker, countIn, part, times } from "./body.ts";

/** White keys as one board with black ones on it, between two depths. */
const keysOf = (w: number, y: number, [from, to]: readonly [number, number]): readonly Part[] => {
  const count = countIn(w, 0.045, 28);
  const wide = w / count;
  const deep = to - from;
  const high = Math.min(0.012, y / 10);
  return [
    part("plastic_white", block(0, (from + to) / 2, w, deep, [y - high, y])),
    part(
      "plastic_black",
      ...times(count - 1, (at) => at)
        .filter((at) => at % 7 !== 2 && at % 7 !== 6)
        .map((at) =>
          block(-w / 2 + wide * (at + 1), from + deep * 0.3, wide * 0.5, deep * 0.6, [y, y + high]),
        ),
    ),
  ];
};

/** An upright piano. */
export const piano: BodyMaker = (w, h, d) => {
  const keys = Math.min(0.2, d / 3);
  const [board, side] = [h * 0.52, Math.min(0.05, w / 12)];
  const z = d / 2 - keys / 2;
  return [
    part(
      "dark_wood",
      block(0, -keys / 2, w, d - keys, [0, h]),
      block(0, z, w, keys, [board, board + h * 0.06]),
      ...[-1, 1].map((right) =>
        block((right * (w - side)) / 2, z, side, keys, [0, board + h * 0.14]),
      ),
    ),
    ...keysOf(w - side * 2, board + h * 0.08, [d / 2 - keys * 0.9, d / 2]),
    part("metal", block(0, d / 2 - keys, w * 0.14, Math.min(0.06, d / 8), [0, h * 0.06])),
  ];
};

/** A grand piano: the straight side at the left, the bent one at the right, and the keys in front. */
export const grandPiano: BodyMaker = (w, h, d) => {
  const keys = Math.min(0.2, d / 6);
  const [tail, bend] = [w / 4, Math.min(w / 4, d / 5)];
  const side = d / 2 - keys - Math.min(0.26, d / 6);
  const top = Math.min(-d / 2 + tail, side - bend * 2);
  const outline: readonly Point[] = [
    [-w / 2, d / 2 - keys],
    ...arc([-w / 4, top], [tail, top + d / 2], 180, 360),
    ...arc([bend, side - bend * 2], [bend, bend], 180, 90),
    ...arc([w / 2 - bend, side], [bend, bend], 270, 360),
    [w / 2, d / 2 - keys],
  ];
  const [low, lid] = [h * 0.62, h * 0.97];
  const cheek = Math.min(0.06, w / 12);
  return [
    part(
      "dark_wood",
      prism(outline, [low, lid]),
      block(0, (d - keys) / 2, w, keys, [low, h * 0.72]),
      ...[-1, 1].map((right) =>
        block((right * (w - cheek)) / 2, (d - keys) / 2, cheek, keys, [low, h * 0.84]),
      ),
      block(0, d / 2 - keys - keys * 0.4, w * 0.6, keys * 0.1, [lid - h * 0.02, h]),
      ...[-0.42, 0.42].map((x) => block(x * w, d / 2 - keys * 1.4, w * 0.06, w * 0.06, [0, low])),
      block(-w / 4, top, w * 0.06, w * 0.06, [0, low]),
    ),
    ...keysOf(w - cheek * 2, h * 0.74, [d / 2 - keys * 0.85, d / 2 - keys * 0.1]),
  ];
};
