import type { Part } from "../material.ts";
import { prism } from "../prism.ts";
import { cylinder } from "../shapes.ts";
import { block, type BodyMaker, countIn, part, times } from "./body.ts";
import { frontOf } from "./cabinets.ts";
import { hobAt, hobHeight } from "./worktops.ts";

/** An appliance that stands: its box, and how deep its front is. */
const housing = (
  w: number,
  h: number,
  d: number,
): { readonly box: Part; readonly front: number } => {
  const front = Math.min(0.05, d / 8);
  return { box: part("lacquer", block(0, -front / 2, w, d - front, [0, h])), front };
};

/** A cooker with rings on it, the oven's window and knobs above that. */
export const cooker =
  (hasFifth: boolean): BodyMaker =>
  (w, h, d) => {
    const { front } = housing(w, h, d);
    const z = (d - front) / 2;
    const [knobs, r] = [hasFifth ? 6 : 4, Math.min(w, h) * 0.02];
    return [
      part(
        "metal",
        block(0, -front / 2, w, d - front, [0, h - hobHeight(h)]),
        block(0, z, w * 0.98, front * 0.4, [h * 0.08, h * 0.84]),
      ),
      part("screen", block(0, z + front * 0.02, w * 0.8, front * 0.5, [h * 0.24, h * 0.68])),
      part(
        "plastic_black",
        ...times(knobs, (at) => {
          const x = w * 0.35 * ((2 * at) / (knobs - 1) - 1);
          return cylinder([x, h * 0.91, z - front / 2], [x, h * 0.91, z + front * 0.3], {
            r,
            sides: 8,
          });
        }),
      ),
      part("metal", block(0, z + front * 0.3, w * 0.8, front * 0.4, [h * 0.74, h * 0.77])),
      ...hobAt({ x: 0, z: -0.05 * d, w: w * 0.9, d: d * 0.76 }, h, hasFifth),
    ];
  };

/** A hood with its flue. */
export const hood: BodyMaker = (w, h, d) => {
  const rim = h * 0.12;
  return [
    part(
      "metal",
      block(0, 0, w, d, [0, rim]),
      prism(
        [
          [-d / 2, rim],
          [d / 2, rim],
          [-d * 0.05, h * 0.45],
          [-d / 2, h * 0.45],
        ],
        [-w * 0.4, w * 0.4],
        { along: "x" },
      ),
      block(0, -d / 4, w * 0.36, d / 2, [rim, h]),
    ),
  ];
};

/** A fridge, with doors of the given number beside each other. */
export const fridge =
  (columns: number): BodyMaker =>
  (w, h, d) => {
    const front = Math.min(0.08, d / 6);
    return [
      part("lacquer", block(0, -front / 2, w, d - front, [0, h])),
      ...frontOf("metal", {
        w,
        upright: [h * 0.03, h * 0.34],
        z: [d / 2 - front, d / 2],
        columns,
        rows: 1,
        handles: "upright",
      }),
      ...frontOf("metal", {
        w,
        upright: [h * 0.34, h],
        z: [d / 2 - front, d / 2],
        columns,
        rows: 1,
        handles: "upright",
      }),
    ];
  };

/** A chest freezer with its lid. */
export const chestFreezer: BodyMaker = (w, h, d) => {
  const lid = Math.min(0.08, h / 6);
  return [
    part(
      "plastic_black",
      block(0, 0, w * 0.95, d * 0.9, [0, h * 0.04]),
      block(0, -d * 0.02, w * 0.97, d * 0.9, [h - lid * 1.15, h - lid]),
    ),
    part(
      "lacquer",
      block(0, -d * 0.02, w * 0.98, d * 0.94, [h * 0.04, h - lid * 1.15]),
      block(0, 0, w, d * 0.98, [h - lid, h]),
    ),
    part("metal", block(0, d * 0.49, w * 0.2, d * 0.02, [h - lid * 0.7, h - lid * 0.4])),
  ];
};

/** A dishwasher: its door below the strip with the buttons. */
export const dishwasher: BodyMaker = (w, h, d) => {
  const { box, front } = housing(w, h, d);
  return [
    box,
    part(
      "plastic_black",
      block(0, d / 2 - front * 0.7, w * 0.98, front * 0.6, [h * 0.88, h * 0.97]),
    ),
    ...frontOf("lacquer", {
      w,
      upright: [h * 0.1, h * 0.86],
      z: [d / 2 - front, d / 2],
      columns: 1,
      rows: 1,
      handles: "across",
    }),
  ];
};

/** A microwave oven: its window, the door's handle and buttons. */
export const microwave: BodyMaker = (w, h, d) => {
  const front = d * 0.06;
  const z = d / 2 - front;
  return [
    part("metal", block(0, -front / 2, w, d - front, [0, h])),
    part("screen", block(-w * 0.12, z + front * 0.3, w * 0.66, front * 0.6, [h * 0.14, h * 0.86])),
    part(
      "plastic_black",
      block(w * 0.24, z + front / 2, w * 0.03, front, [h * 0.2, h * 0.8]),
      ...times(3, (at) =>
        block(w * 0.38, z + front * 0.2, w * 0.1, front * 0.4, [
          h * (0.2 + at * 0.22),
          h * (0.32 + at * 0.22),
        ]),
      ),
    ),
  ];
};

/** A cooler with bottles behind its glass. */
export const wineCooler: BodyMaker = (w, h, d) => {
  const [door, edge] = [Math.min(0.04, d / 8), Math.min(w, h) * 0.06];
  const depth = d * 0.3;
  const z = d / 2 - door;
  const [columns, rows] = [3, countIn(h, 0.16, 6)];
  const r = Math.min((w - edge * 2) / columns, (h - edge * 2) / rows) * 0.3;
  return [
    part(
      "plastic_black",
      block(0, -(depth + door) / 2, w, d - depth - door, [0, h]),
      ...[-1, 1].map((side) => block((side * (w - edge)) / 2, z - depth / 2, edge, depth, [0, h])),
      block(0, z - depth / 2, w - edge * 2, depth, [0, edge]),
      block(0, z - depth / 2, w - edge * 2, depth, [h - edge, h]),
    ),
    part(
      "dark_wood",
      ...times(columns * rows, (at) => {
        const x = ((w - edge * 2) / columns) * ((at % columns) - 1);
        const y = edge + ((h - edge * 2) / rows) * (Math.floor(at / columns) + 0.5);
        return cylinder([x, y, z - depth], [x, y, z - depth * 0.1], { r, rTo: r * 0.5, sides: 8 });
      }),
    ),
    part("glass", block(0, z + door * 0.3, w, door * 0.6, [0, h])),
    part("metal", block(-w * 0.42, z + door * 0.8, w * 0.03, door * 0.4, [h * 0.3, h * 0.7])),
  ];
};
