import type { svg as svgTag, SVGTemplateResult } from "lit";
import type { FloorMaterial } from "../../../model/kinds/floor-materials.ts";
import { linePath, rectPath } from "../../../model/geometry/svg-path.ts";

/**
 * A material as it repeats, in centimetres. Everything is drawn in few tones of one colour over the tone of the room, which
 * stays visible.
 */
export interface FloorTile {
  readonly size: readonly [width: number, height: number];
  /** The class name of its colour. */
  readonly colour: "wood" | "planks" | "mineral" | "pavers" | "textile" | "grass";
  /** Opacity of its colour over all of the floor. */
  readonly wash: number;
  /** Areas that are a little darker than others, and much darker ones. */
  readonly dim?: string;
  readonly dark?: string;
  /** Joints between the parts. */
  readonly joints: string;
  /** The smallest distance between two joints, in centimetres: from where they cannot be told apart they are left out. */
  readonly finest: number;
}

type Box = readonly [x: number, z: number, w: number, d: number];

const boxes = (...all: readonly Box[]): string =>
  all.map(([x, z, w, d]) => rectPath(x + w / 2, z + d / 2, w, d)).join("");

const lines = (...all: readonly (readonly number[])[]): string =>
  all.map((line) => linePath(...line)).join("");

/** The boards of a row: where each begins, in centimetres, and its tone: as most, a little darker, or much darker. */
type Row = readonly [starts: readonly number[], tones: string];

/** Rows of boards of a width, which repeat after a length; the last board of a row goes on into the first one. */
const rowsOfBoards = (
  length: number,
  width: number,
  rows: readonly Row[],
): Pick<FloorTile, "size" | "dim" | "dark" | "joints"> => {
  const inTone = (wanted: string): string =>
    rows
      .map(([starts, tones], row) =>
        boxes(
          ...starts.flatMap((from, at): readonly Box[] => {
            if (tones[at] !== wanted) return [];
            const next = starts[at + 1];
            if (next !== undefined) return [[from, row * width, next - from, width]];
            return [
              [from, row * width, length - from, width],
              [0, row * width, starts[0] ?? 0, width],
            ];
          }),
        ),
      )
      .join("");
  return {
    size: [length, width * rows.length],
    dim: inTone("1"),
    dark: inTone("2"),
    joints: rows
      .map(([starts], row) =>
        lines(
          [0, row * width, length, row * width],
          ...starts.map((from) => [from, row * width, from, (row + 1) * width]),
        ),
      )
      .join(""),
  };
};

/** Wide boards of three tones. */
const boards: FloorTile = {
  ...rowsOfBoards(480, 15, [
    [[40, 210, 390], "010"],
    [[150, 330, 460], "102"],
    [[95, 250, 420], "001"],
    [[10, 190, 340], "201"],
    [[120, 300, 450], "010"],
    [[70, 220, 400], "100"],
    [[180, 360, 470], "021"],
    [[55, 240, 380], "010"],
    [[140, 310, 440], "100"],
    [[20, 200, 350], "001"],
  ]),
  colour: "wood",
  wash: 0.28,
  finest: 15,
};

/** Narrower boards outdoors, greyed by the weather, with gaps between them. */
const decking: FloorTile = {
  ...rowsOfBoards(480, 14, [
    [[60, 300], "01"],
    [[180, 420], "10"],
    [[120, 360], "00"],
    [[0, 240], "10"],
    [[150, 390], "02"],
    [[90, 330], "10"],
  ]),
  colour: "planks",
  wash: 0.72,
  finest: 14,
};

/** Width of the blocks of a herringbone, which are twice as long and repeat every four widths. */
const block = 12;

const blocks = (from: number, w: number, d: number): string =>
  [-1, 0, 1, 2, 3]
    .flatMap((row) => [-4, 0, 4].map((step): Box => [row + step + from, row, w, d]))
    .map(([x, z, ...size]) => boxes([x * block, z * block, size[0] * block, size[1] * block]))
    .join("");

const [lying, standing] = [blocks(0, 2, 1), blocks(3, 1, 2)];

const parquet: FloorTile = {
  size: [block * 4, block * 4],
  colour: "wood",
  wash: 0.28,
  dim: lying,
  joints: lying + standing,
  finest: block,
};

const tiles: FloorTile = {
  size: [150, 120],
  colour: "mineral",
  wash: 0,
  dim: boxes([0, 0, 30, 30], [90, 30, 30, 30], [30, 60, 30, 30], [120, 90, 30, 30]),
  joints: lines(
    ...[0, 30, 60, 90].map((z) => [0, z, 150, z]),
    ...[0, 30, 60, 90, 120].map((x) => [x, 0, x, 120]),
  ),
  finest: 30,
};

/** Large slabs in a running bond. */
const stone: FloorTile = {
  size: [160, 120],
  colour: "mineral",
  wash: 0.06,
  dim: boxes([0, 0, 80, 40], [120, 40, 40, 40], [0, 40, 40, 40]),
  dark: boxes([40, 80, 80, 40]),
  joints: lines(
    [0, 0, 160, 0],
    [0, 40, 160, 40],
    [0, 80, 160, 80],
    [0, 0, 0, 40],
    [80, 0, 80, 40],
    [40, 40, 40, 80],
    [120, 40, 120, 80],
    [40, 80, 40, 120],
    [120, 80, 120, 120],
  ),
  finest: 40,
};

/** A poured floor with the joints in which it is cut. */
const concrete: FloorTile = {
  size: [250, 250],
  colour: "mineral",
  wash: 0.1,
  dim: boxes([0, 0, 250, 125]),
  joints: lines([0, 0, 250, 0], [0, 0, 0, 250]),
  finest: 60,
};

/** The weave of a carpet: short stitches, across and along by turns. */
const carpet: FloorTile = {
  size: [24, 24],
  colour: "textile",
  wash: 0.16,
  joints: lines([3, 6, 9, 6], [18, 3, 18, 9], [6, 15, 6, 21], [15, 18, 21, 18]),
  finest: 12,
};

/** Short strokes of grass, without any order. */
const tufts: readonly (readonly [x: number, z: number])[] = [
  [14, 20],
  [52, 8],
  [96, 26],
  [128, 60],
  [34, 62],
  [78, 74],
  [10, 100],
  [58, 118],
  [110, 104],
  [140, 132],
  [30, 140],
  [88, 146],
];

const lawn: FloorTile = {
  size: [150, 160],
  colour: "grass",
  wash: 0.14,
  joints: tufts
    .map(([x, z]) => linePath(x - 4, z - 5, x, z, x + 1, z - 8) + linePath(x, z, x + 5, z - 5))
    .join(""),
  finest: 22,
};

/** Slabs of two sizes. */
const paving: FloorTile = {
  size: [120, 120],
  colour: "pavers",
  wash: 0.7,
  dim: boxes([0, 0, 80, 40], [40, 80, 80, 40]),
  dark: boxes([80, 0, 40, 80]),
  joints: lines(
    [0, 0, 120, 0],
    [0, 40, 80, 40],
    [40, 80, 120, 80],
    [0, 120, 40, 120],
    [80, 0, 80, 80],
    [40, 40, 40, 120],
    [0, 80, 40, 80],
  ),
  finest: 40,
};

/** Each material as it repeats. */
export const tileOf: Readonly<Record<Exclude<FloorMaterial, "plain">, FloorTile>> = {
  boards,
  parquet,
  tiles,
  stone,
  concrete,
  carpet,
  lawn,
  decking,
  paving,
};

/** A pattern of a drawing: a material, turned by degrees. */
export interface FloorPattern {
  readonly material: Exclude<FloorMaterial, "plain">;
  readonly degrees: 0 | 45 | 90;
}

/** Whether boards of a material lie along the longer side of their room. */
export const isLaidAlong = (material: FloorMaterial): boolean =>
  material === "boards" || material === "decking";

/** The id of a pattern within its drawing. */
export const patternId = ({ material, degrees }: FloorPattern): string =>
  `plan-${material}-${degrees}`;

/** Pixels between joints from which they are seen, and from which they are seen fully. */
const [leastGap, fullGap] = [4.5, 9];

/** Pixels per metre of a drawing without a scale, as on paper. */
const paperScale = 120;

/** Defines a pattern for a drawing in metres, at its scale in pixels per metre: joints fade before they become noise. */
export const definePattern = (
  svg: typeof svgTag,
  pattern: FloorPattern,
  scale = paperScale,
): SVGTemplateResult => {
  const { size, colour, wash, dim = "", dark = "", joints, finest } = tileOf[pattern.material];
  const [width, height] = size;
  const gap = (finest / 100) * scale;
  const seen = Math.max(0, Math.min(1, (gap - leastGap) / (fullGap - leastGap)));
  // A hairline on the screen, and never thicker than a real joint.
  const line = Math.min(1.2, Math.max(0.5, 80 / scale));
  return svg`<pattern id=${patternId(pattern)} width=${width} height=${height} patternUnits="userSpaceOnUse" patternTransform="rotate(${pattern.degrees}) scale(.01)">
    <g class="material ${colour}">
      <path class="wash" opacity=${wash} d=${rectPath(width / 2, height / 2, width, height)}></path>
      <g opacity=${seen.toFixed(2)}><path class="dim" d=${dim}></path><path class="dark" d=${dark}></path><path class="joints" stroke-width=${line.toFixed(2)} d=${joints}></path></g>
    </g>
  </pattern>`;
};
