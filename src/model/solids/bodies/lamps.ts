import type { Point } from "../../geometry/vector.ts";
import { prism } from "../prism.ts";
import { cylinder } from "../shapes.ts";
import {
  bar,
  block,
  type BodiesOf,
  type BodyMaker,
  drum,
  part,
  times,
  turnedBody,
} from "./body.ts";

/** A lamp at the ceiling: a bowl of glass that shines. */
export const ceilingLamp: BodyMaker = (w, h, d) => {
  const size = Math.min(w, d);
  return [
    part("metal", drum(0, 0, size * 0.7, size * 0.7, [h * 0.85, h], 20)),
    part(
      "light",
      turnedBody(
        0,
        0,
        size,
        size,
        [
          [0, 0],
          [0.24, h * 0.08],
          [0.42, h * 0.34],
          [0.5, h * 0.7],
          [0.5, h * 0.85],
          [0, h * 0.85],
        ],
        24,
      ),
    ),
  ];
};

/** A shade that is open below, with the bulb in it, between two heights. */
const shade = (size: number, low: number, high: number, narrow: number): ReturnType<BodyMaker> => {
  const tall = high - low;
  return [
    part(
      "linen",
      turnedBody(
        0,
        0,
        size,
        size,
        [
          [0.48, low],
          [0.5, low],
          [narrow, high],
          [0, high],
          [0, high - tall * 0.06],
          [narrow * 0.94, high - tall * 0.06],
          [0.48, low],
        ],
        20,
      ),
    ),
    part(
      "light",
      turnedBody(
        0,
        0,
        size * 0.4,
        size * 0.4,
        [
          [0, low + tall * 0.15],
          [0.35, low + tall * 0.25],
          [0.5, low + tall * 0.45],
          [0.3, low + tall * 0.7],
          [0, low + tall * 0.8],
        ],
        12,
      ),
    ),
  ];
};

/** A shade on a cord. */
const pendant: BodyMaker = (w, h, d) => {
  const size = Math.min(w, d);
  const high = Math.min(h * 0.6, size * 0.75);
  return [
    ...shade(size, 0, high, 0.16),
    part(
      "dark_metal",
      bar([0, high, 0], [0, h, 0], Math.min(0.006, size / 20), 6),
      drum(0, 0, size * 0.25, size * 0.25, [h * 0.97, h], 12),
    ),
  ];
};

/** A shade above three legs. */
const floorLamp: BodyMaker = (w, h, d) => {
  const size = Math.min(w, d);
  const low = h - Math.min(h * 0.3, size * 0.8);
  const r = Math.min(0.015, size / 12, h / 12);
  const top = low + (h - low) * 0.1;
  return [
    ...shade(size * 0.96, low, h, 0.36),
    part(
      "wood",
      ...times(3, (at) => {
        const angle = (at * 2 * Math.PI) / 3 + Math.PI / 2;
        const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
        const far = size / 2 - r;
        return cylinder([cos * far, r * 0.05, sin * far], [cos * r, top, sin * r], {
          r: r * 0.5,
          rTo: r,
        });
      }),
    ),
  ];
};

/** A shade above a foot. */
const tableLamp: BodyMaker = (w, h, d) => {
  const size = Math.min(w, d);
  const low = h * 0.48;
  return [
    ...shade(size, low, h, 0.3),
    part(
      "ceramic",
      turnedBody(
        0,
        0,
        size * 0.5,
        size * 0.5,
        [
          [0, 0],
          [0.4, 0],
          [0.5, h * 0.1],
          [0.42, h * 0.26],
          [0.12, h * 0.42],
          [0.12, low + h * 0.12],
          [0, low + h * 0.12],
        ],
        16,
      ),
    ),
  ];
};

/** A half shade at the wall at its back. */
const wallLamp: BodyMaker = (w, h, d) => {
  const back = Math.min(0.02, d / 6);
  const half = (far: number): readonly Point[] =>
    times(13, (at): Point => {
      const angle = (at * Math.PI) / 12;
      return [(Math.cos(angle) * w * far) / 2, -d / 2 + back + Math.sin(angle) * (d - back) * far];
    });
  return [
    part("metal", block(0, (back - d) / 2, w * 0.6, back, [h * 0.2, h * 0.8])),
    part("linen", prism(half(1), [0, h * 0.94])),
    part("light", prism(half(0.86), [h * 0.94, h])),
  ];
};

/** A panel in the ceiling, which shines below. */
const panel: BodyMaker = (w, h, d) => [
  part("metal", block(0, 0, w, d, [h * 0.3, h])),
  part("light", block(0, 0, w * 0.92, d * 0.92, [0, h * 0.3])),
];

/** A long lamp. */
const linear: BodyMaker = (w, h, d) => [
  part("metal", block(0, 0, w, d, [h * 0.4, h])),
  part("light", block(0, 0, w * 0.98, d * 0.8, [0, h * 0.4])),
];

/** A light strip. */
const strip: BodyMaker = (w, h, d) => [
  part("plastic_white", block(0, 0, w, d, [h * 0.4, h])),
  part("light", block(0, 0, w, d * 0.6, [0, h * 0.4])),
];

/** A lamp in a housing that is open at its front, to which it shines, below its mount. */
const spot: BodyMaker = (w, h, d) => {
  const size = Math.min(w, d);
  const r = Math.min(h * 0.4, size * 0.4);
  const y = Math.min(h * 0.42, r);
  return [
    part(
      "dark_metal",
      drum(0, 0, size, size, [h * 0.92, h], 16),
      bar([0, y, 0], [0, h * 0.92, 0], size * 0.05),
      cylinder([0, y, -size / 2], [0, y, size * 0.44], { r: r * 0.55, rTo: r, sides: 16 }),
    ),
    part("light", cylinder([0, y, size * 0.44], [0, y, size / 2], { r: r * 0.88, sides: 16 })),
  ];
};

/** Bodies of lamps. */
export const lamps: BodiesOf<"lamps"> = {
  lamp_ceiling: ceilingLamp,
  lamp_pendant: pendant,
  lamp_floor: floorLamp,
  lamp_table: tableLamp,
  lamp_wall: wallLamp,
  lamp_panel: panel,
  lamp_spot: spot,
  lamp_linear: linear,
  led_strip: strip,
};
