import type { Point } from "../../geometry/vector.ts";
import { prism } from "../prism.ts";
import { cylinder, sphere } from "../shapes.ts";
import {
  around,
  bar,
  block,
  type BodiesOf,
  type BodyMaker,
  countIn,
  drum,
  pad,
  part,
  times,
  turnedBody,
} from "./body.ts";
import { drumMachine, dryingRack, ironingBoard, laundryBasket, utilitySink } from "./laundry.ts";

/** A radiator before the wall, with its elements and the valve at the right. */
const heater: BodyMaker = (w, h, d) => {
  const count = countIn(w, 0.08, 24);
  const valve = Math.min(0.06, w / 10);
  const wide = w - valve;
  const each = wide / count;
  const r = Math.min(valve * 0.4, d * 0.3, h * 0.08);
  return [
    part(
      "lacquer",
      ...times(count, (at) => block(-w / 2 + each * (at + 0.5), 0, each * 0.8, d, [0, h])),
      block(-valve / 2, 0, wide, d * 0.5, [h * 0.06, h * 0.14]),
      block(-valve / 2, 0, wide, d * 0.5, [h * 0.86, h * 0.94]),
    ),
    part(
      "plastic_white",
      cylinder([w / 2 - valve, h * 0.9, 0], [w / 2, h * 0.9, 0], { r, sides: 10 }),
    ),
  ];
};

/** A boiler on the wall, with its display and pipes below. */
const boiler: BodyMaker = (w, h, d) => {
  const front = d * 0.04;
  const r = Math.min(0.02, w / 20, d / 20);
  return [
    part("plastic_white", pad(0, -front / 2, w, d - front, [h * 0.12, h], 0.04)),
    part("screen", block(0, d / 2 - front * 0.8, w * 0.3, front * 1.6, [h * 0.24, h * 0.34])),
    part(
      "metal",
      ...times(4, (at) =>
        bar([w * (at - 1.5) * 0.2, 0, 0], [w * (at - 1.5) * 0.2, h * 0.14, 0], r),
      ),
    ),
  ];
};

const waterTank: BodyMaker = (w, h, d) => {
  const size = Math.min(w, d);
  return [
    part(
      "plastic_white",
      turnedBody(
        0,
        0,
        size,
        size,
        [
          [0, h * 0.04],
          [0.5, h * 0.04],
          [0.5, h * 0.86],
          [0.4, h * 0.93],
          [0.2, h * 0.97],
          [0, h * 0.97],
        ],
        24,
      ),
    ),
    part("plastic_black", drum(0, 0, size * 0.9, size * 0.9, [0, h * 0.04], 20)),
    part(
      "metal",
      drum(0, 0, size * 0.1, size * 0.1, [h * 0.95, h], 8),
      cylinder([0, h * 0.7, size * 0.45], [0, h * 0.7, size * 0.499], { r: size * 0.06 }),
    ),
  ];
};

/** The unit outside with its fan, at the left. */
const heatPump: BodyMaker = (w, h, d) => {
  const [front, foot] = [Math.min(0.03, d / 8), h * 0.06];
  const r = Math.min(w * 0.3, (h - foot) * 0.42);
  const [x, y, z] = [-w / 2 + r + w * 0.05, (h + foot) / 2, d / 2 - front];
  return [
    part("lacquer", block(0, -front / 2, w, d - front, [foot, h])),
    part(
      "plastic_black",
      ...[-1, 1].map((side) => block(side * w * 0.36, 0, w * 0.1, d, [0, foot])),
      cylinder([x, y, z], [x, y, z + front * 0.3], { r, sides: 24 }),
    ),
    part(
      "metal",
      ...around(4, (cos, sin) =>
        bar(
          [x, y, z + front * 0.6],
          [x + cos * r * 0.9, y + sin * r * 0.9, z + front * 0.6],
          front * 0.3,
          4,
        ),
      ),
      cylinder([x, y, z + front * 0.3], [x, y, z + front], { r: r * 0.25 }),
    ),
    part(
      "plastic_black",
      ...times(5, (at) =>
        block(w * 0.36, z + front * 0.2, w * 0.2, front * 0.4, [
          foot + (h - foot) * (0.16 + at * 0.15),
          foot + (h - foot) * (0.2 + at * 0.15),
        ]),
      ),
    ),
  ];
};

/** A flat box with its door and the sign of electricity. */
const fuseBox: BodyMaker = (w, h, d) => {
  const front = Math.min(0.02, d / 6);
  const z = d / 2;
  const sign: readonly Point[] = [
    [w * 0.06, h * 0.62],
    [-w * 0.08, h * 0.48],
    [-w * 0.01, h * 0.48],
    [-w * 0.05, h * 0.36],
    [w * 0.08, h * 0.52],
    [w * 0.01, h * 0.52],
  ];
  return [
    part(
      "metal",
      block(0, -front / 2, w, d - front, [0, h]),
      block(0, z - front * 0.7, w * 0.92, front * 0.6, [h * 0.04, h * 0.96]),
    ),
    part("paint", prism(sign, [z - front * 0.4, z], { along: "z" })),
  ];
};

/** A bin with a lid that a foot opens. */
const wasteBin: BodyMaker = (w, h, d) => {
  const size = Math.min(w, d);
  return [
    part(
      "metal",
      turnedBody(
        0,
        0,
        size,
        size,
        [
          [0, h * 0.04],
          [0.42, h * 0.04],
          [0.48, h * 0.8],
          [0, h * 0.8],
        ],
        20,
      ),
    ),
    part(
      "plastic_black",
      turnedBody(
        0,
        0,
        size,
        size,
        [
          [0, h * 0.8],
          [0.5, h * 0.8],
          [0.5, h * 0.86],
          [0.34, h * 0.96],
          [0, h],
        ],
        20,
      ),
      drum(0, 0, size * 0.86, size * 0.86, [0, h * 0.04], 20),
      block(0, size * 0.45, size * 0.16, size * 0.1, [h * 0.02, h * 0.05]),
    ),
  ];
};

/** A flat round robot with the tower of its sensor. */
const robot: BodyMaker = (w, h, d) => {
  const size = Math.min(w, d);
  return [
    part("plastic_black", drum(0, 0, size * 0.92, size * 0.92, [0, h * 0.12], 24)),
    part(
      "plastic_white",
      turnedBody(
        0,
        0,
        size,
        size,
        [
          [0, h * 0.12],
          [0.5, h * 0.12],
          [0.5, h * 0.7],
          [0.47, h * 0.8],
          [0, h * 0.8],
        ],
        28,
      ),
    ),
    part("metal", drum(0, -size * 0.1, size * 0.28, size * 0.28, [h * 0.8, h], 16)),
    part("light", sphere([0, h * 0.8, size * 0.3], [size * 0.04, h * 0.05, size * 0.04], 8)),
  ];
};

/** Bodies for utility rooms and machines. */
export const household: BodiesOf<"household"> = {
  washing_machine: drumMachine("glass"),
  tumble_dryer: drumMachine("white"),
  utility_sink: utilitySink,
  ironing_board: ironingBoard,
  drying_rack: dryingRack,
  laundry_basket: laundryBasket,
  heater,
  boiler,
  water_tank: waterTank,
  heat_pump: heatPump,
  fuse_box: fuseBox,
  waste_bin: wasteBin,
  robot_vacuum: robot,
};
