import { sphere } from "../shapes.ts";
import { hollow } from "./basins.ts";
import { bar, block, type BodyMaker, drum, legs, part, times } from "./body.ts";
import { rectangle } from "./outlines.ts";

/** A pool table with its six pockets, and balls on its cloth. */
export const poolTable: BodyMaker = (w, h, d) => {
  const rail = Math.min(0.12, w / 10, d / 8);
  const [cloth, low] = [h * 0.95, h * 0.72];
  const r = Math.min(0.028, rail / 4, h * 0.025);
  const pockets = [-1, 0, 1].flatMap((right) =>
    [-1, 1].map((down) =>
      drum(
        (right * (w - rail * 1.3)) / 2,
        (down * (d - rail * 1.3)) / 2,
        rail * 0.8,
        rail * 0.8,
        [cloth, h],
        10,
      ),
    ),
  );
  return [
    part(
      "dark_wood",
      ...hollow(
        rectangle(0, 0, w, d),
        rectangle(0, 0, w - rail * 2, d - rail * 2),
        [low, h * 0.99],
        cloth * 0.98,
      ),
      ...legs([0, 0], w * 0.92, d * 0.9, [0, low], 0.14),
    ),
    part("felt", block(0, 0, w - rail * 2, d - rail * 2, [cloth * 0.98, cloth])),
    part("plastic_black", ...pockets),
    part(
      "paint",
      ...times(6, (at) => {
        const row = at < 1 ? 0 : at < 3 ? 1 : 2;
        const column = at - (row === 0 ? 0 : row === 1 ? 1 : 3);
        return sphere([w * 0.2 + row * r * 1.9, cloth + r, (column - row / 2) * r * 2.1], r, 8);
      }),
    ),
    part("plastic_white", sphere([-w / 4, cloth + r, 0], r, 8)),
  ];
};

/** A table with its net. */
export const tableTennis: BodyMaker = (w, h, d) => {
  const [top, board] = [h * 0.835, h * 0.04];
  const line = Math.min(0.02, w / 40, d / 40);
  const paint = board * 0.1;
  return [
    part("paint", block(0, 0, w, d, [top - board, top])),
    part(
      "plastic_white",
      block(0, 0, w, line, [top, top + paint]),
      ...[-1, 1].flatMap((side) => [
        block(0, (side * (d - line)) / 2, w, line, [top, top + paint]),
        block((side * (w - line)) / 2, 0, line, d - line * 2, [top, top + paint]),
      ]),
      block(0, 0, line * 0.5, d * 0.98, [top + paint, h]),
    ),
    part(
      "dark_metal",
      ...[-1, 1].flatMap((side) =>
        legs([(side * w) / 4, 0], w * 0.3, d * 0.8, [0, top - board], 0.05),
      ),
    ),
  ];
};

/** A football table with its rods, which reach out at both sides in turn. */
export const tableFootball: BodyMaker = (w, h, d) => {
  const deep = d * 0.66;
  const wall = Math.min(0.05, w / 14, deep / 8);
  const [low, field, rod] = [h * 0.66, h * 0.78, h * 0.92];
  const r = Math.min(0.008, h / 60, w / 60);
  const rods = times(8, (at) => {
    const x = -w * 0.4 + (w * 0.8 * at) / 7;
    const side = at % 2 === 0 ? -1 : 1;
    const [near, far] = [(-side * deep) / 2, (side * d) / 2];
    return {
      x,
      rod: bar([x, rod, near], [x, rod, far], r, 6),
      grip: bar([x, rod, far * 0.84], [x, rod, far], r * 2, 6),
      men: [-0.22, 0.22].map((by) =>
        block(x, deep * by, r * 3, r * 4, [field + h * 0.02, rod + r * 3]),
      ),
    };
  });
  return [
    part(
      "wood",
      ...hollow(
        rectangle(0, 0, w, deep),
        rectangle(0, 0, w - wall * 2, deep - wall * 2),
        [low, h],
        field,
      ),
      ...legs([0, 0], w * 0.94, deep * 0.9, [0, low], 0.09),
    ),
    part("felt", block(0, 0, w - wall * 2, deep - wall * 2, [field, field + h * 0.005])),
    part("metal", ...rods.map((each) => each.rod)),
    part("plastic_black", ...rods.map((each) => each.grip)),
    part("paint", ...rods.filter((_, at) => at % 2 === 0).flatMap((each) => each.men)),
    part("plastic_white", ...rods.filter((_, at) => at % 2 === 1).flatMap((each) => each.men)),
  ];
};
