import type { Point } from "../../geometry/vector.ts";
import { prism } from "../prism.ts";
import { cylinder } from "../shapes.ts";
import { hollow } from "./basins.ts";
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
  turnedBody,
} from "./body.ts";
import { greenhouse, pool, rotaryDryer, sandpit, shed, swingSet, trampoline } from "./garden.ts";
import { oval } from "./outlines.ts";
import { conifer, flowerBed, hedge, planter, shrub, tree } from "./plants.ts";
import { roundSet } from "./tables.ts";
import { bicycle, car, motorbike } from "./vehicles.ts";

/** A bench of slats with a back and two arms. */
const gardenBench: BodyMaker = (w, h, d) => {
  const [seat, thick, post] = [h * 0.52, h * 0.04, Math.min(0.06, w / 12, d / 8)];
  const back = -d / 2 + post / 2;
  return [
    part(
      "wood",
      ...[-1, 1].flatMap((side) => {
        const x = (side * (w - post)) / 2;
        return [
          block(x, back, post, post, [0, h]),
          block(x, d / 2 - post / 2, post, post, [0, h * 0.74]),
          block(x, post / 2, post, d - post, [h * 0.74, h * 0.79]),
          block(x, 0, post * 0.8, d * 0.9, [seat - thick * 2, seat - thick]),
        ];
      }),
      ...times(4, (at) =>
        block(
          0,
          -d / 2 + post + (d - post) * ((at + 0.5) / 4),
          w - post * 2,
          ((d - post) / 4) * 0.84,
          [seat - thick, seat],
        ),
      ),
      ...times(3, (at) =>
        block(0, back, w - post * 2, post * 0.5, [h * (0.62 + at * 0.13), h * (0.72 + at * 0.13)]),
      ),
    ),
  ];
};

/** A lounger of slats with its raised back. */
const sunLounger: BodyMaker = (w, h, d) => {
  const [seat, thick] = [h * 0.46, h * 0.07];
  const fold = -d * 0.16;
  const slats = countIn(d * 0.66, 0.14, 10);
  const back = (from: number, to: number): readonly Point[] => [
    [fold, seat + from],
    [-d / 2, h * 0.92 - h * 0.02 + from * 0.5],
    [-d / 2, h * 0.9 + to],
    [fold, seat + to],
  ];
  return [
    part(
      "wood",
      ...legs([0, d * 0.1], w * 0.92, d * 0.7, [0, seat - thick * 1.5], 0.06),
      ...[-1, 1].map((side) =>
        block(side * w * 0.47, d * 0.06, w * 0.06, d * 0.88, [seat - thick * 1.5, seat]),
      ),
      ...times(slats, (at) => {
        const deep = (d * 0.66) / slats;
        return block(0, fold + deep * (at + 0.5), w * 0.88, deep * 0.8, [seat - thick * 0.6, seat]);
      }),
      prism(back(-thick * 0.6, 0), [-w * 0.47, w * 0.47], { along: "x" }),
    ),
    part(
      "cushion",
      prism(back(0, h * 0.09), [-w * 0.44, w * 0.44], { along: "x" }),
      pad(0, d * 0.17, w * 0.88, d * 0.66, [seat, seat + h * 0.09], 0.03),
    ),
  ];
};

/** A parasol: eight fields of cloth on its ribs, above its foot. */
const parasol: BodyMaker = (w, h, d) => {
  const size = Math.min(w, d);
  const low = h - Math.min(h * 0.25, size * 0.2);
  const r = Math.min(0.025, size / 30, h / 40);
  return [
    part(
      "fabric",
      turnedBody(
        0,
        0,
        w,
        d,
        [
          [0, low + (h - low) * 0.75],
          [0.49, low],
          [0.5, low],
          [0, h * 0.985],
        ],
        8,
      ),
    ),
    part("wood", bar([0, h * 0.02, 0], [0, h, 0], r)),
    part("stone", drum(0, 0, size * 0.2, size * 0.2, [0, Math.min(0.08, h / 12)], 16)),
  ];
};

/** A grill with a hood, and a shelf at each side. */
const barbecue: BodyMaker = (w, h, d) => {
  const wide = w * 0.56;
  const [table, hood] = [h * 0.72, h * 0.84];
  const r = Math.min(0.07, h / 10, d / 8);
  return [
    part(
      "dark_metal",
      block(0, 0, wide, d * 0.86, [h * 0.12, table]),
      block(0, 0, wide, d, [table, hood * 0.98]),
      ...legs([0, 0], wide * 0.9, d * 0.8, [0, h * 0.12], 0.05),
    ),
    part(
      "metal",
      prism(
        [
          [-d / 2, hood],
          [d / 2, hood],
          [d * 0.36, h * 0.96],
          [d * 0.2, h],
          [-d * 0.3, h],
          [-d / 2, h * 0.94],
        ],
        [-wide / 2, wide / 2],
        { along: "x" },
      ),
      bar([-wide * 0.3, hood * 1.04, d * 0.48], [wide * 0.3, hood * 1.04, d * 0.48], r * 0.15, 6),
      ...[-1, 1].map((side) =>
        block((side * (w + wide)) / 4, 0, (w - wide) / 2, d * 0.7, [table, table + h * 0.03]),
      ),
    ),
    part(
      "plastic_black",
      ...[-1, 1].map((side) =>
        cylinder(
          [side * wide * 0.4 - r * 0.4, r, d * 0.3],
          [side * wide * 0.4 + r * 0.4, r, d * 0.3],
          { r },
        ),
      ),
      ...times(3, (at) =>
        cylinder(
          [wide * 0.25 * (at - 1), table * 1.06, d * 0.44],
          [wide * 0.25 * (at - 1), table * 1.06, d * 0.5],
          { r: r * 0.35, sides: 8 },
        ),
      ),
    ),
  ];
};

/** A ring of stones with logs and the fire. */
const firePit: BodyMaker = (w, h, d) => {
  const size = Math.min(w, d);
  const log = Math.min(h * 0.12, size * 0.06);
  const stone = h * 0.7;
  return [
    part(
      "stone",
      ...hollow(
        oval(0, 0, size, size, 20),
        oval(0, 0, size * 0.7, size * 0.7, 16),
        [0, stone],
        h * 0.12,
      ),
    ),
    part(
      "dark_wood",
      ...times(3, (at) => {
        const angle = (at * Math.PI) / 3;
        const [x, z] = [Math.cos(angle) * size * 0.26, Math.sin(angle) * size * 0.26];
        return bar([-x, h * 0.24, -z], [x, h * (0.3 + at * 0.04), z], log);
      }),
    ),
    part(
      "light",
      ...around(3, (cos, sin) =>
        cylinder(
          [cos * size * 0.08, h * 0.3, sin * size * 0.08],
          [cos * size * 0.03, h * 0.86, sin * size * 0.03],
          { r: Math.min(size * 0.08, h * 0.2), rTo: 0, sides: 8 },
        ),
      ),
      cylinder([0, h * 0.3, 0], [0, h, 0], { r: Math.min(size * 0.1, h * 0.25), rTo: 0, sides: 8 }),
    ),
  ];
};

/** A bin on two wheels, with its lid and its handle at the back. */
const wheelieBin: BodyMaker = (w, h, d) => {
  const r = Math.min(h * 0.1, d * 0.16);
  const side: readonly Point[] = [
    [-d * 0.34, 0],
    [d * 0.36, 0],
    [d * 0.46, h * 0.86],
    [-d * 0.42, h * 0.86],
  ];
  return [
    part(
      "plastic_black",
      prism(side, [-w * 0.46, w * 0.46], { along: "x" }),
      ...[-1, 1].map((right) =>
        cylinder(
          [right * w * 0.4 - w * 0.06, r, -d * 0.32],
          [right * w * 0.4 + w * 0.06, r, -d * 0.32],
          { r },
        ),
      ),
    ),
    part(
      "paint",
      prism(
        [
          [-d * 0.44, h * 0.86],
          [d / 2, h * 0.86],
          [d / 2, h * 0.9],
          [d * 0.2, h],
          [-d * 0.3, h],
          [-d * 0.44, h * 0.94],
        ],
        [-w / 2, w / 2],
        { along: "x" },
      ),
      bar(
        [-w * 0.4, h * 0.9, -d / 2 + d * 0.03],
        [w * 0.4, h * 0.9, -d / 2 + d * 0.03],
        Math.min(d * 0.03, h * 0.03),
      ),
      ...[-1, 1].map((right) =>
        block(right * w * 0.36, -d * 0.45, w * 0.06, d * 0.06, [h * 0.88, h * 0.92]),
      ),
    ),
  ];
};

/** Bodies for gardens, terraces, garages and the street. */
export const outdoor: BodiesOf<"outdoor"> = {
  garden_set: roundSet,
  garden_bench: gardenBench,
  sun_lounger: sunLounger,
  parasol,
  barbecue,
  fire_pit: firePit,
  tree,
  conifer,
  shrub,
  hedge,
  flower_bed: flowerBed,
  planter,
  pool,
  sandpit,
  trampoline,
  swing_set: swingSet,
  shed,
  greenhouse,
  car,
  motorbike,
  bicycle,
  rotary_dryer: rotaryDryer,
  wheelie_bin: wheelieBin,
};
