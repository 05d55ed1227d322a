import { prism } from "../prism.ts";
import {
  chestFreezer,
  cooker,
  dishwasher,
  fridge,
  hood,
  microwave,
  wineCooler,
} from "./appliances.ts";
import { block, type BodiesOf, type BodyMaker, part } from "./body.ts";
import { cabinet } from "./cabinets.ts";
import { aroundCorner } from "./outlines.ts";
import { placed } from "./tables.ts";
import { boardOf, hobAt, hobHeight, units, worktop } from "./worktops.ts";

/** Kitchen units: a sink at the left and a hob at the right, as far as there is space for them. */
const kitchen: BodyMaker = (w, h, d) => {
  const x = w > 0.9 ? w / 2 - 0.5 : 0;
  const side = Math.min(0.56, w * 0.9);
  const sink = w > 1.3 ? [{ x: -w / 2 + 0.34, z: d * 0.04, w: 0.42, d: d * 0.6 }] : [];
  return [
    ...worktop([w, h, d], sink, h - hobHeight(h)),
    ...hobAt({ x, z: -d * 0.03, w: side, d: d * 0.76 }, h),
  ];
};

const counter: BodyMaker = (w, h, d) => worktop([w, h, d], []);

/** A worktop around a corner, at the back and at the left. */
const cornerCounter: BodyMaker = (w, h, d) => {
  const deep = Math.min(0.6, w * 0.67, d * 0.67);
  return [
    part("plastic_black", prism(aroundCorner(w * 0.98, d * 0.98, deep * 0.86), [0, h * 0.1])),
    part("lacquer", prism(aroundCorner(w, d, deep * 0.94), [h * 0.1, h - boardOf(h)])),
    part("stone", prism(aroundCorner(w, d, deep), [h - boardOf(h), h])),
  ];
};

/** A block in the middle of a kitchen, with a hob at its back, and a worktop to sit at in front. */
const island: BodyMaker = (w, h, d) => {
  const side = Math.min(0.56, d * 0.62);
  const over = Math.min(0.24, d / 4);
  return [
    ...placed(units(w * 0.98, h, d - over, []), [0, -over / 2], 180),
    part("stone", block(0, 0, w, d, [h - boardOf(h), h - hobHeight(h)])),
    ...hobAt({ x: -w / 5, z: -d * 0.42 + side / 2, w: Math.min(0.6, w / 2.5), d: side }, h),
  ];
};

/** A sink at the left of a worktop. */
const sinkUnit: BodyMaker = (w, h, d) => {
  const wide = Math.min(0.46, w * 0.46);
  return worktop([w, h, d], [{ x: -w * 0.43 + wide / 2, z: d * 0.04, w: wide, d: d * 0.6 }]);
};

const doubleSink: BodyMaker = (w, h, d) =>
  worktop(
    [w, h, d],
    [-1, 1].map((side) => ({ x: (side * w) / 4, z: d * 0.04, w: w * 0.4, d: d * 0.6 })),
  );

/** A hob in a worktop over units. */
const hob: BodyMaker = (w, h, d) => [
  ...worktop([w, h, d], [], h - hobHeight(h)),
  ...hobAt({ x: 0, z: -d * 0.03, w: w * 0.9, d: d * 0.8 }, h),
];

/** Bodies for kitchens. */
export const kitchens: BodiesOf<"kitchen"> = {
  kitchen,
  counter,
  corner_counter: cornerCounter,
  kitchen_island: island,
  kitchen_sink: sinkUnit,
  double_sink: doubleSink,
  hob,
  oven: cooker(false),
  range_cooker: cooker(true),
  extractor_hood: hood,
  fridge: fridge(1),
  double_fridge: fridge(2),
  chest_freezer: chestFreezer,
  dishwasher,
  microwave,
  tall_cabinet: cabinet({ unit: 0.6 }),
  wall_cabinet: cabinet({ unit: 0.45, stands: false }),
  wine_cooler: wineCooler,
};
