import { prism } from "../prism.ts";
import { cylinder } from "../shapes.ts";
import {
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
  type Upright,
} from "./body.ts";
import { cabinet, frontOf } from "./cabinets.ts";
import { aroundCorner } from "./outlines.ts";
import { placed } from "./tables.ts";

/** A mattress with its pillows at the back and the cover over the rest, from one height to another. */
const bedding = (w: number, d: number, z: number, [low, high]: Upright): ReturnType<BodyMaker> => {
  const pillows = w > 1.2 ? 2 : 1;
  const tall = high - low;
  const depth = Math.min(0.42, d / 4);
  const wide = w / pillows;
  const bevel = Math.min(0.04, tall / 5);
  const cover = d - depth - Math.min(0.16, d / 12);
  return [
    part(
      "linen",
      pad(0, z, w * 0.98, d * 0.98, [low, low + tall * 0.7], bevel),
      ...times(pillows, (at) =>
        pad(
          -w / 2 + wide * (at + 0.5),
          z - d * 0.49 + depth / 2,
          wide * 0.84,
          depth * 0.92,
          [low + tall * 0.66, high],
          bevel,
        ),
      ),
    ),
    part(
      "cushion",
      pad(0, z + (d - cover) / 2, w, cover, [low + tall * 0.3, low + tall * 0.84], bevel),
    ),
  ];
};

/** A bed with a headboard at its back. */
const bed: BodyMaker = (w, h, d) => {
  const board = Math.min(0.06, d / 12);
  const [frame, mattress] = [h * 0.3, h * 0.62];
  return [
    part(
      "wood",
      block(0, (board - d) / 2, w, board, [0, h]),
      block(0, board / 2, w, d - board, [h * 0.12, frame]),
      ...legs([0, board / 2], w * 0.96, (d - board) * 0.96, [0, h * 0.12], 0.07),
    ),
    ...bedding(w * 0.97, d - board - d * 0.015, board / 2 - d * 0.0075, [frame * 0.9, mattress]),
  ];
};

/** Two beds above each other, with the ladder at the right. */
const bunkBed: BodyMaker = (w, h, d) => {
  const ladder = Math.min(0.06, w / 10);
  const [wide, x] = [w - ladder, -ladder / 2];
  const post = Math.min(0.06, wide / 6, d / 6);
  const lows = [h * 0.14, h * 0.6];
  const bunks = lows.flatMap((low) =>
    placed(bedding(wide - post, d - post * 2, 0, [low + h * 0.04, low + h * 0.16]), [x, 0]),
  );
  return [
    part(
      "wood",
      ...legs([x, 0], wide, d, [0, h], post),
      ...lows.map((low) =>
        block(x, 0, wide - post * 0.6, d - post * 0.6, [low - h * 0.03, low + h * 0.05]),
      ),
      ...lows.flatMap((low) =>
        [-1, 1].map((side) =>
          block(x, (side * (d - post * 0.5)) / 2, wide - post * 2, post * 0.5, [
            low,
            low + h * 0.26,
          ]),
        ),
      ),
      block(x - (wide - post * 0.5) / 2, 0, post * 0.5, d - post * 2, [h * 0.74, h * 0.84]),
      block(x + (wide - post * 0.5) / 2, -d * 0.12, post * 0.5, d * 0.7 - post * 2, [
        h * 0.74,
        h * 0.84,
      ]),
      ...[-0.04, 0.04].map((by) =>
        block(w / 2 - ladder / 2, d / 4 + by * d * 2, ladder, post * 0.6, [0, h * 0.92]),
      ),
      ...times(5, (at) =>
        block(w / 2 - ladder / 2, d / 4, ladder * 0.6, d * 0.16, [
          h * (0.1 + at * 0.16),
          h * (0.12 + at * 0.16),
        ]),
      ),
    ),
    ...bunks,
  ];
};

/** A cot with bars all around. */
const cot: BodyMaker = (w, h, d) => {
  const post = Math.min(0.05, w / 8, d / 8);
  const [rail, base] = [h * 0.05, h * 0.36];
  const r = post * 0.22;
  const [across, along] = [countIn(w, 0.16, 6), countIn(d, 0.16, 12)];
  const [x, z] = [(w - post) / 2, (d - post) / 2];
  return [
    part(
      "wood",
      ...legs([0, 0], w, d, [0, h], post),
      ...[-1, 1].flatMap((side) => [
        block(0, side * z, w - post * 2, post * 0.7, [h - rail, h]),
        block(side * x, 0, post * 0.7, d - post * 2, [h - rail, h]),
      ]),
      ...times(across - 1, (at) => {
        const place = -w / 2 + (w * (at + 1)) / across;
        return [-1, 1].map((side) =>
          bar([place, base, side * z], [place, h - rail, side * z], r, 4),
        );
      }).flat(),
      ...times(along - 1, (at) => {
        const place = -d / 2 + (d * (at + 1)) / along;
        return [-1, 1].map((side) =>
          bar([side * x, base, place], [side * x, h - rail, place], r, 4),
        );
      }).flat(),
      block(0, 0, w * 0.99, d * 0.99, [base - rail * 2, base]),
    ),
    ...bedding(w - post * 2, d - post * 2, 0, [base, base + h * 0.16]),
  ];
};

/** A wardrobe whose doors slide past each other: one behind the other. */
const slidingWardrobe: BodyMaker = (w, h, d) => {
  const [door, board] = [Math.min(0.035, d / 10), Math.min(0.03, h / 12)];
  const z = d / 2 - door * 2;
  const tall: Upright = [board, h - board];
  return [
    part(
      "wood",
      block(0, -door, w, d - door * 2, [0, h]),
      block(0, z + door, w, door * 2, [0, board]),
      block(0, z + door, w, door * 2, [h - board, h]),
    ),
    part("lacquer", block(-w * 0.24, z + door / 2, w * 0.52, door * 0.9, tall)),
    part("mirror", block(w * 0.24, z + door * 1.5, w * 0.52, door * 0.9, tall)),
  ];
};

/** A wardrobe across a corner, with a knob at each of its two doors. */
const cornerWardrobe: BodyMaker = (w, h, d) => {
  const deep = Math.min(0.6, w * 0.62, d * 0.62);
  const [plinth, r] = [Math.min(0.06, h / 10), Math.min(w, d) * 0.012];
  const [fromX, fromZ, toX, toZ] = [w / 2, -d / 2 + deep, -w / 2 + deep, d / 2];
  const [x, z] = [(fromX + toX) / 2, (fromZ + toZ) / 2];
  const length = Math.hypot(toX - fromX, toZ - fromZ) || 1;
  const [alongX, alongZ] = [(toX - fromX) / length, (toZ - fromZ) / length];
  // Out of the slanting front.
  const [outX, outZ] = [alongZ, -alongX];
  return [
    part("plastic_black", prism(aroundCorner(w * 0.98, d * 0.98, deep * 0.94), [0, plinth])),
    part("lacquer", prism(aroundCorner(w, d, deep), [plinth, h])),
    part(
      "metal",
      ...[-1, 1].map((side) => {
        const [atX, atZ] = [x + alongX * side * length * 0.08, z + alongZ * side * length * 0.08];
        return cylinder([atX, h * 0.5, atZ], [atX + outX * r * 3, h * 0.5, atZ + outZ * r * 3], {
          r,
        });
      }),
    ),
  ];
};

/** A table with drawers, a mirror at its back and a stool in front. */
const dressingTable: BodyMaker = (w, h, d) => {
  const deep = d * 0.56;
  const [top, stool] = [h * 0.54, Math.min(0.38, d * 0.4, w * 0.6)];
  const z = (deep - d) / 2;
  const front = Math.min(0.03, deep / 8);
  return [
    part(
      "wood",
      ...legs([0, z], w * 0.96, deep * 0.94, [0, top * 0.8], 0.05),
      block(0, z - front / 2, w, deep - front, [top * 0.8, top * 0.97]),
      block(0, z, w, deep, [top * 0.97, top]),
      ...legs([0, (d - stool) / 2], stool * 0.8, stool * 0.8, [0, top * 0.5], 0.035),
    ),
    ...frontOf("wood", {
      w,
      upright: [top * 0.8, top * 0.97],
      z: [z + deep / 2 - front, z + deep / 2],
      columns: 2,
      rows: 1,
      handles: "across",
    }),
    part(
      "mirror",
      prism(
        [
          [-w * 0.28, top],
          [w * 0.28, top],
          [w * 0.28, h * 0.9],
          [w * 0.18, h],
          [-w * 0.18, h],
          [-w * 0.28, h * 0.9],
        ],
        [-d / 2 + d * 0.02, -d / 2 + d * 0.06],
        { along: "z" },
      ),
    ),
    part("cushion", drum(0, (d - stool) / 2, stool, stool, [top * 0.5, top * 0.62], 20)),
  ];
};

/** A chest with a padded top that has an edge at three sides. */
const changingTable: BodyMaker = (w, h, d) => {
  const [top, edge] = [h * 0.88, Math.min(0.03, w / 12, d / 12)];
  return [
    ...cabinet({ row: 0.26, unit: 0.9 })(w, top, d),
    part(
      "lacquer",
      block(0, (edge - d) / 2, w, edge, [top, h]),
      ...[-1, 1].map((side) => block((side * (w - edge)) / 2, edge / 2, edge, d - edge, [top, h])),
    ),
    part("cushion", pad(0, edge / 2, w * 0.86, d * 0.84, [top, top + (h - top) * 0.6], 0.03)),
  ];
};

/** A board with hooks. */
const coatRack: BodyMaker = (w, h, d) => {
  const hooks = Math.max(2, countIn(w, 0.2, 12));
  const board = Math.min(0.06, d / 3);
  const r = Math.min(0.012, w / hooks / 6, h / 12);
  return [
    part("wood", block(0, (board - d) / 2, w, board, [0, h])),
    part(
      "metal",
      ...times(hooks, (at) => {
        const x = -w / 2 + (w * (at + 0.5)) / hooks;
        return [
          bar([x, h * 0.45, -d / 2 + board], [x, h * 0.45, d / 2], r, 6),
          bar([x, h * 0.45 - r, d / 2 - r], [x, h * 0.75, d / 2 - r], r, 6),
        ];
      }).flat(),
    ),
  ];
};

/** A chest with its lid. */
const toyBox: BodyMaker = (w, h, d) => {
  const lid = Math.min(0.06, h / 5);
  return [
    part("paint", block(0, 0, w * 0.97, d * 0.96, [0, h - lid])),
    part("wood", pad(0, 0, w, d, [h - lid, h], 0.02)),
    part("metal", block(0, d * 0.485, w * 0.1, d * 0.03, [h - lid * 1.8, h - lid])),
  ];
};

/** Bodies for bedrooms, children's rooms and halls. */
export const bedroom: BodiesOf<"bedroom"> = {
  bed,
  single_bed: bed,
  bunk_bed: bunkBed,
  cot,
  nightstand: cabinet({ material: "wood", row: 0.24, unit: 0.6 }),
  wardrobe: cabinet({ unit: 0.75 }),
  sliding_wardrobe: slidingWardrobe,
  corner_wardrobe: cornerWardrobe,
  chest: cabinet({ material: "wood", row: 0.22, unit: 0.9 }),
  dressing_table: dressingTable,
  changing_table: changingTable,
  coat_rack: coatRack,
  shoe_cabinet: cabinet({ row: 0.4, unit: 0.9 }),
  toy_box: toyBox,
};
