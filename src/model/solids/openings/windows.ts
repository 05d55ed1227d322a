import type { Point } from "../../geometry/vector.ts";
import type { OpeningName } from "../../kinds/opening.ts";
import type { Part } from "../material.ts";
import { moved, turnedAbout } from "../mesh.ts";
import { prism } from "../prism.ts";
import { box } from "../shapes.ts";
import {
  frameDepth,
  frameParts,
  frameWidth,
  leafParts,
  leafThickness,
  middleOf,
  type OpeningMaker,
  type OpeningShape,
  placedParts,
  towards,
} from "./opening-shape.ts";

/** How far an open sash turns into the room, in degrees. */
const ajar = 40;

/** From which width a window has two sashes, in metres. */
const twoSashes = 0.9;

/** How far boards below a window stand out of the wall, and how thick they are, in metres. */
const [ledge, boardThickness] = [0.03, 0.02];

const uprightOf = ({ sill, lintel }: OpeningShape): readonly [number, number] => [
  sill + frameWidth,
  Math.max(sill + frameWidth + 0.02, lintel - frameWidth),
];

/** The boards below a window, in the room and outside. */
const boards = (shape: OpeningShape): readonly Part[] => {
  const { width, sill, beyond, inside } = shape;
  const [x, frame] = [width / 2, frameDepth / 2];
  const middle = middleOf(shape);
  const board = (from: number, to: number): Part["mesh"] =>
    box([-x, sill, from], [x, sill + boardThickness, to]);
  return [
    { mesh: board(middle + frame, Math.max(middle + frame, inside) + ledge), material: "stone" },
    { mesh: board(Math.min(middle - frame, beyond) - ledge, middle - frame), material: "metal" },
  ];
};

const framed = (shape: OpeningShape): readonly Part[] => [
  ...frameParts(shape, "plastic_white", "window"),
  ...boards(shape),
];

const casement: OpeningMaker = (shape) => {
  const { width, open } = shape;
  const clear = Math.max(0.05, width - 2 * frameWidth);
  const isWide = width >= twoSashes;
  const sides = isWide ? ([-1, 1] as const) : [shape.side];
  const sash = leafParts(isWide ? clear / 2 : clear, uprightOf(shape), "sash", "plastic_white");
  const z = middleOf(shape) + leafThickness / 2;
  return [
    ...framed(shape),
    ...sides.flatMap((side) =>
      placedParts(
        towards(side > 0 ? -1 : 1, sash),
        [(side * clear) / 2, 0, z],
        -side * ajar * open,
      ),
    ),
  ];
};

const pane = (shape: OpeningShape, wide: number): readonly Part[] =>
  leafParts(wide, uprightOf(shape), "sash", "plastic_white");

const fixed: OpeningMaker = (shape) => {
  const clear = Math.max(0.05, shape.width - 2 * frameWidth);
  return [...framed(shape), ...placedParts(pane(shape, clear), [-clear / 2, 0, middleOf(shape)])];
};

const sliding: OpeningMaker = (shape) => {
  const { width, side, open } = shape;
  const clear = Math.max(0.05, width - 2 * frameWidth);
  const leaf = pane(shape, clear / 2 + 0.02);
  const at = (middle: number, z: number): readonly Part[] =>
    placedParts(leaf, [middle - clear / 4 - 0.01, 0, middleOf(shape) + z]);
  const shut = (side * clear) / 4;
  return [
    ...framed(shape),
    ...at(-shut, -leafThickness / 2),
    ...at(shut - 2 * shut * open, leafThickness / 2),
  ];
};

/** Three sides of glass between a floor and a roof that stand out of the wall. */
const bay: OpeningMaker = (shape) => {
  const { width, sill, lintel, beyond, inside } = shape;
  const deep = Math.min(0.7, width * 0.28);
  const [x, narrow, out] = [width / 2, width / 2 - deep * 0.6, beyond - deep];
  const around: readonly Point[] = [
    [-x, beyond],
    [-narrow, out],
    [narrow, out],
    [x, beyond],
  ];
  const plate = (low: number, high: number): Part => ({
    mesh: prism([[-x, inside], ...around, [x, inside]], [low, high]),
    material: "wall",
  });
  const thick = Math.min(0.1, (lintel - sill) / 4);
  const upright = [sill + thick, lintel - thick] as const;
  const sides = around.slice(1).map((to, at): readonly Part[] => {
    const [fromX, fromZ] = around[at] ?? to;
    const long = Math.hypot(to[0] - fromX, to[1] - fromZ);
    const turn = (Math.atan2(to[1] - fromZ, to[0] - fromX) * 180) / Math.PI;
    return placedParts(leafParts(long, upright, "sash", "plastic_white"), [fromX, 0, fromZ], turn);
  });
  return [plate(sill, sill + thick), plate(lintel - thick, lintel), ...sides.flat()];
};

/** A window in the slope of a roof, which rises from the wall into the room. */
const roof: OpeningMaker = ({ width, sill, lintel, inside, open }) => {
  const deep = Math.max(0.6, width * 1.3);
  const rise = Math.max(0.1, lintel - sill);
  const long = Math.hypot(deep, rise);
  // It turns about its upper edge.
  const slope = (Math.atan2(rise, deep) * 180) / Math.PI - ajar * 0.5 * open;
  const leaf = leafParts(width, [-long, 0], "sash", "wood");
  return leaf.map(({ mesh, material }) => ({
    mesh: moved(turnedAbout(moved(mesh, [-width / 2, 0, 0]), "x", 90 - slope), [
      0,
      lintel,
      inside + 0.15 + deep,
    ]),
    material,
  }));
};

/** The bodies of windows by their type. */
export const windows = {
  window: casement,
  fixed_window: fixed,
  sliding_window: sliding,
  bay_window: bay,
  roof_window: roof,
} as const satisfies Partial<Readonly<Record<OpeningName, OpeningMaker>>>;
