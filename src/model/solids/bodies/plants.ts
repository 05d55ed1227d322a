import type { Part } from "../material.ts";
import { moved, turnedAbout } from "../mesh.ts";
import { cylinder, sphere } from "../shapes.ts";
import {
  around,
  block,
  type BodyMaker,
  countIn,
  part,
  times,
  turnedBody,
  type Upright,
} from "./body.ts";

/** A pot with soil in it, wider at its top. */
const potOf = (size: number, high: number): readonly Part[] => [
  part(
    "ceramic",
    turnedBody(0, 0, size, size, [
      [0, 0],
      [0.36, 0],
      [0.5, high],
      [0.44, high],
      [0.42, high * 0.85],
      [0, high * 0.85],
    ]),
  ),
  part(
    "soil",
    turnedBody(0, 0, size, size, [
      [0, high * 0.84],
      [0.42, high * 0.84],
      [0, high * 0.9],
    ]),
  ),
];

/** A plant in a pot: round leaves, in two rows. */
export const plant: BodyMaker = (w, h, d) => {
  const size = Math.min(w, d);
  const low = h * 0.32;
  const leaf = size * 0.17;
  const flat = (h - low) * 0.2;
  return [
    ...potOf(size * 0.55, h * 0.36),
    part("dark_wood", cylinder([0, low, 0], [0, h * 0.8, 0], { r: size * 0.02, sides: 6 })),
    part(
      "leaves",
      sphere([0, h - flat, 0], [leaf * 1.4, flat, leaf * 1.4], 8),
      ...around(4, (cos, sin) =>
        sphere([cos * (size / 2 - leaf), h * 0.56, sin * (size / 2 - leaf)], [leaf, flat, leaf], 8),
      ),
      ...around(5, (cos, sin) =>
        sphere([cos * size * 0.22, h * 0.74, sin * size * 0.22], [leaf * 1.2, flat, leaf * 1.2], 8),
      ),
    ),
  ];
};

/** A palm in a pot: a trunk, and bent leaves that hang down all around. */
export const palm: BodyMaker = (w, h, d) => {
  const r = Math.min(w, d) / 2;
  const [crown, width] = [h * 0.84, Math.min(r * 0.13, h * 0.06)];
  const leaves = times(8, (at) => {
    const rise = at % 2 === 0 ? h * 0.06 : h * 0.16 - width * 0.3;
    const bend = at % 2 === 0 ? 0.55 : 0.45;
    const end = at % 2 === 0 ? r : r * 0.8;
    const drop = at % 2 === 0 ? h * 0.62 : h * 0.8;
    const near = cylinder([0, crown - width, 0], [end * bend, crown + rise - width, 0], {
      r: width * 0.35,
      rTo: width,
      sides: 6,
    });
    const far = cylinder([end * bend, crown + rise - width, 0], [end, drop, 0], {
      r: width,
      rTo: 0,
      sides: 6,
    });
    return [near, far].map((mesh) => turnedAbout(mesh, "y", at * 45));
  });
  return [
    ...potOf(r * 0.6, h * 0.2),
    part(
      "wood",
      cylinder([0, h * 0.15, 0], [0, crown, 0], { r: r * 0.08, rTo: r * 0.05, sides: 8 }),
    ),
    part("leaves", ...leaves.flat()),
  ];
};

/** A crown of balls around the middle, from one height to the top. */
const crownOf = (w: number, d: number, low: number, high: number): Part => {
  const tall = high - low;
  return part(
    "leaves",
    sphere([0, high - tall * 0.35, 0], [w * 0.34, tall * 0.35, d * 0.34], 12),
    ...around(6, (cos, sin) =>
      sphere(
        [cos * w * 0.28, low + tall * (cos > 0.4 ? 0.42 : 0.34), sin * d * 0.28],
        [w * 0.22, tall * 0.34, d * 0.257],
        8,
      ),
    ),
  );
};

/** A broad-leaved tree. */
export const tree: BodyMaker = (w, h, d) => [
  part(
    "dark_wood",
    cylinder([0, 0, 0], [0, h * 0.55, 0], {
      r: Math.min(w, d, h) * 0.05,
      rTo: Math.min(w, d, h) * 0.03,
      sides: 8,
    }),
  ),
  crownOf(w, d, h * 0.3, h),
];

/** A needle tree: cones above each other. */
export const conifer: BodyMaker = (w, h, d) => {
  const cones = times(4, (at) => {
    const low = h * (0.12 + at * 0.2);
    const size = 1 - at * 0.22;
    return turnedBody(
      0,
      0,
      w * size,
      d * size,
      [
        [0, low],
        [0.5, low],
        [0, Math.min(h, low + h * 0.4)],
      ],
      16,
    );
  });
  const r = Math.min(w, d) * 0.05;
  return [
    part("dark_wood", cylinder([0, 0, 0], [0, h * 0.2, 0], { r, sides: 8 })),
    part("leaves", ...cones),
  ];
};

/** A shrub, from the ground. */
export const shrub: BodyMaker = (w, h, d) => [crownOf(w, d, 0, h)];

/** A hedge, clipped. */
export const hedge: BodyMaker = (w, h, d) => {
  const count = countIn(w, Math.max(d, 0.4), 12);
  return [
    part(
      "leaves",
      block(0, 0, w * 0.98, d * 0.9, [0, h * 0.96]),
      ...times(count, (at) => {
        const wide = w / count;
        const out = at % 2 === 0 ? 1 : 0.96;
        return block(-w / 2 + wide * (at + 0.5), 0, wide, d * out, [
          h * 0.06,
          h * (1.96 - out) - h * 0.04 + h * (out - 0.96),
        ]);
      }),
    ),
  ];
};

/** Flowers in rows on stems, so far apart in metres, between two heights. */
const flowersIn = (w: number, d: number, [low, high]: Upright, apart: number): readonly Part[] => {
  const [columns, rows] = [countIn(w, apart, 7), countIn(d, apart, 4)];
  const size = Math.min(w / columns, d / rows) * 0.7;
  const bloom = Math.min(size * 0.32, (high - low) * 0.2);
  const places = times(columns * rows, (at) => {
    const x = -w / 2 + (w * ((at % columns) + 0.5)) / columns;
    const z = -d / 2 + (d * (Math.floor(at / columns) + 0.5)) / rows;
    return [x, z, high - (at % 3) * (high - low) * 0.12] as const;
  });
  return [
    part(
      "leaves",
      ...places.map(([x, z, top]) =>
        moved(cylinder([0, low, 0], [0, top - bloom, 0], { r: 0, rTo: size * 0.45, sides: 6 }), [
          x,
          0,
          z,
        ]),
      ),
    ),
    part(
      "flowers",
      ...places.map(([x, z, top]) =>
        sphere([x, top - bloom, z], [size * 0.32, bloom, size * 0.32], 6),
      ),
    ),
  ];
};

/** A bed of flowers. */
export const flowerBed: BodyMaker = (w, h, d) => {
  const soil = h * 0.25;
  return [
    part(
      "soil",
      turnedBody(
        0,
        0,
        w,
        d,
        [
          [0, 0],
          [0.5, 0],
          [0.44, soil],
          [0, soil],
        ],
        24,
      ),
    ),
    ...flowersIn(w * 0.72, d * 0.7, [soil * 0.9, h], 0.22),
  ];
};

/** A box with flowers. */
export const planter: BodyMaker = (w, h, d) => {
  const [high, edge] = [h * 0.6, Math.min(0.04, w / 8, d / 8)];
  const soil = high * 0.9;
  return [
    part(
      "wood",
      block(0, (edge - d) / 2, w, edge, [0, high]),
      block(0, (d - edge) / 2, w, edge, [0, high]),
      block((edge - w) / 2, 0, edge, d - edge * 2, [0, high]),
      block((w - edge) / 2, 0, edge, d - edge * 2, [0, high]),
    ),
    part("soil", block(0, 0, w - edge * 2, d - edge * 2, [0, soil])),
    ...flowersIn(w - edge * 3, d - edge * 3, [soil * 0.9, h], 0.16),
  ];
};
