import type { Point } from "../../geometry/vector.ts";
import { prism } from "../prism.ts";
import { cylinder, sphere } from "../shapes.ts";
import { hollow } from "./basins.ts";
import { bar, block, type BodiesOf, type BodyMaker, drum, part, turnedBody } from "./body.ts";
import { exerciseBike, rowingMachine, treadmill, weightBench, yogaMat } from "./fitness.ts";
import { poolTable, tableFootball, tableTennis } from "./games.ts";
import { oval } from "./outlines.ts";

/** A drum kit around its stool, which is in front. */
const drumKit: BodyMaker = (w, h, d) => {
  const size = Math.min(w, d);
  const drums: readonly (readonly [
    x: number,
    z: number,
    size: number,
    low: number,
    high: number,
  ])[] = [
    [-w * 0.14, -d * 0.1, 0.2, 0.52, 0.68],
    [w * 0.14, -d * 0.1, 0.2, 0.52, 0.68],
    [-w * 0.24, d * 0.16, 0.24, 0.4, 0.52],
    [w * 0.26, d * 0.14, 0.26, 0.2, 0.52],
  ];
  const bass = Math.min(size * 0.19, h * 0.22);
  const cymbals: readonly (readonly [number, number, number])[] = [
    [-w / 2 + size * 0.14, -d * 0.22, 0.97],
    [w / 2 - size * 0.14, -d * 0.22, 0.9],
    [-w / 2 + size * 0.14, d * 0.1, 0.66],
  ];
  const r = size * 0.008;
  return [
    part(
      "paint",
      ...drums.map(([x, z, wide, low, high]) =>
        drum(x, z, wide * size, wide * size, [h * low, h * high], 16),
      ),
      cylinder([0, bass, -d / 2], [0, bass, -d * 0.2], { r: bass, sides: 20 }),
    ),
    part(
      "paper",
      ...drums.map(([x, z, wide, , high]) =>
        drum(x, z, wide * size * 0.94, wide * size * 0.94, [h * high, h * (high + 0.01)], 16),
      ),
      cylinder([0, bass, -d * 0.2], [0, bass, -d * 0.19], { r: bass * 0.94, sides: 20 }),
    ),
    part(
      "metal",
      ...cymbals.flatMap(([x, z, y]) => [
        bar([x, 0, z], [x, h * y, z], r, 6),
        turnedBody(
          x,
          z,
          size * 0.28,
          size * 0.28,
          [
            [0, h * (y - 0.02)],
            [0.5, h * (y - 0.02)],
            [0.12, h * (y + 0.01)],
            [0, h * (y + 0.03)],
          ],
          20,
        ),
      ]),
      ...drums.slice(2).map(([x, z, , low]) => bar([x, 0, z], [x, h * low, z], r * 2, 6)),
      ...drums.slice(0, 2).map(([x, z]) => bar([x, bass * 1.4, z], [x, h * 0.54, z], r * 2, 6)),
      bar([0, 0, d * 0.36], [0, h * 0.38, d * 0.36], r * 2, 6),
    ),
    part(
      "cushion",
      drum(0, d / 2 - size * 0.12, size * 0.24, size * 0.24, [h * 0.36, h * 0.42], 16),
    ),
  ];
};

/** A basket with a cushion. */
const dogBed: BodyMaker = (w, h, d) => [
  part(
    "fabric",
    ...hollow(oval(0, 0, w, d, 24), oval(0, 0, w * 0.76, d * 0.72, 20), [0, h], h * 0.3),
  ),
  part("cushion", drum(0, 0, w * 0.74, d * 0.7, [h * 0.3, h * 0.55], 20)),
];

/** Scratching posts with platforms and a house. */
const catTree: BodyMaker = (w, h, d) => {
  const size = Math.min(w, d);
  const [base, board, r] = [Math.min(0.04, h / 12), Math.min(0.04, h / 20), size * 0.07];
  const [x, z] = [-w * 0.18, -d * 0.14];
  return [
    part(
      "carpet",
      block(0, 0, w, d, [0, base]),
      drum(x, z, size * 0.6, size * 0.6, [h - board, h], 16),
      drum(x + w * 0.1, z + d * 0.1, size * 0.6, size * 0.6, [h * 0.5, h * 0.5 + board], 16),
      block(w * 0.24, d * 0.2, w * 0.44, d * 0.5, [h * 0.3, h * 0.3 + board]),
    ),
    part(
      "wood",
      drum(x, z, r * 2, r * 2, [base, h - board], 12),
      drum(w * 0.24, d * 0.2, r * 2, r * 2, [base, h * 0.3], 12),
    ),
    part("cushion", block(x, -d * 0.1, w * 0.44, d * 0.6, [base, h * 0.26])),
  ];
};

/** A tank on its cabinet, with water, plants and a fish. */
const fishTank: BodyMaker = (w, h, d) => {
  const [base, lid] = [h * 0.56, h * 0.05];
  const r = Math.min(w * 0.1, d * 0.2, h * 0.08);
  const y = base + (h - base) * 0.5;
  const tail: readonly Point[] = [
    [r * 0.8, y],
    [r * 1.6, y + r * 0.5],
    [r * 1.6, y - r * 0.5],
  ];
  return [
    part("dark_wood", block(0, 0, w, d, [0, base]), block(0, 0, w, d, [h - lid, h])),
    part("sand", block(0, 0, w * 0.97, d * 0.94, [base, base + (h - base) * 0.12])),
    part(
      "paint",
      sphere([0, y, 0], [r, r * 0.5, r * 0.3], 10),
      prism(tail, [-r * 0.1, r * 0.1], { along: "z" }),
    ),
    part(
      "leaves",
      ...[-0.34, -0.28, 0.32].map((at) =>
        cylinder([w * at, base, -d * 0.2], [w * at, base + (h - base) * 0.7, -d * 0.1], {
          r: Math.min(w, d) * 0.03,
          rTo: 0,
          sides: 6,
        }),
      ),
    ),
    part("water", block(0, 0, w * 0.96, d * 0.92, [base, h - lid * 2])),
    part("glass", block(0, 0, w, d, [base, h - lid])),
  ];
};

/** Bodies for games, sports and pets. */
export const leisure: BodiesOf<"leisure"> = {
  pool_table: poolTable,
  table_tennis: tableTennis,
  table_football: tableFootball,
  treadmill,
  exercise_bike: exerciseBike,
  rowing_machine: rowingMachine,
  weight_bench: weightBench,
  yoga_mat: yogaMat,
  drum_kit: drumKit,
  dog_bed: dogBed,
  cat_tree: catTree,
  fish_tank: fishTank,
};
