import type { Point } from "../../geometry/vector.ts";
import type { Part } from "../material.ts";
import type { Mesh } from "../mesh.ts";
import { prism } from "../prism.ts";
import { hollow } from "./basins.ts";
import {
  block,
  type BodiesOf,
  type BodyMaker,
  countIn,
  drum,
  part,
  times,
  type Upright,
} from "./body.ts";
import { rectangle } from "./outlines.ts";

/** Depth of a tread, in metres, as the symbols have it. */
const tread = 0.27;

/** The most steps of one flight; longer ones have deeper treads. */
const mostSteps = 24;

/** How many steps a flight of a length has, at least two. */
const stepsIn = (length: number): number => Math.max(2, countIn(length, tread, mostSteps));

/** How far the body of a flight hangs below its steps, as a part of the rise of one step. */
const belowStep = 2;

/** Steps of an outline each, one above the other from the first height on, each as high as the rise says. */
const stepsOf = (
  outlines: readonly (readonly Point[])[],
  from: number,
  rise: number,
): readonly Mesh[] =>
  outlines.map((outline, at) => {
    const top = from + rise * (at + 1);
    return prism(outline, [Math.max(0, top - rise * belowStep), top]);
  });

/** Outlines of the treads of a flight along `x`, from one end to the other, in a band of `z`. */
const alongX = (
  from: number,
  to: number,
  count: number,
  [near, far]: Upright,
): readonly (readonly Point[])[] =>
  times(count, (at) => {
    const [start, end] = [
      from + ((to - from) * at) / count,
      from + ((to - from) * (at + 1)) / count,
    ];
    return rectangle((start + end) / 2, (near + far) / 2, Math.abs(end - start), far - near);
  });

/** The same along `z`, in a band of `x`. */
const alongZ = (
  from: number,
  to: number,
  count: number,
  band: Upright,
): readonly (readonly Point[])[] =>
  alongX(from, to, count, band).map((outline) => outline.map(([x, z]): Point => [z, x]));

/** A straight flight up to the right. */
const straight: BodyMaker = (w, h, d) => {
  const count = stepsIn(w);
  return [part("wood", ...stepsOf(alongX(-w / 2, w / 2, count, [-d / 2, d / 2]), 0, h / count))];
};

/** The width of both flights of stairs around a corner. */
const cornerFlight = (w: number, d: number): number => Math.min(0.95, w * 0.45, d * 0.45);

/** Two flights at a right angle with a landing in the corner: from the right at the bottom, up at the left. */
const lShaped: BodyMaker = (w, h, d) => {
  const wide = cornerFlight(w, d);
  const [left, inner] = [-w / 2 + wide, d / 2 - wide];
  const [first, second] = [stepsIn(w - wide), stepsIn(d - wide)];
  const outlines = [
    ...alongX(w / 2, left, first, [inner, d / 2]),
    rectangle(left - wide / 2, inner + wide / 2, wide, wide),
    ...alongZ(inner, -d / 2, second, [-w / 2, left]),
  ];
  return [part("wood", ...stepsOf(outlines, 0, h / outlines.length))];
};

/** Two flights beside each other with a landing at the right: in front to the right, at the back up to the left. */
const uShaped: BodyMaker = (w, h, d) => {
  const wide = Math.min(d * 0.48, 1.1);
  const end = w / 2 - Math.min(wide, w / 3);
  const count = stepsIn(end + w / 2);
  const outlines = [
    ...alongX(-w / 2, end, count, [d / 2 - wide, d / 2]),
    rectangle((end + w / 2) / 2, 0, w / 2 - end, d),
    ...alongX(end, -w / 2, count, [-d / 2, -d / 2 + wide]),
  ];
  return [part("wood", ...stepsOf(outlines, 0, h / outlines.length))];
};

/** Two flights at a right angle whose steps turn around the corner, by 30° each. */
const winder: BodyMaker = (w, h, d) => {
  const wide = cornerFlight(w, d);
  const [left, inner] = [-w / 2 + wide, d / 2 - wide];
  const third = wide * Math.tan(Math.PI / 6);
  const [first, second] = [stepsIn(w - wide), stepsIn(d - wide)];
  const outlines: readonly (readonly Point[])[] = [
    ...alongX(w / 2, left, first, [inner, d / 2]),
    [
      [left, inner],
      [left, d / 2],
      [left - third, d / 2],
    ],
    [
      [left, inner],
      [left - third, d / 2],
      [-w / 2, d / 2],
      [-w / 2, inner + third],
    ],
    [
      [left, inner],
      [-w / 2, inner + third],
      [-w / 2, inner],
    ],
    ...alongZ(inner, -d / 2, second, [-w / 2, left]),
  ];
  return [part("wood", ...stepsOf(outlines, 0, h / outlines.length))];
};

/** A point around the middle, by its direction in degrees and how far away it is. */
const onCircle = (degrees: number, far: number): Point => {
  const angle = (degrees * Math.PI) / 180;
  return [Math.cos(angle) * far, Math.sin(angle) * far];
};

/** Steps around a post, clockwise up as seen from above. */
const spiral: BodyMaker = (w, h, d) => {
  const r = Math.min(w, d) / 2;
  const post = Math.min(0.09, r / 5);
  const [steps, first, last] = [12, 30, 360];
  const wide = (last - first) / steps;
  const thick = Math.min(0.05, h / steps / 3);
  return [
    part("dark_metal", drum(0, 0, post * 2, post * 2, [0, h], 12)),
    part(
      "wood",
      ...times(steps, (at) => {
        const [from, to] = [first + wide * at, first + wide * (at + 1)];
        const top = (h * (at + 1)) / steps;
        const outline = [
          onCircle(from, post * 0.8),
          onCircle(from, r),
          onCircle((from + to) / 2, r),
          onCircle(to, r),
          onCircle(to, post * 0.8),
        ];
        return prism(outline, [top - thick, top]);
      }),
    ),
  ];
};

/** A ladder up to the hatch, which is a frame at the top. */
const loftLadder: BodyMaker = (w, h, d) => {
  const rungs = countIn(h, 0.28, 16);
  const [size, frame] = [Math.min(0.05, d / 10, w / 10), Math.min(0.06, h / 8)];
  const z = d * 0.25;
  const side = (at: number): Mesh =>
    prism(
      [
        [-w / 2, 0],
        [-w / 2 + size, 0],
        [w / 2 - size, h - frame],
        [w / 2 - size * 2, h - frame],
      ],
      [at - size / 2, at + size / 2],
      { along: "z" },
    );
  return [
    part(
      "wood",
      side(-z),
      side(z),
      ...times(rungs, (at) => {
        const along = (at + 0.5) / rungs;
        return block(-w / 2 + size + (w - size * 3) * along, 0, size * 2, z * 2, [
          (h - frame) * along,
          (h - frame) * along + size * 0.5,
        ]);
      }),
      prism(rectangle(0, 0, w, d), [h - frame, h], {
        holes: [rectangle(0, 0, w - size * 2, d - size * 2)],
      }),
    ),
  ];
};

/** A ramp that rises to the right. */
const ramp: BodyMaker = (w, h, d) => [
  part(
    "stone",
    prism(
      [
        [-w / 2, 0],
        [w / 2, 0],
        [w / 2, h],
      ],
      [-d / 2, d / 2],
      { along: "z" },
    ),
  ),
];

/** A lift: its shaft, with two doors in front. */
const lift: BodyMaker = (w, h, d) => {
  const front = Math.min(0.08, d / 8);
  const z = d / 2 - front / 2;
  const door = Math.min(2.1, h * 0.85);
  const gap = Math.min(0.01, w / 40);
  return [
    part(
      "wall",
      block(0, -front / 2, w, d - front, [0, h]),
      ...[-1, 1].map((side) => block(side * w * 0.39, z, w * 0.22, front, [0, h])),
      block(0, z, w * 0.56, front, [door, h]),
    ),
    part(
      "metal",
      ...[-1, 1].map((side) =>
        block((side * w * 0.56) / 4, z - front / 4, w * 0.28 - gap, front / 2, [0, door]),
      ),
    ),
    part(
      "light",
      block(w * 0.34, d / 2 - front * 0.02, w * 0.03, front * 0.04, [door * 0.5, door * 0.55]),
    ),
  ];
};

/** A round column. */
const column: BodyMaker = (w, h, d) => {
  const size = Math.min(w, d);
  return [part("wall", drum(0, 0, size, size, [0, h], 24))];
};

const squareColumn: BodyMaker = (w, h, d) => [part("wall", block(0, 0, w, d, [0, h]))];

/** A chimney with its flue. */
const chimney: BodyMaker = (w, h, d) => [
  part(
    "brick",
    ...hollow(rectangle(0, 0, w, d), rectangle(0, 0, w * 0.5, d * 0.5), [0, h], h * 0.9),
  ),
];

/** A window in the roof: its frame and its glass. */
const skylight: BodyMaker = (w, h, d): readonly Part[] => {
  const rim = Math.min(0.07, w / 6, d / 6);
  return [
    part(
      "wood",
      prism(rectangle(0, 0, w, d), [0, h], { holes: [rectangle(0, 0, w - rim * 2, d - rim * 2)] }),
    ),
    part("glass", block(0, 0, w - rim * 2, d - rim * 2, [h * 0.4, h * 0.6])),
  ];
};

/** Bodies of stairs and parts of the building. */
export const stairs: BodiesOf<"stairs"> = {
  stairs: straight,
  l_stairs: lShaped,
  u_stairs: uShaped,
  winder_stairs: winder,
  spiral_stairs: spiral,
  loft_ladder: loftLadder,
  ramp,
  lift,
  column,
  square_column: squareColumn,
  chimney,
  skylight,
};
