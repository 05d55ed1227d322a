import type { Point } from "../../geometry/vector.ts";
import type { Mesh } from "../mesh.ts";
import { prism } from "../prism.ts";
import { hollow, topWithBasins } from "./basins.ts";
import {
  bar,
  block,
  type BodiesOf,
  type BodyMaker,
  countIn,
  drum,
  legs,
  part,
  times,
  turnedBody,
  type Upright,
} from "./body.ts";
import { cabinet, frontOf } from "./cabinets.ts";
import { oval, rectangle, rounded } from "./outlines.ts";
import { cornerShower, shower, walkInShower } from "./showers.ts";
import { bathtub, cornerBathtub, freestandingBathtub, whirlpool } from "./tubs.ts";

/** The bowl of a toilet or a bidet about a place: a foot, and a hollow rim. */
const bowlAt = (x: number, z: number, w: number, d: number, [low, high]: Upright): Mesh => {
  const tall = high - low;
  return turnedBody(
    x,
    z,
    w,
    d,
    [
      [0, low],
      [0.3, low],
      [0.32, low + tall * 0.4],
      [0.5, low + tall * 0.8],
      [0.5, high],
      [0.4, high],
      [0.24, low + tall * 0.55],
      [0, low + tall * 0.5],
    ],
    20,
  );
};

/** A toilet with its cistern, and the lid turned up to it. */
const wc: BodyMaker = (w, h, d) => {
  const tank = Math.min(0.18, d * 0.32);
  const [bowl, seat] = [d - tank, h * 0.53];
  const z = tank / 2;
  const lid = Math.min(0.03, tank / 5);
  return [
    part(
      "ceramic",
      block(0, (tank - d) / 2, w, tank, [seat * 0.9, h * 0.97]),
      bowlAt(0, z, w * 0.9, bowl, [0, seat * 0.96]),
      block(0, (tank - d) / 2 + tank * 0.2, w * 0.5, tank * 1.2, [0, seat * 0.9]),
    ),
    part(
      "plastic_white",
      prism(oval(0, z, w * 0.92, bowl, 20), [seat * 0.96, seat], {
        holes: [oval(0, z, w * 0.58, bowl * 0.64, 16)],
      }),
      prism(oval(0, h * 0.72, w * 0.86, h * 0.36, 16), [-d / 2 + tank, -d / 2 + tank + lid], {
        along: "z",
      }),
      block(0, (tank - d) / 2, w * 0.96, tank * 0.94, [h * 0.97, h]),
    ),
    part("metal", block(0, (tank - d) / 2, w * 0.2, tank * 0.3, [h * 0.985, h])),
  ];
};

/** A bidet with its tap. */
const bidet: BodyMaker = (w, h, d) => [
  part(
    "ceramic",
    bowlAt(0, d * 0.06, w, d * 0.88, [0, h * 0.94]),
    block(0, -d * 0.4, w * 0.8, d * 0.2, [0, h * 0.94]),
  ),
  part("metal", block(0, -d * 0.34, w * 0.08, d * 0.2, [h * 0.94, h])),
];

const urinal: BodyMaker = (w, h, d) => {
  const wall = d * 0.2;
  return [
    part(
      "ceramic",
      block(0, (wall - d) / 2, w, wall, [0, h]),
      ...hollow(
        oval(0, wall / 2, w * 0.84, d - wall, 20),
        oval(0, wall / 2, w * 0.66, (d - wall) * 0.76, 16),
        [h * 0.06, h * 0.5],
        h * 0.2,
      ),
      ...[-1, 1].map((side) =>
        block(side * w * 0.38, -d * 0.1, w * 0.08, d * 0.5, [h * 0.5, h * 0.92]),
      ),
    ),
  ];
};

/** A washbasin on its foot, with one bowl or several. */
const washbasin =
  (bowls: number): BodyMaker =>
  (w, h, d) => {
    const [low, wide] = [h * 0.82, w / bowls];
    const size = Math.min(0.5, wide * 0.74);
    return [
      ...topWithBasins(
        ["ceramic", "ceramic"],
        rounded(w, d, Math.min(0.07, w / 8, d / 8)),
        times(bowls, (at) => ({
          x: -w / 2 + wide * (at + 0.5),
          z: d * 0.05,
          w: size,
          d: d * 0.66,
        })),
        { upright: [low, h], deep: (h - low) * 0.9, isRound: true },
      ),
      part(
        "ceramic",
        ...times(bowls, (at) =>
          drum(-w / 2 + wide * (at + 0.5), -d * 0.15, size * 0.36, d * 0.36, [0, low], 12),
        ),
      ),
    ];
  };

/** A basin in a cabinet, whose doors are in front. */
const vanityUnit: BodyMaker = (w, h, d) => {
  const [top, front] = [h * 0.86, Math.min(0.05, d / 6)];
  return [
    part("plastic_black", block(0, -front / 2, w * 0.98, d - front * 2, [0, h * 0.1])),
    part("wood", block(0, -front / 2, w * 0.98, d - front, [h * 0.1, top])),
    ...frontOf("wood", {
      w: w * 0.98,
      upright: [h * 0.1, top],
      z: [d / 2 - front, d / 2 - front * 0.1],
      columns: Math.max(2, countIn(w, 0.5, 6)),
      rows: 1,
      handles: "upright",
    }),
    ...topWithBasins(
      ["ceramic", "ceramic"],
      rectangle(0, 0, w, d),
      [{ x: 0, z: d * 0.05, w: Math.min(0.5, w * 0.6), d: d * 0.62 }],
      { upright: [top, h], deep: (h - top) * 0.9, isRound: true },
    ),
  ];
};

/** A small basin in a corner. */
const cornerWashbasin: BodyMaker = (w, h, d) => {
  const [low, foot] = [h * 0.8, Math.min(w, d) * 0.3];
  const outline: readonly Point[] = [
    [-w / 2, -d / 2],
    [w / 2, -d / 2],
    [w / 2, -d * 0.1],
    [-w * 0.1, d / 2],
    [-w / 2, d / 2],
  ];
  return [
    ...topWithBasins(
      ["ceramic", "ceramic"],
      outline,
      [{ x: -w * 0.08, z: -d * 0.08, w: w * 0.56, d: d * 0.56 }],
      {
        upright: [low, h],
        deep: (h - low) * 0.9,
        isRound: true,
      },
    ),
    part("ceramic", drum(-w * 0.2, -d * 0.2, foot, foot, [0, low], 12)),
  ];
};

/** Pipes across between two upright ones, before the wall. */
const towelRadiator: BodyMaker = (w, h, d) => {
  const r = Math.min(d * 0.2, w / 12);
  const z = d / 2 - r;
  const pipes = countIn(h, 0.12, 16);
  const x = w / 2 - r * 1.5;
  return [
    part(
      "lacquer",
      ...[-1, 1].flatMap((side) => [
        bar([side * x, 0, z], [side * x, h, z], r),
        bar([side * x, h * 0.1, -d / 2], [side * x, h * 0.1, z], r * 0.6, 6),
        bar([side * x, h * 0.9, -d / 2], [side * x, h * 0.9, z], r * 0.6, 6),
      ]),
      ...times(pipes, (at) => {
        const y = (h * (at + 0.5)) / pipes;
        return bar([-w / 2, y, z], [w / 2, y, z], Math.min(r * 0.7, h / pipes / 3), 6);
      }),
    ),
  ];
};

/** A cabin with two benches at the back, the oven with its stones at the right, and a front of glass. */
const sauna: BodyMaker = (w, h, d) => {
  const wall = Math.min(0.06, w / 10, d / 10);
  const [deep, front] = [Math.min(0.6, d / 3), d / 2 - wall / 2];
  const oven = Math.min(0.4, w / 4, d / 4);
  const [x, z] = [w / 2 - wall - oven * 0.7, d / 2 - wall - oven * 0.7];
  return [
    part(
      "wood",
      block(0, 0, w, d, [0, h * 0.03]),
      block(0, (wall - d) / 2, w, wall, [h * 0.03, h]),
      ...[-1, 1].map((side) =>
        block((side * (w - wall)) / 2, wall / 2, wall, d - wall, [h * 0.03, h]),
      ),
      block(0, front, w - wall * 2, wall, [h * 0.92, h]),
      block(w * 0.28, front, w * 0.44 - wall * 2, wall, [h * 0.03, h * 0.92]),
      block(0, -d / 2 + wall + deep / 2, w - wall * 2, deep, [h * 0.4, h * 0.44]),
      block(0, -d / 2 + wall + deep * 1.5, w - wall * 2, deep, [h * 0.2, h * 0.24]),
    ),
    part("glass", block(-w * 0.22, front, w * 0.54, wall * 0.3, [h * 0.03, h * 0.92])),
    part(
      "dark_metal",
      ...legs([x, z], oven, oven, [h * 0.03, h * 0.06], 0.03),
      block(x, z, oven, oven, [h * 0.06, h * 0.3]),
    ),
    part(
      "stone",
      turnedBody(
        x,
        z,
        oven * 0.9,
        oven * 0.9,
        [
          [0, h * 0.29],
          [0.5, h * 0.29],
          [0.4, h * 0.34],
          [0, h * 0.37],
        ],
        8,
      ),
    ),
  ];
};

/** Bodies for bathrooms. */
export const bath: BodiesOf<"bath"> = {
  bathtub,
  corner_bathtub: cornerBathtub,
  freestanding_bathtub: freestandingBathtub,
  whirlpool,
  shower,
  corner_shower: cornerShower,
  walk_in_shower: walkInShower,
  wc,
  bidet,
  urinal,
  washbasin: washbasin(1),
  double_washbasin: washbasin(2),
  vanity_unit: vanityUnit,
  corner_washbasin: cornerWashbasin,
  bathroom_cabinet: cabinet({ unit: 0.6 }),
  towel_radiator: towelRadiator,
  sauna,
};
