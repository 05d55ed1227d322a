import type { Point } from "../../geometry/vector.ts";
import type { Mesh, Vector } from "../mesh.ts";
import { prism } from "../prism.ts";
import { hollow } from "./basins.ts";
import { around, bar, block, type BodyMaker, countIn, part, times, turnedBody } from "./body.ts";
import { oval, rectangle } from "./outlines.ts";

/** A pool in the ground: its edge, and the water with steps at the left. */
export const pool: BodyMaker = (w, h, d) => {
  const rim = Math.min(0.25, w / 8, d / 8);
  const [wide, deep] = [w - rim * 2, d - rim * 2];
  const water = h * 0.6;
  const steps = times(3, (at) => {
    const each = Math.min(0.3, wide / 10);
    return block(-wide / 2 + each * (3 - at) * 0.5, 0, each * (3 - at), deep * 0.6, [
      water * (0.4 + at * 0.2),
      water * (0.6 + at * 0.2),
    ]);
  });
  return [
    part(
      "stone",
      ...hollow(rectangle(0, 0, w, d), rectangle(0, 0, wide, deep), [0, h], h * 0.2),
      ...steps,
    ),
    part("water", block(0, 0, wide, deep, [h * 0.2, water * 1.1])),
  ];
};

/** A box with sand, and boards to sit on. */
export const sandpit: BodyMaker = (w, h, d) => {
  const edge = Math.min(0.2, w / 6, d / 6);
  const rim = edge * 0.2;
  const inner = rectangle(0, 0, w - edge * 2, d - edge * 2);
  return [
    part(
      "wood",
      prism(rectangle(0, 0, w - rim, d - rim), [0, h * 0.85], { holes: [inner] }),
      prism(rectangle(0, 0, w, d), [h * 0.85, h], { holes: [inner] }),
    ),
    part(
      "sand",
      prism(inner, [0, h * 0.6]),
      turnedBody(
        w * 0.1,
        -d * 0.05,
        w * 0.4,
        d * 0.36,
        [
          [0, h * 0.59],
          [0.5, h * 0.59],
          [0.2, h * 0.8],
          [0, h * 0.85],
        ],
        12,
      ),
    ),
  ];
};

/** A trampoline on legs: its mat within a padded ring. */
export const trampoline: BodyMaker = (w, h, d) => {
  const r = Math.min(w, d) * 0.015;
  return [
    part(
      "dark_metal",
      ...around(6, (cos, sin) =>
        bar([cos * w * 0.46, 0, sin * d * 0.46], [cos * w * 0.46, h * 0.9, sin * d * 0.46], r, 6),
      ),
    ),
    part(
      "paint",
      prism(oval(0, 0, w, d, 24), [h * 0.88, h], { holes: [oval(0, 0, w * 0.84, d * 0.84, 24)] }),
    ),
    part("plastic_black", prism(oval(0, 0, w * 0.84, d * 0.84, 24), [h * 0.9, h * 0.94])),
  ];
};

/** A frame with two swings. */
export const swingSet: BodyMaker = (w, h, d) => {
  const r = Math.min(0.05, w / 30, d / 20, h / 20);
  const [top, seat] = [h - r, h * 0.24];
  const x = w / 2 - r;
  const rope = r * 0.2;
  const foot = (r * 0.9 * d) / Math.hypot(d, h * 2);
  return [
    part(
      "wood",
      bar([-w / 2, top, 0], [w / 2, top, 0], r),
      ...[-1, 1].flatMap((side) =>
        [-1, 1].map((down) =>
          bar([side * x, foot, down * (d / 2 - r)], [side * x, top, 0], r * 0.9),
        ),
      ),
    ),
    part(
      "metal",
      ...[-1, 1].flatMap((side) =>
        [-1, 1].map((by): Mesh =>
          bar(
            [side * w * 0.25 + by * w * 0.08, seat, 0],
            [side * w * 0.25 + by * w * 0.08, top, 0],
            rope,
            4,
          ),
        ),
      ),
    ),
    part(
      "paint",
      ...[-1, 1].map((side) =>
        block(side * w * 0.25, 0, w * 0.18, d * 0.1, [seat - h * 0.01, seat + h * 0.01]),
      ),
    ),
  ];
};

/** The outline of a gable: walls to their height, and the roof over them to its ridge; along `z` and `y`. */
const gable = (d: number, [low, walls, ridge]: Vector, over: number): readonly Point[] => [
  [-d / 2 + over, low],
  [d / 2 - over, low],
  [d / 2 - over, walls],
  [0, ridge],
  [-d / 2 + over, walls],
];

/** A shed of boards under its roof, whose ridge runs across, with the door in front. */
export const shed: BodyMaker = (w, h, d) => {
  const [walls, roof, over] = [h * 0.76, h * 0.05, Math.min(0.08, w / 16, d / 16)];
  const z = d / 2 - over;
  return [
    part(
      "wood",
      prism(gable(d, [0, walls, h - roof], over), [-w / 2 + over, w / 2 - over], { along: "x" }),
    ),
    part(
      "dark_metal",
      prism(
        [
          [-d / 2, walls - roof],
          [0, h - roof],
          [d / 2, walls - roof],
          [d / 2, walls],
          [0, h],
          [-d / 2, walls],
        ],
        [-w / 2, w / 2],
        { along: "x" },
      ),
    ),
    part(
      "dark_wood",
      block(w * 0.1, z + over * 0.2, w * 0.36, over * 0.4, [h * 0.02, walls * 0.94]),
    ),
    part(
      "glass",
      block(-w * 0.26, z + over * 0.2, w * 0.22, over * 0.4, [walls * 0.5, walls * 0.8]),
    ),
    part(
      "metal",
      block(w * 0.24, z + over * 0.5, w * 0.02, over * 0.4, [walls * 0.44, walls * 0.52]),
    ),
  ];
};

/** A greenhouse: panes on a frame, whose ridge runs across. */
export const greenhouse: BodyMaker = (w, h, d) => {
  const [walls, r] = [h * 0.66, Math.min(0.025, w / 30, d / 30, h / 30)];
  const count = countIn(w, 0.6, 8);
  const [top, x, z] = [h - r, w / 2 - r, d / 2 - r];
  return [
    part(
      "metal",
      ...times(count + 1, (at) => {
        const place = -x + (2 * x * at) / count;
        return [-1, 1].flatMap((side) => [
          bar([place, 0, side * z], [place, walls, side * z], r, 4),
          bar([place, walls, side * z], [place, top, 0], r, 4),
        ]);
      }).flat(),
      ...[-1, 1].map((side) => bar([-x, walls, side * z], [x, walls, side * z], r, 4)),
      bar([-x, top, 0], [x, top, 0], r, 4),
      ...[-1, 1].map((side) => block(side * x, 0, r, z * 2, [0, h * 0.05])),
    ),
    part(
      "glass",
      prism(gable(d, [0, walls, h - r * 2], r), [-w / 2 + r, w / 2 - r], { along: "x" }),
    ),
    part("soil", block(0, -d * 0.28, w * 0.84, d * 0.3, [0, h * 0.08])),
    part(
      "leaves",
      ...times(4, (at) =>
        turnedBody(
          w * 0.22 * (at - 1.5),
          -d * 0.28,
          w * 0.18,
          d * 0.24,
          [
            [0, h * 0.07],
            [0.5, h * 0.16],
            [0, h * 0.34],
          ],
          8,
        ),
      ),
    ),
  ];
};

/** A dryer on its post with four arms and its lines. */
export const rotaryDryer: BodyMaker = (w, h, d) => {
  const r = Math.min(w, d) * 0.012;
  const [top, mid] = [h - r, h * 0.72];
  const corners: readonly Point[] = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ];
  const at = ([x, z]: Point, far: number): Vector => [
    x * (w / 2 - r * 0.8) * far,
    mid + (top - mid) * far,
    z * (d / 2 - r * 0.8) * far,
  ];
  return [
    part(
      "metal",
      bar([0, 0, 0], [0, h * 0.9, 0], r * 1.8),
      ...corners.map((corner) => bar(at(corner, 0), at(corner, 1), r, 6)),
    ),
    part(
      "plastic_white",
      ...[0.4, 0.6, 0.8, 0.98].flatMap((far) =>
        corners.map((corner, index) =>
          bar(at(corner, far), at(corners[(index + 1) % 4] ?? corner, far), r * 0.3, 4),
        ),
      ),
    ),
  ];
};
