import type { Part } from "../material.ts";
import { prism } from "../prism.ts";
import { cylinder } from "../shapes.ts";
import {
  bar,
  block,
  type BodiesOf,
  type BodyMaker,
  countIn,
  cycled,
  drum,
  legs,
  part,
  times,
} from "./body.ts";
import { cabinet, frontOf, openShelf } from "./cabinets.ts";
import { oval } from "./outlines.ts";
import { grandPiano, piano } from "./pianos.ts";
import { palm, plant } from "./plants.ts";
import { chaise, cornerSofa, pouf, recliner, seat } from "./seats.ts";
import { roundTableOf, tableOf } from "./tables.ts";

/** A bookcase with its books, whose heights vary. */
const bookcase: BodyMaker = (w, h, d) => {
  const shelves = countIn(h, 0.36, 6);
  const count = countIn(w, 0.2, 6);
  const [inner, tall] = [w * 0.95, h / shelves];
  const books = times(shelves * count, (at) => {
    const [row, column] = [Math.floor(at / count), at % count];
    const wide = (inner / count) * cycled([0.9, 0.72, 0.84, 0.6, 0.95], at * 3 + row);
    return { row, column, wide, at };
  });
  const materials = ["paper", "fabric", "dark_wood"] as const;
  return [
    ...openShelf("wood")(w, h, d),
    ...materials.map((material, number) =>
      part(
        material,
        ...books
          .filter(({ at, row }) => (at + row) % materials.length === number)
          .map(({ row, column, wide, at }) => {
            const x = -inner / 2 + (inner / count) * column + wide / 2;
            const low = tall * row + tall * 0.08;
            const high = low + tall * cycled([0.62, 0.74, 0.68, 0.8], at);
            return block(x, 0, wide, d * 0.7, [low, high]);
          }),
      ),
    ),
  ];
};

/** A cabinet with glass doors before its boards. */
const displayCabinet: BodyMaker = (w, h, d) => {
  const [base, front] = [h * 0.3, Math.min(0.03, d / 6)];
  const z = d / 2 - front;
  const boards = countIn(h - base, 0.36, 5);
  const thick = Math.min(0.025, w / 12, h / 20);
  return [
    part(
      "wood",
      block(0, -front / 2, w, d - front, [0, base]),
      block((thick - w) / 2, -front / 2, thick, d - front, [base, h]),
      block((w - thick) / 2, -front / 2, thick, d - front, [base, h]),
      block(0, thick / 2 - d / 2, w - thick * 2, thick, [base, h]),
      block(0, 0, w - thick * 2, d * 0.86, [h - thick, h]),
      ...times(boards - 1, (at) => {
        const low = base + ((h - base) * (at + 1)) / boards;
        return block(0, 0, w - thick * 2, d * 0.7, [low, low + thick / 2]);
      }),
    ),
    ...frontOf("wood", {
      w,
      upright: [0, base],
      z: [z, d / 2],
      columns: countIn(w, 0.5, 6),
      rows: 1,
      handles: "upright",
    }),
    part(
      "glass",
      ...[-1, 1].map((side) =>
        block((side * w) / 4, z + front * 0.3, w * 0.49, front * 0.5, [base + thick, h - thick]),
      ),
    ),
  ];
};

/** A screen that hangs or stands, with its back at one depth and its front at another. */
const screenAt = (
  w: number,
  [low, high]: readonly [number, number],
  [back, front]: readonly [number, number],
): readonly Part[] => {
  const rim = Math.min(0.015, w / 20, (high - low) / 20);
  const glass = (front - back) * 0.2;
  return [
    part(
      "plastic_black",
      block(0, (back + front - glass) / 2, w, front - glass - back, [low, high]),
    ),
    part("screen", block(0, front - glass / 2, w - rim * 2, glass, [low + rim, high - rim])),
  ];
};

/** A low cabinet with a television on it. */
const televisionWall: BodyMaker = (w, h, d) => {
  const high = h * 0.28;
  const z = -d / 2 + d * 0.2;
  return [
    ...cabinet({ row: 0.25, unit: 0.6 })(w, high, d),
    part(
      "plastic_black",
      block(0, z, w * 0.3, d * 0.3, [high, high + h * 0.02]),
      block(0, z, w * 0.06, d * 0.1, [high, h * 0.5]),
    ),
    ...screenAt(w * 0.72, [h * 0.36, h], [z, z + Math.min(0.06, d * 0.15)]),
  ];
};

/** A flat television before the wall, on its bracket. */
const television: BodyMaker = (w, h, d) => [
  part("dark_metal", block(0, -d / 4, w / 3, d / 2, [h * 0.3, h * 0.7])),
  ...screenAt(w, [0, h], [0, d / 2]),
];

/** A fireplace: the chimney's breast with the hearth, its logs and the fire. */
const fireplace: BodyMaker = (w, h, d) => {
  const [wide, deep, tall] = [w * 0.56, d * 0.6, h * 0.55];
  const base = h * 0.08;
  const log = Math.min(0.05, h / 14, deep / 10);
  const z = d / 2 - deep * 0.45;
  const y = base + log;
  return [
    part(
      "brick",
      block(0, -deep / 2, w * 0.96, d - deep, [0, h * 0.92]),
      ...[-1, 1].map((side) =>
        block(
          (side * (w * 0.96 + wide)) / 4,
          (d - deep) / 2 - d * 0.02,
          (w * 0.96 - wide) / 2,
          deep - d * 0.04,
          [0, h * 0.92],
        ),
      ),
      block(0, (d - deep) / 2 - d * 0.02, wide, deep - d * 0.04, [tall, h * 0.92]),
    ),
    part(
      "stone",
      block(0, 0, w, d, [h * 0.92, h]),
      block(0, (d - deep) / 2, wide, deep, [0, base]),
    ),
    part(
      "dark_wood",
      bar([-wide * 0.3, y, z - log], [wide * 0.3, y, z], log),
      bar([-wide * 0.3, y, z + log * 2], [wide * 0.25, y, z + log], log),
    ),
    part(
      "light",
      cylinder([0, y, z], [0, base + h * 0.28, z], {
        r: Math.min(wide, deep) * 0.2,
        rTo: 0,
        sides: 8,
      }),
    ),
  ];
};

/** A stove on legs with a window, and its flue at the back. */
const woodStove: BodyMaker = (w, h, d) => {
  const [low, high] = [h * 0.1, h * 0.66];
  const front = Math.min(0.03, d / 8);
  const pipe = Math.min(w, d) * 0.28;
  const z = -d / 2 + pipe;
  return [
    part(
      "dark_metal",
      ...legs([0, -front / 2], w * 0.9, (d - front) * 0.9, [0, low], 0.04),
      block(0, -front / 2, w, d - front, [low, high]),
      drum(0, z, pipe, pipe, [high, h], 12),
    ),
    part("light", block(0, d / 2 - front * 0.75, w * 0.56, front * 0.5, [h * 0.28, h * 0.56])),
    part("metal", block(w * 0.36, (d - front) / 2, w * 0.05, front, [h * 0.34, h * 0.5])),
  ];
};

/** A rug: its field on its border. */
const rug: BodyMaker = (w, h, d) => {
  const edge = Math.min(0.14, w / 8, d / 8);
  return [
    part("fabric", block(0, 0, w, d, [0, h * 0.8])),
    part("carpet", block(0, 0, w - edge * 2, d - edge * 2, [h * 0.8, h])),
  ];
};

const roundRug: BodyMaker = (w, h, d) => {
  const edge = Math.min(0.12, w / 8, d / 8);
  return [
    part("fabric", prism(oval(0, 0, w, d, 32), [0, h * 0.8])),
    part("carpet", prism(oval(0, 0, w - edge * 2, d - edge * 2, 32), [h * 0.8, h])),
  ];
};

/** Bodies for living rooms. */
export const living: BodiesOf<"living"> = {
  sofa: seat((w) => Math.round((w - 0.3) / 0.75)),
  corner_sofa: cornerSofa,
  sofa_bed: seat((w) => Math.round((w - 0.3) / 0.8)),
  chaise_longue: chaise,
  armchair: seat(() => 1),
  recliner,
  pouf,
  coffee_table: tableOf("wood"),
  round_coffee_table: roundTableOf("wood"),
  side_table: roundTableOf("wood"),
  shelf: openShelf("wood"),
  bookcase,
  sideboard: cabinet({ material: "wood" }),
  display_cabinet: displayCabinet,
  tv_wall: televisionWall,
  television,
  fireplace,
  wood_stove: woodStove,
  piano,
  grand_piano: grandPiano,
  rug,
  round_rug: roundRug,
  plant,
  palm,
};
