import type { Point } from "../../geometry/vector.ts";
import type { Material, Part } from "../material.ts";
import { type Mesh, moved, turnedAbout } from "../mesh.ts";
import { prism } from "../prism.ts";
import { block, type BodyMaker, drum, legs, pad, part } from "./body.ts";

/** A table: its top, a frame beneath it, and four legs. */
export const tableOf =
  (material: Material): BodyMaker =>
  (w, h, d) => {
    const top = Math.min(0.035, h / 6);
    const frame = Math.min(0.07, h / 6);
    const edge = Math.min(0.06, w / 8, d / 8);
    return [
      part(
        material,
        block(0, 0, w, d, [h - top, h]),
        block(0, 0, w - edge * 3, d - edge * 3, [h - top - frame, h - top]),
        ...legs([0, 0], w - edge, d - edge, [0, h - top], 0.06),
      ),
    ];
  };

/** A round or oval table on one foot. */
export const roundTableOf =
  (material: Material): BodyMaker =>
  (w, h, d) => {
    const top = Math.min(0.035, h / 6);
    const foot = Math.min(0.025, h / 8);
    const post = Math.min(0.12, w / 5, d / 5);
    return [
      part(
        material,
        drum(0, 0, w, d, [h - top, h], 32),
        drum(0, 0, post, post, [foot, h - top], 12),
        drum(0, 0, w * 0.5, d * 0.5, [0, foot], 24),
      ),
    ];
  };

/** A table with an outline of its own on legs at some places. */
export const outlinedTable = (
  material: Material,
  outline: readonly Point[],
  feet: readonly Point[],
  h: number,
): readonly Part[] => {
  const top = Math.min(0.03, h / 6);
  const leg = Math.min(0.05, h / 4);
  return [
    part(material, prism(outline, [h - top, h])),
    part("metal", ...feet.map(([x, z]) => block(x, z, leg, leg, [0, h - top]))),
  ];
};

/** A chair: legs, a seat and a back, which is at the back. */
export const chair: BodyMaker = (w, h, d) => {
  const seat = h * 0.52;
  const thick = Math.min(0.045, h / 12);
  const back = Math.min(0.035, d / 8);
  return [
    part(
      "wood",
      ...legs([0, 0], w, d, [0, seat - thick], 0.04),
      block(0, (back - d) / 2, w * 0.12, back, [seat, h * 0.72]),
    ),
    part(
      "cushion",
      pad(0, 0, w, d, [seat - thick, seat], 0.015),
      pad(0, (back - d) / 2, w * 0.96, back, [h * 0.68, h], 0.012),
    ),
  ];
};

/** Parts moved to a place, with their back towards a direction in degrees: 0 to negative `z`, 90 to `x`. */
export const placed = (parts: readonly Part[], [x, z]: Point, towards = 0): readonly Part[] => {
  const turn = (mesh: Mesh): Mesh => (towards === 0 ? mesh : turnedAbout(mesh, "y", -towards));
  return parts.map(({ mesh, material }) => ({ material, mesh: moved(turn(mesh), [x, 0, z]) }));
};

/** Depth of a chair with its gap to the table, in metres. */
const chairDepth = 0.44;

/** A chair of a set at a place, its back towards a direction in degrees; plainer than one alone, as there are many. */
const chairAt = (h: number, at: Point, towards: number): readonly Part[] => {
  const [w, d, seat] = [0.42, 0.4, h * 0.52];
  const parts = [
    part("wood", ...legs([0, 0], w, d, [0, seat - 0.04], 0.04)),
    part(
      "cushion",
      block(0, 0, w, d, [seat - 0.04, seat]),
      block(0, 0.0175 - d / 2, w, 0.035, [seat, h]),
    ),
  ];
  return placed(parts, at, towards);
};

/** A table with chairs at its long sides, and at its ends if it has them; without chairs if there is no space for them. */
export const setOf =
  (hasEnds: boolean, table = tableOf("wood")): BodyMaker =>
  (w, h, d) => {
    const [wide, deep] = [w - (hasEnds ? chairDepth * 2 : 0), d - chairDepth * 2];
    if (wide < 0.5 || deep < 0.4) return table(w, h, d);
    const count = Math.min(6, Math.max(1, Math.floor(wide / 0.6)));
    const [z, x] = [d / 2 - 0.2, w / 2 - 0.2];
    const places = Array.from({ length: count }, (_, at) => (wide / count) * (at + 0.5) - wide / 2);
    return [
      ...table(wide, h * 0.84, deep),
      ...places.flatMap((at) => [chairAt(h, [at, -z], 0), chairAt(h, [at, z], 180)].flat()),
      ...(hasEnds ? [...chairAt(h, [-x, 0], 270), ...chairAt(h, [x, 0], 90)] : []),
    ];
  };

/** A round table with four chairs; without chairs if there is no space for them. */
export const roundSet: BodyMaker = (w, h, d) => {
  const size = Math.min(w, d) - chairDepth * 2;
  if (size < 0.5) return roundTableOf("wood")(w, h, d);
  const away = Math.min(w, d) / 2 - 0.2;
  return [
    ...roundTableOf("wood")(size, h * 0.84, size),
    ...chairAt(h, [0, -away], 0),
    ...chairAt(h, [away, 0], 90),
    ...chairAt(h, [0, away], 180),
    ...chairAt(h, [-away, 0], 270),
  ];
};

/** A long table with its corners cut off, on two feet. */
export const conferenceTop: BodyMaker = (w, h, d) => {
  const top = Math.min(0.04, h / 6);
  const cut = Math.min(0.25, w / 6, d / 4);
  const [x, z] = [w / 2, d / 2];
  const outline: readonly Point[] = [
    [cut - x, -z],
    [x - cut, -z],
    [x, cut - z],
    [x, z - cut],
    [x - cut, z],
    [cut - x, z],
    [-x, z - cut],
    [-x, cut - z],
  ];
  return [
    part("dark_wood", prism(outline, [h - top, h])),
    part(
      "metal",
      ...[-1, 1].map((side) => block((side * w) / 4, 0, w * 0.06, d * 0.5, [0, h - top])),
    ),
  ];
};
