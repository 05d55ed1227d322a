import type { Mesh } from "../mesh.ts";
import { cylinder } from "../shapes.ts";
import { bar, block, type BodyMaker, pad, part } from "./body.ts";

/** A treadmill: its belt, and the console at the back with rails. */
export const treadmill: BodyMaker = (w, h, d) => {
  const deck = Math.min(0.16, h / 5);
  const r = Math.min(0.03, w / 20, d / 30);
  const [x, z] = [w / 2 - r * 2, -d / 2 + d * 0.12];
  return [
    part(
      "plastic_black",
      block(0, d * 0.06, w, d * 0.88, [0, deck * 0.85]),
      pad(0, -d * 0.42, w * 0.94, d * 0.16, [0, deck * 1.3], 0.03),
      pad(0, z, w * 0.94, d * 0.06, [h * 0.84, h], 0.02),
    ),
    part("dark_metal", block(0, d * 0.07, w * 0.7, d * 0.82, [deck * 0.85, deck])),
    part("screen", block(0, z + d * 0.03, w * 0.4, d * 0.008, [h * 0.88, h * 0.97])),
    part(
      "metal",
      ...[-1, 1].flatMap((side) => [
        bar([side * x, deck * 0.5, -d * 0.36], [side * x, h * 0.88, z], r),
        bar([side * x, h * 0.7, z], [side * x, h * 0.66, d * 0.02], r),
      ]),
    ),
  ];
};

/** A bicycle that stands: handlebar at the back, wheel, saddle and feet. */
export const exerciseBike: BodyMaker = (w, h, d) => {
  const r = Math.min(w, d, h) * 0.035;
  const [wheel, foot] = [Math.min(d * 0.24, h * 0.22), Math.min(0.06, h / 12)];
  const z = -d * 0.22;
  return [
    part(
      "dark_metal",
      ...[-1, 1].map((side) => block(0, side * (d / 2 - d * 0.04), w * 0.9, d * 0.08, [0, foot])),
      block(0, 0, w * 0.1, d * 0.9, [foot * 0.4, foot]),
    ),
    part(
      "plastic_black",
      cylinder([-w * 0.1, foot + wheel, z], [w * 0.1, foot + wheel, z], { r: wheel, sides: 20 }),
      pad(0, d * 0.24, w * 0.44, d * 0.24, [h * 0.66, h * 0.72], 0.02),
      block(0, z, w * 0.3, d * 0.03, [h * 0.88, h]),
    ),
    part(
      "paint",
      bar([0, foot, d * 0.12], [0, h * 0.67, d * 0.24], r),
      bar([0, foot + wheel * 0.6, 0], [0, foot, d * 0.3], r),
      bar([0, foot + wheel, z], [0, h * 0.88, z], r),
      bar([0, foot + wheel * 1.2, z], [0, h * 0.42, d * 0.18], r),
    ),
    part(
      "metal",
      bar([-w / 2, h * 0.86, z - d * 0.04], [w / 2, h * 0.86, z - d * 0.04], r * 0.8),
      ...[-1, 1].map((side) =>
        block(side * w * 0.24, d * 0.04 * side, w * 0.14, d * 0.07, [
          foot + wheel * (1 - side * 0.5) - r,
          foot + wheel * (1 - side * 0.5),
        ]),
      ),
      bar([-w * 0.24, foot + wheel, 0], [w * 0.24, foot + wheel, 0], r * 0.6),
    ),
  ];
};

/** A rowing machine: its flywheel at the back, the handle, and the seat on its rail. */
export const rowingMachine: BodyMaker = (w, h, d) => {
  const size = Math.min(w * 0.72, d * 0.3);
  const r = Math.min(size / 2, h / 2);
  const z = -d / 2 + r;
  const rail = h * 0.4;
  return [
    part(
      "plastic_black",
      cylinder([-w * 0.14, h - r, z], [w * 0.14, h - r, z], { r, sides: 20 }),
      pad(0, d * 0.2, w * 0.56, d * 0.14, [rail, rail + h * 0.14], 0.03),
      ...[-1, 1].map((side) =>
        block(side * w * 0.24, -d * 0.12, w * 0.2, d * 0.08, [rail * 0.6, rail * 0.9]),
      ),
    ),
    part(
      "metal",
      block(0, d * 0.09, w * 0.14, d * 0.82, [rail * 0.8, rail]),
      block(0, d * 0.46, w * 0.1, d * 0.04, [0, rail * 0.8]),
      block(0, -d * 0.28, w * 0.1, d * 0.04, [0, rail * 0.8]),
    ),
    part(
      "dark_metal",
      block(0, d * 0.48, w, d * 0.04, [0, h * 0.06]),
      block(0, -d * 0.28, w, d * 0.04, [0, h * 0.06]),
      bar(
        [-w * 0.42, rail * 1.4, -d * 0.12],
        [w * 0.42, rail * 1.4, -d * 0.12],
        Math.min(w, h) * 0.03,
      ),
    ),
  ];
};

/** A bench with a barbell across on its stands. */
export const weightBench: BodyMaker = (w, h, d) => {
  const z = -d / 2 + Math.min(0.3, d * 0.22);
  const [seat, post, bench] = [h * 0.42, Math.min(0.05, w / 20, d / 20), w * 0.26];
  const plate = Math.min(0.2, h * 0.15, z + d / 2);
  const y = h - plate;
  const r = Math.min(0.014, plate / 8);
  return [
    part(
      "dark_metal",
      ...[-1, 1].map((side) => block(side * w * 0.22, z, post, post, [0, y])),
      block(0, 0, post, d * 0.9, [0, post]),
      block(0, d / 2 - post, bench, post * 2, [0, post]),
      block(0, z, w * 0.5, post, [0, post]),
      block(0, d * 0.3, post, post, [post, seat * 0.8]),
      block(0, -d * 0.1, post, post, [post, seat * 0.8]),
    ),
    part("cushion", pad(0, d * 0.06, bench, d * 0.86, [seat * 0.8, seat], 0.03)),
    part("metal", bar([-w / 2, y, z], [w / 2, y, z], r)),
    part(
      "plastic_black",
      ...[-1, 1].flatMap((side): readonly Mesh[] => [
        cylinder([side * w * 0.4 - w * 0.02, y, z], [side * w * 0.4 + w * 0.02, y, z], {
          r: plate,
          sides: 20,
        }),
        cylinder([side * w * 0.35 - w * 0.02, y, z], [side * w * 0.35 + w * 0.02, y, z], {
          r: plate * 0.75,
          sides: 20,
        }),
      ]),
    ),
  ];
};

/** A mat, rolled up a little at its back. */
export const yogaMat: BodyMaker = (w, h, d) => {
  const r = Math.min(h / 2, d / 8);
  return [
    part(
      "felt",
      block(0, 0, w, d, [0, h * 0.6]),
      cylinder([-w / 2, h - r, -d / 2 + r], [w / 2, h - r, -d / 2 + r], { r }),
    ),
  ];
};
