import type { Point } from "../geometry/vector.ts";
import { emptyRaster, type Raster } from "./raster.ts";

/** The most pixels at the borders of ink that are looked at to find the direction. */
const samples = 12_000;

/** The places in pixels at the borders of ink, evenly thinned out. */
const borders = ({ width, height, data }: Raster): readonly Point[] => {
  const found: Point[] = [];
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      if (data[at] !== 1) continue;
      const beside = (data[at - 1] ?? 0) + (data[at + 1] ?? 0);
      if (beside + (data[at - width] ?? 0) + (data[at + width] ?? 0) < 4) found.push([x, y]);
    }
  const step = Math.max(1, found.length / samples);
  return Array.from({ length: Math.floor(found.length / step) }, (_, at) => {
    return found[Math.floor(at * step)] ?? [0, 0];
  });
};

/** How much of the borders lies on common lines in a direction and across it: the sum of squares of both profiles. */
const alignment = (places: readonly Point[], size: number, degrees: number): number => {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [along, across] = [new Uint32Array(4 * size + 2), new Uint32Array(4 * size + 2)];
  for (const [x, y] of places) {
    const [u, v] = [
      Math.round(x * cos + y * sin) + 2 * size,
      Math.round(y * cos - x * sin) + 2 * size,
    ];
    along[u] = (along[u] ?? 0) + 1;
    across[v] = (across[v] ?? 0) + 1;
  }
  let sum = 0;
  for (const profile of [along, across]) for (const count of profile) sum += count * count;
  return sum;
};

/** Steps of the search in degrees, each around the best of the one before. */
const steps: readonly (readonly [reach: number, step: number])[] = [
  [45, 0.5],
  [0.5, 0.1],
  [0.1, 0.02],
];

/** The direction of most lines in degrees from -45 to 45, clockwise on the screen: by how much the plan is askew. */
export const skewOf = (ink: Raster): number => {
  const places = borders(ink);
  const size = Math.max(ink.width, ink.height);
  let best = 0;
  for (const [reach, step] of steps) {
    const middle = best;
    let most = -1;
    for (let at = -Math.round(reach / step); at <= Math.round(reach / step); at += 1) {
      const degrees = middle + at * step;
      const found = alignment(places, size, degrees);
      // Of directions that fit equally, the straightest is meant.
      if (found > most || (found === most && Math.abs(degrees) < Math.abs(best)))
        [most, best] = [found, degrees];
    }
  }
  return best;
};

/** Degrees below which a plan counts as straight. */
const straight = 0.03;

/** A picture turned straight, and the place in the given picture of one in it, both in pixels. */
interface Straightened {
  readonly picture: Raster;
  readonly placeOf: (at: Point) => Point;
}

/** Turns a picture back that is askew by degrees, about its middle; what comes in at the corners is white. */
export const straightened = (picture: Raster, degrees: number): Straightened => {
  if (Math.abs(degrees) < straight) return { picture, placeOf: (at) => at };
  const { width, height, data } = picture;
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [wide, high] = [
    Math.ceil(width * Math.abs(cos) + height * Math.abs(sin)),
    Math.ceil(width * Math.abs(sin) + height * Math.abs(cos)),
  ];
  const placeOf = ([x, y]: Point): Point => {
    const [u, v] = [x - wide / 2, y - high / 2];
    return [u * cos - v * sin + width / 2, u * sin + v * cos + height / 2];
  };
  const made = emptyRaster(wide, high);
  for (let v = 0; v < high; v += 1)
    for (let u = 0; u < wide; u += 1) {
      const [across, down] = [u + 0.5 - wide / 2, v + 0.5 - high / 2];
      const x = across * cos - down * sin + width / 2 - 0.5;
      const y = across * sin + down * cos + height / 2 - 0.5;
      const [left, top] = [Math.floor(x), Math.floor(y)];
      const at = top * width + left;
      if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) {
        made.data[v * wide + u] = 255;
        continue;
      }
      const above = (data[at] ?? 0) * (left + 1 - x) + (data[at + 1] ?? 0) * (x - left);
      const below =
        (data[at + width] ?? 0) * (left + 1 - x) + (data[at + width + 1] ?? 0) * (x - left);
      made.data[v * wide + u] = Math.round(above * (top + 1 - y) + below * (y - top));
    }
  return { picture: made, placeOf };
};
