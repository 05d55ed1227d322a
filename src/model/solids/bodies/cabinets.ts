import type { Material, Part } from "../material.ts";
import { block, type BodyMaker, countIn, part, times, type Upright } from "./body.ts";

/** How the front of a cabinet is divided, and where it is. */
export interface Front {
  /** Where its middle is; 0 if nothing is said. */
  readonly x?: number;
  readonly w: number;
  readonly upright: Upright;
  /** From the carcass to the tips of the handles. */
  readonly z: readonly [from: number, to: number];
  readonly columns: number;
  readonly rows: number;
  /** Upright handles of doors, those across drawers, or none. */
  readonly handles: "upright" | "across" | "none";
}

/** Doors or drawers of a material, with dark seams between them and handles in front. */
export const frontOf = (
  material: Material,
  { x = 0, w, upright: [low, high], z: [from, to], columns, rows, handles }: Front,
): readonly Part[] => {
  const deep = to - from;
  const [seam, face] = [from + deep * 0.2, handles === "none" ? to : from + deep * 0.6];
  const [wide, tall] = [w / columns, (high - low) / rows];
  const gap = Math.min(0.006, wide / 10, tall / 10);
  const cells = times(columns * rows, (at) => {
    const column = at % columns;
    const bottom = low + tall * Math.floor(at / columns);
    return { column, middle: x - w / 2 + wide * (column + 0.5), bottom };
  });
  const thick = Math.min(0.014, wide / 8, tall / 8);
  return [
    part(
      "plastic_black",
      block(x, (from + seam) / 2, w - gap * 2, seam - from, [low + gap, high - gap]),
    ),
    part(
      material,
      ...cells.map(({ middle, bottom }) =>
        block(middle, (seam + face) / 2, wide - gap, face - seam, [
          bottom + gap / 2,
          bottom + tall - gap / 2,
        ]),
      ),
    ),
    part(
      "metal",
      ...cells.flatMap(({ column, middle, bottom }) => {
        if (handles === "none") return [];
        const z = (face + to) / 2;
        if (handles === "across")
          return [
            block(middle, z, Math.min(0.18, wide * 0.4), to - face, [
              bottom + tall * 0.7,
              bottom + tall * 0.7 + thick,
            ]),
          ];
        // Two doors beside each other open to both sides.
        const side = columns > 1 && column % 2 === 0 ? 1 : -1;
        const half = Math.min(0.09, tall * 0.2);
        const at = bottom + tall * 0.55;
        return [
          block(middle + side * (wide / 2 - thick * 3), z, thick, to - face, [
            at - half,
            at + half,
          ]),
        ];
      }),
    ),
  ];
};

/** What a cabinet is like. */
interface CabinetOptions {
  /** What it is made of; lacquered if nothing is said. */
  readonly material?: Material;
  /** What lies on it, if that is something else. */
  readonly top?: Material;
  /** The usual width of a door or drawer, in metres; 0.5 if nothing is said. */
  readonly unit?: number;
  /** The usual height of a door or drawer, in metres; doors are as high as the cabinet if nothing is said. */
  readonly row?: number;
  readonly handles?: Front["handles"];
  /** Whether it stands on a plinth; it does if nothing is said. */
  readonly stands?: boolean;
}

/** A cabinet on a plinth with doors or drawers in front, and a top that lies over them. */
export const cabinet =
  ({
    material = "lacquer",
    top = material,
    unit = 0.5,
    row,
    handles = row === undefined ? "upright" : "across",
    stands = true,
  }: CabinetOptions = {}): BodyMaker =>
  (w, h, d) => {
    const [plinth, board] = [stands ? Math.min(0.06, h / 10) : 0, Math.min(0.025, h / 12)];
    const front = Math.min(0.05, d / 6);
    const z = d / 2 - front;
    return [
      part("plastic_black", block(0, -front / 2, w * 0.98, d - front * 1.5, [0, plinth])),
      part(material, block(0, -front / 2, w, d - front, [plinth, h - board])),
      part(top, block(0, 0, w, d, [h - board, h])),
      ...frontOf(material, {
        w,
        upright: [plinth, h - board],
        z: [z, d / 2],
        columns: countIn(w, unit, 8),
        rows: row === undefined ? 1 : countIn(h, row, 6),
        handles,
      }),
    ];
  };

/** A shelf without a front: sides, a back and boards, and how far apart those usually are. */
export const openShelf =
  (material: Material, apart = 0.36): BodyMaker =>
  (w, h, d) => {
    const thick = Math.min(0.025, w / 12, h / 12);
    const back = Math.min(0.012, d / 8);
    const boards = countIn(h, apart, 10);
    return [
      part(
        material,
        block(-(w - thick) / 2, 0, thick, d, [0, h]),
        block((w - thick) / 2, 0, thick, d, [0, h]),
        block(0, (back - d) / 2, w - thick * 2, back, [0, h]),
        ...times(boards + 1, (at) => {
          const low = ((h - thick) * at) / boards;
          return block(0, back / 2, w - thick * 2, d - back, [low, low + thick]);
        }),
      ),
    ];
  };
