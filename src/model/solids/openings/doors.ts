import type { OpeningName } from "../../kinds/opening.ts";
import type { Material, Part } from "../material.ts";
import { box, cylinder } from "../shapes.ts";
import {
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

/** How far a hinged leaf turns when it is open, and the leaves of a folding door, in degrees. */
const [wideOpen, folded] = [90, 80];

const woodOf = ({ isOuter }: OpeningShape): Material => (isOuter ? "dark_wood" : "wood");

/** The heights of a leaf: it clears the floor, and ends below the frame. */
const uprightOf = ({ sill, lintel }: OpeningShape): readonly [number, number] => [
  sill + 0.008,
  Math.max(sill + 0.02, lintel - frameWidth),
];

/** A leaf at its hinges on one side, in the face of the wall towards which it swings. */
const hinged = (
  shape: OpeningShape,
  side: 1 | -1,
  width: number,
  kind: "panel" | "glazed",
): readonly Part[] => {
  const { swing, inside, beyond, open } = shape;
  const face = swing > 0 ? inside : beyond;
  const hinge = side * (shape.width / 2 - frameWidth);
  const leaf = towards(side > 0 ? -1 : 1, leafParts(width, uprightOf(shape), kind, woodOf(shape)));
  const z = face - (swing * leafThickness) / 2;
  return placedParts(leaf, [hinge, 0, z], -side * swing * wideOpen * open);
};

/** The width within the frame. */
const clearOf = ({ width }: OpeningShape): number => Math.max(0.05, width - 2 * frameWidth);

const single: OpeningMaker = (shape) => [
  ...frameParts(shape, woodOf(shape), "door"),
  ...hinged(shape, shape.side, clearOf(shape), "panel"),
];

const pair =
  (kind: "panel" | "glazed"): OpeningMaker =>
  (shape) => [
    ...frameParts(shape, woodOf(shape), "door"),
    ...hinged(shape, -1, clearOf(shape) / 2, kind),
    ...hinged(shape, 1, clearOf(shape) / 2, kind),
  ];

/** Two leaves behind each other; the one at the hinges' side slides over the other. */
const sliding: OpeningMaker = (shape) => {
  const { width, side, open } = shape;
  const leaf = leafParts(width / 2 + 0.02, uprightOf(shape), "glazed", woodOf(shape));
  const at = (middle: number, z: number): readonly Part[] =>
    placedParts(leaf, [middle - width / 4 - 0.01, 0, middleOf(shape) + z]);
  const shut = (side * width) / 4;
  return [
    ...frameParts(shape, woodOf(shape), "door"),
    ...at(-shut, -leafThickness / 2),
    ...at(shut - 2 * shut * open, leafThickness / 2),
  ];
};

/** A leaf that slides into the wall at its hinges' side. */
const pocket: OpeningMaker = (shape) => {
  const { width, side, open } = shape;
  const leaf = leafParts(width, uprightOf(shape), "panel", woodOf(shape));
  return placedParts(leaf, [-width / 2 + side * width * 0.95 * open, 0, middleOf(shape)]);
};

/** Leaves that fold up towards the hinges' side. */
const folding: OpeningMaker = (shape) => {
  const { width, side, swing, open, inside, beyond } = shape;
  const count = Math.max(2, Math.round(width / 1.2) * 2);
  const wide = width / count;
  const steep = folded * open;
  const along = wide * Math.cos((steep * Math.PI) / 180);
  const across = wide * Math.sin((steep * Math.PI) / 180);
  const face = (swing > 0 ? inside : beyond) - (swing * leafThickness) / 2;
  const leaf = towards(side > 0 ? -1 : 1, leafParts(wide, uprightOf(shape), "sash", woodOf(shape)));
  return Array.from({ length: count }, (_, at) => {
    const isBack = at % 2 === 1;
    const turn = (isBack ? 1 : -1) * side * swing * steep;
    const hinge = side * (width / 2 - along * at);
    return placedParts(leaf, [hinge, 0, face + (isBack ? swing * across : 0)], turn);
  }).flat();
};

/** Four wings of glass about a post, below a round cover. */
const revolving: OpeningMaker = (shape) => {
  const { width, sill, lintel } = shape;
  const r = width / 2;
  const middle = middleOf(shape);
  const wing = leafParts(r * 0.95, uprightOf(shape), "sash", "metal");
  const turn = 45 + 90 * shape.open;
  return [
    ...[0, 90, 180, 270].flatMap((by) => placedParts(wing, [0, 0, middle], turn + by)),
    {
      mesh: cylinder([0, sill, middle], [0, lintel, middle], { r: 0.04, sides: 8 }),
      material: "metal",
    },
    {
      mesh: cylinder([0, lintel - frameWidth, middle], [0, lintel, middle], { r, sides: 24 }),
      material: "metal",
    },
  ];
};

/** How many sections the gate of a garage has. */
const sections = 4;

/** Sections that run up along the wall, and on below the ceiling. */
const garage: OpeningMaker = (shape) => {
  const { width, sill, lintel, inside, open } = shape;
  const [height, z] = [lintel - sill, inside - 0.03];
  const each = height / sections;
  return Array.from({ length: sections }, (_, at): Part => {
    const up = (at + 0.5) * each + open * height;
    const half = each / 2 - 0.005;
    const isUp = up > height;
    const [y, deep] = isUp ? [lintel + 0.04, z + up - height] : [sill + up, z];
    const [tall, thick] = isUp ? [0.02, half] : [half, 0.02];
    return {
      mesh: box([-width / 2, y - tall, deep - thick], [width / 2, y + tall, deep + thick]),
      material: "lacquer",
    };
  });
};

/** The bodies of doors by their type; a passage is only a hole. */
export const doors = {
  door: single,
  double_door: pair("panel"),
  sliding_door: sliding,
  pocket_door: pocket,
  folding_door: folding,
  french_door: pair("glazed"),
  revolving_door: revolving,
  garage_door: garage,
  passage: () => [],
} as const satisfies Partial<Readonly<Record<OpeningName, OpeningMaker>>>;
