import type { Point } from "../../geometry/vector.ts";
import { prism } from "../prism.ts";
import { cylinder } from "../shapes.ts";
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
import { cabinet, frontOf } from "./cabinets.ts";
import { chair, conferenceTop, outlinedTable, placed, roundSet, setOf } from "./tables.ts";

/** A desk with drawers at the right. */
const desk: BodyMaker = (w, h, d) => {
  const top = Math.min(0.03, h / 8);
  const [side, drawers] = [Math.min(0.04, w / 20), Math.min(0.42, w * 0.3)];
  const x = (w * 0.96 - drawers) / 2;
  const front = Math.min(0.04, d / 10);
  return [
    part(
      "wood",
      block(0, 0, w, d, [h - top, h]),
      block((side - w * 0.96) / 2, 0, side, d * 0.92, [0, h - top]),
      block(0, -d * 0.4, w * 0.9, Math.min(0.02, d / 12), [h * 0.5, h - top]),
      block(x, -front / 2, drawers, d * 0.92 - front, [0, h - top]),
    ),
    ...frontOf("wood", {
      x,
      w: drawers,
      upright: [h * 0.04, h - top],
      z: [d * 0.46 - front, d * 0.46],
      columns: 1,
      rows: 3,
      handles: "across",
    }),
  ];
};

/** A desk around a corner, at the back and at the left. */
const cornerDesk: BodyMaker = (w, h, d) => {
  const deep = Math.min(0.7, w * 0.5, d * 0.5);
  const [x, z, bend] = [-w / 2, -d / 2, deep * 0.25];
  const leg = Math.min(0.05, h / 4, w / 8, d / 8);
  const outline: readonly Point[] = [
    [x, z],
    [w / 2, z],
    [w / 2, z + deep],
    [x + deep + bend, z + deep],
    [x + deep, z + deep + bend],
    [x + deep, d / 2],
    [x, d / 2],
  ];
  const feet: readonly Point[] = [
    [x + leg, z + leg],
    [w / 2 - leg, z + leg],
    [w / 2 - leg, z + deep - leg],
    [x + deep - leg / 2, z + deep - leg / 2],
    [x + deep - leg, d / 2 - leg],
    [x + leg, d / 2 - leg],
  ];
  return outlinedTable("wood", outline, feet, h);
};

/** A swivel chair: seat, back, arms and the star of its foot. */
const officeChair: BodyMaker = (w, h, d) => {
  const size = Math.min(w, d);
  const [seat, thick, wheel] = [h * 0.44, h * 0.07, Math.min(size * 0.05, h * 0.05)];
  const middle = size * 0.05;
  return [
    part(
      "plastic_black",
      ...around(5, (cos, sin) => {
        const far = size / 2 - wheel;
        return [
          bar(
            [0, wheel * 2.4, middle],
            [sin * far, wheel * 1.6, middle - cos * far],
            wheel * 0.5,
            6,
          ),
          drum(sin * far, middle - cos * far, wheel * 2, wheel * 2, [0, wheel * 1.6], 8),
        ];
      }).flat(),
      bar([0, wheel * 1.6, middle], [0, seat - thick, middle], size * 0.045),
      ...[-1, 1].flatMap((side) => [
        block(side * size * 0.39, size * 0.02, size * 0.09, size * 0.42, [h * 0.6, h * 0.64]),
        block(side * size * 0.39, size * 0.02, size * 0.05, size * 0.08, [seat - thick, h * 0.6]),
      ]),
      block(0, 0, size * 0.8, size * 0.08, [seat - thick * 1.2, seat - thick]),
      block(0, -size * 0.36, size * 0.1, size * 0.05, [seat - thick, h * 0.7]),
    ),
    part(
      "fabric",
      pad(0, size * 0.04, size * 0.66, size * 0.64, [seat - thick, seat], 0.03),
      pad(0, -size * 0.44, size * 0.66, size * 0.12, [h * 0.54, h], 0.04),
    ),
  ];
};

/** A counter around a place to work, with a raised edge towards visitors, and a chair behind it. */
const receptionDesk: BodyMaker = (w, h, d) => {
  const deep = Math.min(0.55, d * 0.45, w * 0.4);
  const [high, low] = [deep * 0.4, h * 0.68];
  const [x, z] = [w / 2, d / 2];
  /** The outline between two distances from the outer faces. */
  const band = (from: number, to: number): readonly Point[] => [
    [-x + from, -z],
    [-x + to, -z],
    [-x + to, z - to],
    [x - to, z - to],
    [x - to, -z],
    [x - from, -z],
    [x - from, z - from],
    [-x + from, z - from],
  ];
  const [edge, board] = [deep * 0.06, Math.min(0.04, h / 20)];
  const seat = Math.min(0.5, (w - deep * 2) * 0.8, (d - deep) * 0.8);
  return [
    part("lacquer", prism(band(edge, high), [0, h - board])),
    part(
      "wood",
      prism(band(0, high + edge), [h - board, h]),
      prism(band(high, deep), [low - board, low]),
    ),
    part("dark_wood", prism(band(deep - edge * 2, deep - edge), [0, low - board])),
    ...placed(chair(seat, Math.min(0.9, h), seat), [0, -z + seat / 2]),
  ];
};

/** A rounded machine with a tray of paper in front. */
const printer: BodyMaker = (w, h, d) => [
  part("plastic_white", pad(0, -d * 0.06, w, d * 0.88, [h * 0.06, h * 0.94], 0.03)),
  part(
    "plastic_black",
    block(0, -d * 0.06, w * 0.94, d * 0.8, [0, h * 0.06]),
    block(0, d * 0.36, w * 0.6, d * 0.06, [h * 0.3, h * 0.5]),
    pad(0, -d * 0.1, w * 0.8, d * 0.6, [h * 0.9, h], 0.02),
  ),
  part("paper", block(0, d * 0.38, w * 0.5, d * 0.24, [h * 0.28, h * 0.31])),
];

/** A copier on its drawers of paper, with its lid, a tray at each side and its display. */
const photocopier: BodyMaker = (w, h, d) => {
  const front = Math.min(0.04, d / 10);
  const wide = w * 0.64;
  return [
    part("plastic_white", block(0, -front / 2, wide, d - front, [h * 0.03, h * 0.86])),
    part(
      "plastic_black",
      block(0, -front / 2, wide * 0.96, d * 0.9, [0, h * 0.03]),
      pad(0, -front / 2, wide, (d - front) * 0.98, [h * 0.88, h], 0.02),
      block(wide * 0.3, d * 0.44, wide * 0.34, d * 0.12, [h * 0.84, h * 0.87]),
    ),
    part("screen", block(wide * 0.3, d * 0.44, wide * 0.26, d * 0.08, [h * 0.87, h * 0.875])),
    ...frontOf("plastic_white", {
      w: wide,
      upright: [h * 0.05, h * 0.6],
      z: [d / 2 - front, d / 2],
      columns: 1,
      rows: 3,
      handles: "across",
    }),
    part(
      "plastic_white",
      block(w * 0.41, 0, w * 0.18, d * 0.6, [h * 0.6, h * 0.63]),
      block(-w * 0.41, 0, w * 0.18, d * 0.5, [h * 0.68, h * 0.71]),
    ),
    part("paper", block(-w * 0.41, 0, w * 0.16, d * 0.4, [h * 0.71, h * 0.72])),
  ];
};

/** A board on the wall, with a ledge for pens. */
const whiteboard: BodyMaker = (w, h, d) => {
  const rim = Math.min(0.025, w / 12, h / 12);
  return [
    part(
      "metal",
      block(0, -d * 0.3, w, d * 0.4, [0, h]),
      block(0, d * 0.2, w * 0.5, d * 0.6, [0, rim]),
    ),
    part("paper", block(0, -d * 0.05, w - rim * 2, d * 0.1, [rim, h - rim])),
    part(
      "plastic_black",
      block(-w * 0.1, d * 0.2, w * 0.06, d * 0.2, [rim, rim * 1.6]),
      block(w * 0.08, d * 0.2, w * 0.06, d * 0.2, [rim, rim * 1.6]),
    ),
  ];
};

/** A rack of servers, each with its lights. */
const rack: BodyMaker = (w, h, d) => {
  const count = countIn(h, 0.14, 14);
  const front = Math.min(0.05, d / 10);
  const [post, edge] = [w * 0.07, h * 0.04];
  const tall = (h - edge * 2) / count;
  const z = d / 2 - front;
  return [
    part(
      "dark_metal",
      block(0, -front / 2, w, d - front, [0, h]),
      ...[-1, 1].map((side) => block((side * (w - post)) / 2, z + front / 2, post, front, [0, h])),
      block(0, z + front / 2, w - post * 2, front, [0, edge]),
      block(0, z + front / 2, w - post * 2, front, [h - edge, h]),
    ),
    part(
      "plastic_black",
      ...times(count, (at) =>
        block(0, z + front * 0.3, w - post * 2, front * 0.6, [
          edge + tall * (at + 0.06),
          edge + tall * (at + 0.94),
        ]),
      ),
    ),
    part(
      "light",
      ...times(count, (at) =>
        block(w * (0.3 - (at % 3) * 0.05), z + front * 0.65, w * 0.04, front * 0.1, [
          edge + tall * (at + 0.4),
          edge + tall * (at + 0.6),
        ]),
      ),
    ),
  ];
};

/** A workbench: a thick top, a board below, a vice at the left and a tool. */
const workbench: BodyMaker = (w, h, d) => {
  const [top, vice] = [Math.min(0.07, h / 6), Math.min(0.06, d / 8)];
  const deep = d - vice;
  const x = -w / 2 + w * 0.16;
  const r = Math.min(0.014, top / 5, w / 40);
  return [
    part(
      "wood",
      block(0, -vice / 2, w, deep, [h * 0.96 - top, h * 0.96]),
      ...legs([0, -vice / 2], w * 0.94, deep * 0.9, [0, h * 0.96 - top], 0.09),
      block(0, -vice / 2, w * 0.9, deep * 0.8, [h * 0.2, h * 0.23]),
    ),
    part(
      "metal",
      block(x, d / 2 - vice * 0.35, w * 0.13, vice * 0.7, [h * 0.96 - top * 2, h * 0.96]),
      bar([x, h * 0.96 - top, d / 2 - vice], [x, h * 0.96 - top, d / 2], r),
      block(w * 0.2, 0, w * 0.08, d * 0.06, [h * 0.96, h]),
    ),
    part(
      "dark_wood",
      cylinder([w * 0.2, h * 0.975, 0], [w * 0.34, h * 0.975, 0], { r: h * 0.01, sides: 6 }),
    ),
  ];
};

/** Bodies for studies, offices and workshops. */
export const work: BodiesOf<"work"> = {
  desk,
  corner_desk: cornerDesk,
  office_chair: officeChair,
  conference_table: setOf(true, conferenceTop),
  meeting_table: roundSet,
  reception_desk: receptionDesk,
  filing_cabinet: cabinet({ material: "metal", row: 0.32, unit: 0.6 }),
  locker: cabinet({ material: "metal", unit: 0.3 }),
  printer,
  photocopier,
  whiteboard,
  rack,
  workbench,
};
