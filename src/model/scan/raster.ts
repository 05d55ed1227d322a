/** A picture of one value per pixel, row by row: brightness from 0 to 255, or 1 where something is and 0 where it is not. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** A raster of zeros. */
export const emptyRaster = (width: number, height: number): Raster => ({
  width,
  height,
  data: new Uint8Array(width * height),
});

/** The value of a pixel; 0 outside. */
export const valueAt = ({ width, height, data }: Raster, x: number, y: number): number =>
  x >= 0 && y >= 0 && x < width && y < height ? (data[y * width + x] ?? 0) : 0;

/** The raster with rows and columns exchanged, in which what was upright lies. */
export const transposed = ({ width, height, data }: Raster): Raster => {
  const made = emptyRaster(height, width);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) made.data[x * height + y] = data[y * width + x] ?? 0;
  return made;
};

/** Brightness as eyes see it (ITU-R BT.601), over white paper, of pixels of red, green, blue and opacity. */
export const greyOf = (width: number, height: number, rgba: Uint8ClampedArray): Raster => {
  const made = emptyRaster(width, height);
  for (let at = 0; at < made.data.length; at += 1) {
    const [red, green, blue] = [rgba[4 * at] ?? 0, rgba[4 * at + 1] ?? 0, rgba[4 * at + 2] ?? 0];
    const light = 0.299 * red + 0.587 * green + 0.114 * blue;
    made.data[at] = Math.round(255 + ((light - 255) * (rgba[4 * at + 3] ?? 0)) / 255);
  }
  return made;
};

/** For each set pixel the length of the run of set pixels in its row, in pixels; 0 for others. */
export const rowRuns = ({ width, height, data }: Raster): Uint16Array => {
  const runs = new Uint16Array(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width;) {
      const from = y * width + x;
      let to = from;
      while (x < width && data[to] === 1) {
        to += 1;
        x += 1;
      }
      runs.fill(to - from, from, to);
      x += 1;
    }
  return runs;
};

/** For each set pixel the length of the run of set pixels in its column, in pixels; 0 for others. */
export const columnRuns = ({ width, height, data }: Raster): Uint16Array => {
  const runs = new Uint16Array(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      if (data[at] === 1) runs[at] = (y > 0 ? (runs[at - width] ?? 0) : 0) + 1;
    }
  for (let y = height - 2; y >= 0; y -= 1)
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      if (data[at] === 1) runs[at] = Math.max(runs[at] ?? 0, runs[at + width] ?? 0);
    }
  return runs;
};

/** How far sums may reach before a distance, in pixels. */
const far = 60_000;

/**
 * The distance of each pixel from the nearest one of a value, in thirds of a pixel: 3 along rows and columns, 4 across
 * (the chamfer distance of Borgefors, 1986).
 */
export const distancesTo = ({ width, height, data }: Raster, value: 0 | 1): Uint16Array => {
  const found = new Uint16Array(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      if (data[at] === value) continue;
      let least = x > 0 ? (found[at - 1] ?? far) + 3 : far;
      if (y > 0) {
        least = Math.min(least, (found[at - width] ?? far) + 3);
        if (x > 0) least = Math.min(least, (found[at - width - 1] ?? far) + 4);
        if (x < width - 1) least = Math.min(least, (found[at - width + 1] ?? far) + 4);
      }
      found[at] = Math.min(far, least);
    }
  for (let y = height - 1; y >= 0; y -= 1)
    for (let x = width - 1; x >= 0; x -= 1) {
      const at = y * width + x;
      let least = found[at] ?? far;
      if (least === 0) continue;
      if (x < width - 1) least = Math.min(least, (found[at + 1] ?? far) + 3);
      if (y < height - 1) {
        least = Math.min(least, (found[at + width] ?? far) + 3);
        if (x < width - 1) least = Math.min(least, (found[at + width + 1] ?? far) + 4);
        if (x > 0) least = Math.min(least, (found[at + width - 1] ?? far) + 4);
      }
      found[at] = least;
    }
  return found;
};

/** Where values are at least so great, or are set in another mask. */
const atLeast = (
  { width, height }: Raster,
  values: Uint16Array,
  least: number,
  others?: Raster,
): Raster => {
  const made = emptyRaster(width, height);
  for (let at = 0; at < values.length; at += 1)
    made.data[at] = (values[at] ?? 0) >= least || others?.data[at] === 1 ? 1 : 0;
  return made;
};

/** Where values are less, and a mask is set. */
const below = (mask: Raster, values: Uint16Array, limit: number, isWithin: boolean): Raster => {
  const made = emptyRaster(mask.width, mask.height);
  for (let at = 0; at < values.length; at += 1)
    made.data[at] = (values[at] ?? 0) < limit && (!isWithin || mask.data[at] === 1) ? 1 : 0;
  return made;
};

/** Half of so many pixels in thirds: a stroke of n pixels is (n + 1) / 2 away from what is beside it in its middle. */
const radiusOf = (pixels: number): number => ((pixels + 1) / 2) * 3;

/** What is at least so many pixels thick: an opening, which is an erosion and then a dilation. */
export const openedBy = (mask: Raster, pixels: number): Raster => {
  const radius = radiusOf(pixels);
  const kept = atLeast(mask, distancesTo(mask, 0), radius);
  return below(mask, distancesTo(kept, 1), radius - 2, true);
};

/** The mask with what is between set pixels filled where it is at most so many pixels wide: a dilation and then an erosion. */
export const closedBy = (mask: Raster, pixels: number): Raster => {
  const radius = radiusOf(pixels);
  const grown = below(mask, distancesTo(mask, 1), radius, false);
  return atLeast(mask, distancesTo(grown, 0), radius, mask);
};
