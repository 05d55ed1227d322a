import { prism } from "../prism.ts";
import {
  around,
  bar,
  block,
  type BodiesOf,
  type BodyMaker,
  countIn,
  drum,
  legs,
  pad,
  part,
  times,
} from "./body.ts";
import { frontOf } from "./cabinets.ts";
import { chair, roundSet, roundTableOf, setOf, tableOf } from "./tables.ts";

/** A slatted bench. */
const bench: BodyMaker = (w, h, d) => {
  const top = Math.min(0.04, h / 5);
  return [
    part(
      "wood",
      ...times(3, (at) => block(0, (d / 3) * (at - 1), w, d * 0.32, [h - top, h])),
      block(0, 0, w * 0.96, d * 0.9, [h - top * 2, h - top]),
      ...legs([0, 0], w * 0.96, d * 0.9, [0, h - top * 2], 0.06),
    ),
  ];
};

/** A bench around a corner, at the back and at the left, with backs along the walls. */
const cornerBench: BodyMaker = (w, h, d) => {
  const deep = Math.min(0.5, w / 3, d / 3);
  const back = deep * 0.16;
  const [seat, thick] = [h * 0.5, h * 0.08];
  const [x, z] = [-w / 2, -d / 2];
  return [
    part(
      "wood",
      prism(
        [
          [x, z],
          [w / 2, z],
          [w / 2, z + deep],
          [x + deep, z + deep],
          [x + deep, d / 2],
          [x, d / 2],
        ],
        [0, seat - thick],
      ),
      block(0, z + back / 2, w, back, [seat - thick, h]),
      block(x + back / 2, back / 2, back, d - back, [seat - thick, h]),
    ),
    part(
      "cushion",
      pad(
        back / 2,
        z + back + (deep - back) / 2,
        w - back,
        deep - back,
        [seat - thick, seat],
        0.02,
      ),
      pad(
        x + back + (deep - back) / 2,
        deep / 2,
        deep - back,
        d - deep,
        [seat - thick, seat],
        0.02,
      ),
    ),
  ];
};

/** A counter to sit at, with a raised rim towards the guests. */
const counter: BodyMaker = (w, h, d) => {
  const [board, rim] = [Math.min(0.04, h / 10), Math.min(0.24, d / 3)];
  const front = Math.min(0.02, d / 10);
  const z = d / 2 - rim / 2;
  return [
    part(
      "dark_wood",
      block(0, -front / 2, w * 0.98, (d - front) * 0.9, [0, h * 0.86]),
      block(0, z - rim * 0.1, w * 0.98, rim * 0.5, [h * 0.86, h - board]),
    ),
    ...frontOf("wood", {
      w: w * 0.98,
      upright: [h * 0.04, h * 0.86],
      z: [(d - front) * 0.45 - front / 2, d / 2 - front],
      columns: countIn(w, 0.45, 8),
      rows: 1,
      handles: "none",
    }),
    part(
      "wood",
      block(0, -rim / 2, w, d - rim, [h * 0.86, h * 0.86 + board]),
      block(0, z, w, rim, [h - board, h]),
    ),
  ];
};

/** A stool on one foot, with a ring for the feet. */
const barStool: BodyMaker = (w, h, d) => {
  const r = Math.min(w, d, h) * 0.06;
  const seat = Math.min(0.08, h / 8);
  const rest = h * 0.36;
  return [
    part(
      "metal",
      drum(0, 0, w, d, [0, h * 0.03], 20),
      bar([0, h * 0.03, 0], [0, h - seat, 0], r),
      ...around(8, (cos, sin) => {
        const [toCos, toSin] = [(cos - sin) * Math.SQRT1_2, (sin + cos) * Math.SQRT1_2];
        return bar(
          [cos * w * 0.3, rest, sin * d * 0.3],
          [toCos * w * 0.3, rest, toSin * d * 0.3],
          r * 0.5,
          6,
        );
      }),
      bar([0, rest, 0], [0, rest, d * 0.3], r * 0.5, 6),
    ),
    part("cushion", drum(0, 0, w * 0.9, d * 0.9, [h - seat, h], 20)),
  ];
};

/** A child's chair with a tray in front. */
const highChair: BodyMaker = (w, h, d) => {
  const [seat, tray] = [h * 0.56, h * 0.74];
  const thick = h * 0.03;
  const back = Math.min(0.04, d / 8);
  return [
    part(
      "wood",
      ...legs([0, 0], w, d, [0, seat], 0.035),
      block(0, 0, w * 0.9, d * 0.86, [seat - thick, seat]),
      block(0, d * 0.34, w * 0.9, d * 0.12, [h * 0.28, h * 0.28 + thick]),
      ...[-1, 1].map((side) =>
        block(side * w * 0.42, -d * 0.05, w * 0.06, d * 0.7, [tray - thick * 2, tray - thick]),
      ),
      ...[-1, 1].map((side) =>
        block(side * w * 0.42, d * 0.24, w * 0.06, d * 0.06, [seat, tray - thick * 2]),
      ),
    ),
    part("cushion", pad(0, (back - d) / 2, w * 0.86, back, [seat, h], 0.015)),
    part("plastic_white", block(0, d * 0.3, w, d * 0.4, [tray - thick, tray])),
  ];
};

/** Bodies for dining rooms. */
export const dining: BodiesOf<"dining"> = {
  table: tableOf("wood"),
  round_table: roundTableOf("wood"),
  oval_table: roundTableOf("wood"),
  chair,
  dining_set: setOf(false),
  large_dining_set: setOf(true),
  round_dining_set: roundSet,
  bench,
  corner_bench: cornerBench,
  bar: counter,
  bar_stool: barStool,
  high_chair: highChair,
};
