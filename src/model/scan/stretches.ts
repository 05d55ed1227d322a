import { columnRuns, type Raster, rowRuns } from "./raster.ts";

/** A straight piece of a wall or of a line that lies along the rows of a raster, in pixels. */
export interface Stretch {
  /** The row of its middle. */
  readonly at: number;
  readonly thickness: number;
  readonly from: number;
  readonly to: number;
}

/** What counts as a stretch, in pixels. */
interface Wanted {
  readonly thinnest: number;
  readonly thickest: number;
  readonly shortest: number;
  /** How many times as long as thick it is at least where it is cut. */
  readonly slender: number;
  /** By how much its faces may move from one column to the next, and how many columns may be missing. */
  readonly slack: number;
  readonly missing: number;
}

/** A stretch that is followed from column to column. */
interface Followed {
  readonly from: number;
  last: number;
  top: number;
  bottom: number;
  readonly middles: number[];
  readonly heights: number[];
}

/** The value in the middle of an order. */
const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** The parts of a column that are within a stretch, by their first row and the one after their last. */
function* partsOf(
  column: number,
  { width, height }: Raster,
  rows: Uint16Array,
  columns: Uint16Array,
  { thinnest, thickest, slender }: Wanted,
): Generator<readonly [top: number, bottom: number]> {
  for (let y = 0; y < height;) {
    const high = columns[y * width + column] ?? 0;
    if (high >= thinnest && high <= thickest) {
      // The longest row decides, as faces may be rough.
      let long = 0;
      for (let row = y; row < y + high; row += 1)
        long = Math.max(long, rows[row * width + column] ?? 0);
      if (long >= slender * high) yield [y, y + high];
    }
    y += Math.max(1, high);
  }
}

/** The stretches that lie along the rows of a mask. */
export const stretchesOf = (mask: Raster, wanted: Wanted): readonly Stretch[] => {
  const [rows, columns] = [rowRuns(mask), columnRuns(mask)];
  const { missing, shortest, slack } = wanted;
  const done: Stretch[] = [];
  let open: Followed[] = [];
  const close = ({ from, heights, last, middles }: Followed): void => {
    const to = last + 1;
    if (to - from < shortest || middles.length < (to - from) / 2) return;
    done.push({ at: median(middles), thickness: median(heights), from, to });
  };
  for (let x = 0; x < mask.width; x += 1) {
    for (const [top, bottom] of partsOf(x, mask, rows, columns, wanted)) {
      const known = open.find(
        (each) =>
          each.last < x &&
          Math.abs(each.top - top) <= slack &&
          Math.abs(each.bottom - bottom) <= slack,
      );
      const followed = known ?? { from: x, last: x, top, bottom, middles: [], heights: [] };
      if (known === undefined) open.push(followed);
      Object.assign(followed, { last: x, top, bottom });
      followed.middles.push((top + bottom) / 2);
      followed.heights.push(bottom - top);
    }
    const over = open.filter(({ last }) => x - last > missing);
    if (over.length === 0) continue;
    for (const each of over) close(each);
    open = open.filter((each) => !over.includes(each));
  }
  for (const each of open) close(each);
  return done;
};

/** Parts of a length that are not taken. */
const freeParts = (
  from: number,
  to: number,
  taken: readonly (readonly [number, number])[],
): readonly (readonly [number, number])[] => {
  const free: (readonly [number, number])[] = [];
  let at = from;
  for (const [start, end] of taken.toSorted(([one], [other]) => one - other)) {
    if (start > at) free.push([at, Math.min(start, to)]);
    at = Math.max(at, end);
  }
  if (at < to) free.push([at, to]);
  return free;
};

/**
 * The walls drawn by their two faces: stretches between two thin lines that are `thinnest` to `thickest` pixels apart over all. Each
 * part of a line is a face of one wall, the thinnest that it may be of.
 */
export const pairsOf = (
  lines: readonly Stretch[],
  thinnest: number,
  thickest: number,
  shortest: number,
): readonly Stretch[] => {
  const above = lines.toSorted((one, other) => one.at - other.at);
  const near = above.flatMap((one, index) => {
    const found: { one: Stretch; other: Stretch; apart: number }[] = [];
    for (const other of above.slice(index + 1)) {
      const apart = other.at - one.at + (one.thickness + other.thickness) / 2;
      if (other.at - one.at > thickest) break;
      const both = Math.min(one.to, other.to) - Math.max(one.from, other.from);
      if (apart >= thinnest && apart <= thickest && both >= shortest)
        found.push({ one, other, apart });
    }
    return found;
  });
  // Each line has one face above and one below: a wall may be on either side of it, but not on both.
  const taken = new Map<Stretch, (readonly [number, number])[]>();
  const pairs: Stretch[] = [];
  for (const { apart, one, other } of near.toSorted((a, b) => a.apart - b.apart)) {
    const [from, to] = [Math.max(one.from, other.from), Math.min(one.to, other.to)];
    const used = [...(taken.get(one) ?? []), ...(taken.get(other) ?? [])];
    for (const [start, end] of freeParts(from, to, used)) {
      if (end - start < shortest) continue;
      const at = (one.at + other.at + (other.thickness - one.thickness) / 2) / 2;
      pairs.push({ at, thickness: apart, from: start, to: end });
      for (const line of [one, other]) taken.set(line, [...(taken.get(line) ?? []), [start, end]]);
    }
  }
  return pairs;
};
