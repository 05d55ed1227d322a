import { plus, type Point } from "../../../src/model/geometry/vector.ts";
import type { Random } from "../../support/random.ts";
import type { DrawingSheet } from "./drawing-sheet.ts";
import type { TrueRoom } from "./made-up-house.ts";

/** Pieces that fit in a room, each drawn about a middle. */
const pieces: readonly ((sheet: DrawingSheet, at: Point, line: number) => void)[] = [
  // A bed with pillows.
  (sheet, at, line) => {
    sheet.box(at, [1.6, 2], 0, line, 60);
    for (const x of [-0.4, 0.4]) sheet.box(plus(at, [x, -0.75]), [0.6, 0.35], 0, line, 60);
    sheet.stroke(plus(at, [-0.8, -0.3]), plus(at, [0.8, -0.3]), line, 60);
  },
  // A table with chairs.
  (sheet, at, line) => {
    sheet.box(at, [1.4, 0.8], 0, line, 60);
    for (const x of [-0.4, 0.4])
      for (const z of [-0.6, 0.6]) sheet.box(plus(at, [x, z]), [0.42, 0.42], 0, line, 60);
  },
  // A sofa with arms and a back.
  (sheet, at, line) => {
    sheet.box(at, [2, 0.9], 0, line, 60);
    sheet.box(plus(at, [0, 0.1]), [1.6, 0.7], 0, line, 60);
  },
  // A bath with its rim.
  (sheet, at, line) => {
    sheet.box(at, [1.7, 0.75], 0, line, 60);
    sheet.box(at, [1.5, 0.57], 0, line, 60);
  },
  // Stairs.
  (sheet, at, line) => {
    sheet.box(at, [0.95, 2.1], 0, line, 60);
    for (let step = 1; step < 8; step += 1)
      sheet.stroke(
        plus(at, [-0.47, -1.05 + step * 0.26]),
        plus(at, [0.47, -1.05 + step * 0.26]),
        line,
        60,
      );
  },
  // A round table.
  (sheet, at, line) => {
    sheet.arc(at, 0.55, [0, 360], line, 60);
  },
  // A piece that stands askew.
  (sheet, at, line) => {
    sheet.box(at, [0.9, 0.8], 30, line, 60);
  },
];

/** Cupboards along a wall of a room, and a piece in it. */
export const furnish = (
  sheet: DrawingSheet,
  random: Random,
  { depth, left, top, width }: TrueRoom,
  line: number,
): void => {
  const [draw = () => undefined] = [pieces[random.below(pieces.length)]];
  const at: Point = [
    left + width / 2 + random.below(20) / 100,
    top + depth / 2 + random.below(20) / 100,
  ];
  if (width > 2.6 && depth > 2.9) draw(sheet, at, line);
  const shelf = random.pick([0.35, 0.6]);
  if (random.below(3) > 0 && depth > 2.9)
    sheet.box(
      [left + 0.35 + width / 4, top + depth - 0.22 - shelf / 2],
      [width / 2, shelf],
      0,
      line,
      60,
    );
};
