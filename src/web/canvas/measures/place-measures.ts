import { overlap } from "../../../model/editing/arrange.ts";
import type { Box } from "../../../model/geometry/polygon.ts";
import { distance, minus, plus, times } from "../../../model/geometry/vector.ts";
import type { ScreenPoint } from "../../renderer/viewport.ts";
import type { OverlayScene } from "../draw-overlay.ts";
import type { ScreenSize } from "../fit-view.ts";
import type { Measure } from "../tools/tool.ts";

/** Length in pixels below which a line gets no measure, and width of a character. */
const [tooShort, letter] = [18, 7.2];

/** Height of a measure, and its least distance from the edges of the drawing, in pixels. */
const [tall, edge] = [24, 2];

/** Distance in pixels between a line and its measure: usually, and beside handles. */
const [beside, besideHandles] = [8, 17];

/** Right and left of a line in its direction. */
const sides = [1, -1] as const;

/** Where along the visible part of a line its measure may be, best first. */
const stops = [0.5, 0.32, 0.68, 0.16, 0.84] as const;

/** Offsets in pixels to try beside a line, and for measures that are no lengths of lines, such as areas. */
const [nearLine, aside] = [
  [0, 26, 52],
  [0, 26, 52, 78],
] as const;

/** Offsets in pixels across a line that is too short, to try for its measure. */
const nearEnd = [26, 50] as const;

/** A measure on the screen. */
export interface Chip {
  readonly measure: Measure;
  readonly words: string;
  readonly box: Box;
  /** Whether it only offers to type a length. */
  readonly isOffer?: boolean;
}

/** What measures avoid where there is room, as boxes in pixels. */
export interface Obstacles {
  readonly names?: readonly Box[];
  readonly handles?: readonly Box[];
  readonly pieces?: readonly Box[];
}

/** How bad it is to cover one of each. */
const costs: Readonly<Record<keyof Obstacles, number>> = { handles: 4, names: 3, pieces: 1 };

const kinds = ["handles", "names", "pieces"] as const;

const costOf = (box: Box, obstacles: Obstacles): number => {
  let cost = 0;
  for (const kind of kinds)
    for (const each of obstacles[kind] ?? []) if (overlap(box, each)) cost += costs[kind];
  return cost;
};

const widthOf = (words: string): number => words.length * letter + 18;

/** Where something of a size begins around a place, within the first `most` pixels. */
const within = (at: number, size: number, most: number): number =>
  Math.max(edge, Math.min(at - size / 2, most - size - edge));

/** The box of these words around a point, within the screen. */
const boxOf = (words: string, [x, y]: ScreenPoint, screen: ScreenSize): Box => {
  const width = widthOf(words);
  const left = within(x, width, screen.width);
  return { left, top: within(y, tall, screen.height), width, height: tall };
};

/** The parts of a line, from 0 to 1, between which it is on the screen; the whole line if none is. */
const visiblePart = (
  a: ScreenPoint,
  b: ScreenPoint,
  { width, height }: ScreenSize,
): readonly [number, number] => {
  let [first, last] = [0, 1];
  for (const [axis, most] of [
    [0, width],
    [1, height],
  ] as const) {
    const run = b[axis] - a[axis];
    if (Math.abs(run) < 1e-6) continue;
    const [one, other] = [-a[axis] / run, (most - a[axis]) / run];
    first = Math.max(first, Math.min(one, other));
    last = Math.min(last, Math.max(one, other));
  }
  return first < last ? [first, last] : [0, 1];
};

/** The middles of the possible places beside a line, best first. */
const besideLine = (
  [a, b]: readonly [ScreenPoint, ScreenPoint],
  measure: Measure,
  width: number,
  screen: ScreenSize,
): readonly ScreenPoint[] => {
  const pixels = distance(a, b);
  const run: ScreenPoint = times(minus(b, a), 1 / pixels);
  const isLine = measure.isLine === true;
  const gap = isLine ? 4 : measure.entry === undefined ? beside : besideHandles;
  const [first, last] = visiblePart(a, b, screen);
  const along = stops.map((stop) => plus(a, times(run, pixels * (first + (last - first) * stop))));
  const across = (side: 1 | -1, farther: number): ScreenPoint => {
    const way: ScreenPoint = times([-run[1], run[0]], side);
    const off = (Math.abs(way[0]) * width) / 2 + Math.abs(way[1]) * 11 + gap + farther;
    return times(way, off);
  };
  // Beside the line, to keep a wall visible: on its inner side, else on the outer one.
  const offLine = nearLine.flatMap((farther) =>
    sides.flatMap((side) => along.map((at) => plus(at, across(side, farther)))),
  );
  if (!isLine) return offLine;
  // Beyond the end of a line that is too short, and to the right and left of there.
  const past = (Math.abs(run[0]) * width) / 2 + Math.abs(run[1]) * 12 + 12;
  const end = plus(b, times(run, past));
  const beyond = [0, ...nearEnd.flatMap((off) => [off, -off])].map((off) =>
    plus(end, [-run[1] * off * (width / tall), run[0] * off]),
  );
  return pixels < width + 44 ? [...beyond, ...offLine] : [...offLine, ...beyond];
};

/** The possible places of a measure, best first; `offered` are the words of the button to type a length. */
const placesOf = (
  { viewport, metres }: OverlayScene,
  screen: ScreenSize,
  measure: Measure,
  offered: string | undefined,
): readonly Chip[] => {
  const { from, to, text, entry, isLine } = measure;
  const length = distance(from, to);
  const [a, b] = [viewport.toScreen(from), viewport.toScreen(to)];
  const pixels = distance(a, b);
  const isShort = length < 0.005 || pixels < tooShort;
  if (text === undefined && isLine !== true && isShort) {
    if (offered === undefined || entry === undefined) return [];
    // The button to type a length before anything is drawn, for touch without keys.
    return [
      { measure, words: offered, box: boxOf(offered, plus(a, [0, -40]), screen), isOffer: true },
    ];
  }
  const words = text ?? metres(length);
  const middles =
    pixels === 0
      ? aside.flatMap((farther) =>
          sides.map((side) => plus(a, [0, -side * (28 + beside + farther)])),
        )
      : besideLine([a, b], measure, widthOf(words), screen);
  return middles.map((at) => ({ measure, words, box: boxOf(words, at, screen) }));
};

/**
 * Places measures without overlap; if space is short, the first ones stay. Each is where it covers the fewest handles,
 * names and pieces.
 */
export const placedMeasures = (
  scene: OverlayScene,
  screen: ScreenSize,
  measures: readonly Measure[],
  obstacles: Obstacles,
  offered?: string,
): readonly Chip[] => {
  const chips: Chip[] = [];
  for (const measure of measures) {
    let best: Chip | undefined;
    let least = Infinity;
    for (const chip of placesOf(scene, screen, measure, offered)) {
      if (chips.some((other) => overlap(chip.box, other.box))) continue;
      const cost = costOf(chip.box, obstacles);
      if (cost >= least) continue;
      [best, least] = [chip, cost];
      if (cost === 0) break;
    }
    if (best !== undefined) chips.push(best);
  }
  return chips;
};
