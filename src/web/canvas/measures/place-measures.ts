import { overlap } from "../../../model/editing/arrange.ts";
import type { Box } from "../../../model/geometry/polygon.ts";
import { distance, minus, nearestOn, plus, times } from "../../../model/geometry/vector.ts";
import type { ScreenPoint } from "../../renderer/viewport.ts";
import type { OverlayScene } from "../draw-overlay.ts";
import type { ScreenSize } from "../fit-view.ts";
import type { Measure } from "../tools/tool.ts";

/** Length in pixels below which a line gets no measure, and width of a character. */
const [tooShort, letter] = [18, 7.2];

/** Height of a measure, and its least distance from the edges of the drawing, in pixels. */
const [tall, edge] = [24, 2];

/** Height of the uncovered drawing in pixels below which there are no measures, such as above an open sheet on a phone. */
const leastHeight = 200;

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

/** Pixels from the middle of a distance to its line beyond which nobody sees what it is the distance of. */
const mostAway = 100;

/** What measures need to know of the drawing. */
type MeasureScene = Pick<OverlayScene, "viewport" | "metres">;

/** A line on the screen that has a measure. */
type ScreenLine = Readonly<Record<"from" | "to", ScreenPoint>> & { readonly measure: Measure };

/** The lines whose lengths are measured. */
const linesOf = ({ viewport }: MeasureScene, measures: readonly Measure[]): readonly ScreenLine[] =>
  measures.flatMap((measure) => {
    const [from, to] = [viewport.toScreen(measure.from), viewport.toScreen(measure.to)];
    return measure.isLine === true || distance(from, to) < tooShort ? [] : [{ measure, from, to }];
  });

/** Whether a measure would be read as that of another line, which is nearer to it than its own. */
const isNearAnother = ({ measure, box }: Chip, lines: readonly ScreenLine[]): boolean => {
  const middle: ScreenPoint = [box.left + box.width / 2, box.top + box.height / 2];
  const away = (line: ScreenLine): number => nearestOn(line, middle).away;
  const own = lines.find((line) => line.measure === measure);
  if (own === undefined) return false;
  const reach = away(own);
  return lines.some((line) => line !== own && away(line) < reach - 4);
};

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

/** How bad it is to cover one of each: a measure never takes the place of a handle. */
const costs: Readonly<Record<keyof Obstacles, number>> = { handles: Infinity, names: 3, pieces: 1 };

/** Pixels by which the edge of the screen may move a measure away from its line. */
const mostShift = 12;

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

/** Whether the edge of the screen has moved a box far away from where it belongs. */
const isShifted = (box: Box, [x, y]: ScreenPoint): boolean =>
  Math.abs(box.left + box.width / 2 - x) > mostShift ||
  Math.abs(box.top + box.height / 2 - y) > mostShift;

/** The parts of a line, from 0 to 1, between which it is on the screen; undefined if none is. */
const visiblePart = (
  a: ScreenPoint,
  b: ScreenPoint,
  { width, height }: ScreenSize,
): readonly [number, number] | undefined => {
  let [first, last] = [0, 1];
  for (const [axis, most] of [
    [0, width],
    [1, height],
  ] as const) {
    const run = b[axis] - a[axis];
    if (Math.abs(run) < 1e-6) {
      if (a[axis] < 0 || a[axis] > most) return undefined;
      continue;
    }
    const [one, other] = [-a[axis] / run, (most - a[axis]) / run];
    first = Math.max(first, Math.min(one, other));
    last = Math.min(last, Math.max(one, other));
  }
  return first < last ? [first, last] : undefined;
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
  const part = visiblePart(a, b, screen);
  // What is not seen has no length beside it.
  if (part === undefined) return [];
  const [first, last] = part;
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
  { viewport, metres }: MeasureScene,
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
  const isAway = (at: ScreenPoint): boolean =>
    isLine === true && nearestOn({ from: a, to: b }, at).away > mostAway;
  return middles.flatMap((at) => {
    const box = boxOf(words, at, screen);
    return isShifted(box, at) || isAway(at) ? [] : [{ measure, words, box }];
  });
};

/** A possible place of a measure, and what it covers there. */
interface Candidate {
  readonly chip: Chip;
  readonly cost: number;
}

/**
 * The possible places of a measure that cover no handle, looked at one by one, as the first is often good; an area is left out
 * rather than over a name, which tells it, too.
 */
class Candidates {
  readonly #known: (Candidate | undefined)[] = [];
  readonly #places: readonly Chip[];
  readonly #lines: readonly ScreenLine[];
  readonly #obstacles: Obstacles;

  constructor(places: readonly Chip[], lines: readonly ScreenLine[], obstacles: Obstacles) {
    [this.#places, this.#lines, this.#obstacles] = [places, lines, obstacles];
  }

  *[Symbol.iterator](): Iterator<Candidate> {
    for (const [at, chip] of this.#places.entries()) {
      if (at >= this.#known.length) this.#known.push(this.#looked(chip));
      const known = this.#known[at];
      if (known !== undefined) yield known;
    }
  }

  #looked(chip: Chip): Candidate | undefined {
    const cost = costOf(chip.box, this.#obstacles);
    const { from, to, text } = chip.measure;
    const most = text !== undefined && distance(from, to) === 0 ? costs.names : Infinity;
    return cost >= most || isNearAnother(chip, this.#lines) ? undefined : { chip, cost };
  }
}

/** Gives each measure, in order, the first of its best places that no earlier one has. */
const placeInOrder = (measures: readonly Iterable<Candidate>[]): readonly Candidate[] => {
  const placed: Candidate[] = [];
  for (const candidates of measures) {
    let best: Candidate | undefined;
    for (const each of candidates) {
      if (best !== undefined && each.cost >= best.cost) continue;
      if (placed.every(({ chip }) => !overlap(chip.box, each.chip.box))) best = each;
      if (best?.cost === 0) break;
    }
    if (best !== undefined) placed.push(best);
  }
  return placed;
};

const totalOf = (placed: readonly Candidate[]): number =>
  placed.reduce((sum, { cost }) => sum + cost, 0);

/**
 * Places measures without overlap, each beside its own line and where it covers the fewest names and pieces, and no
 * handle. One that covers something is placed first if all lie better then. One without a place is left out: if space is
 * short, the first ones stay.
 */
export const placedMeasures = (
  scene: MeasureScene,
  screen: ScreenSize,
  measures: readonly Measure[],
  obstacles: Obstacles,
  offered?: string,
): readonly Chip[] => {
  if (screen.height < leastHeight) return [];
  const lines = linesOf(scene, measures);
  const all = measures.map(
    (measure) => new Candidates(placesOf(scene, screen, measure, offered), lines, obstacles),
  );
  let best = placeInOrder(all);
  for (const [at, first] of all.entries()) {
    if (!best.some(({ cost, chip }) => cost > 0 && chip.measure === measures[at])) continue;
    const other = placeInOrder([first, ...all.filter((each) => each !== first)]);
    if (other.length >= best.length && totalOf(other) < totalOf(best)) best = other;
  }
  const chips = new Map(best.map(({ chip }) => [chip.measure, chip]));
  return measures.flatMap((measure) => chips.get(measure) ?? []);
};
