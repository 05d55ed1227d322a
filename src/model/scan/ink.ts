import { emptyRaster, type Raster } from "./raster.ts";

/** Tiles along the longer side of a picture, for each of which the brightness of the paper is found. */
const tiles = 24;

/** The part of a tile's pixels that may be brighter than its paper. */
const brighter = 0.1;

/** The brightness below which `part` of the pixels counted in a histogram are. */
const quantile = (counts: Uint32Array, part: number): number => {
  const total = counts.reduce((sum, each) => sum + each, 0);
  let below = 0;
  for (let value = 0; value < counts.length; value += 1) {
    below += counts[value] ?? 0;
    if (below >= total * part) return value;
  }
  return counts.length - 1;
};

/** The brightness of the paper in each tile: the brightest around, as walls may fill a tile. */
const paperOf = (
  { width, height, data }: Raster,
  size: number,
  across: number,
  down: number,
): Float32Array => {
  const own = new Float32Array(across * down);
  for (let row = 0; row < down; row += 1)
    for (let column = 0; column < across; column += 1) {
      const counts = new Uint32Array(256);
      for (let y = row * size; y < Math.min(height, (row + 1) * size); y += 1)
        for (let x = column * size; x < Math.min(width, (column + 1) * size); x += 1) {
          const value = data[y * width + x] ?? 0;
          counts[value] = (counts[value] ?? 0) + 1;
        }
      own[row * across + column] = quantile(counts, 1 - brighter);
    }
  return own.map((_, at) => {
    const [column, row] = [at % across, Math.floor(at / across)];
    let best = 1;
    for (let y = Math.max(0, row - 1); y <= Math.min(down - 1, row + 1); y += 1)
      for (let x = Math.max(0, column - 1); x <= Math.min(across - 1, column + 1); x += 1)
        best = Math.max(best, own[y * across + x] ?? 0);
    return best;
  });
};

/** The picture as if it were lit evenly: the paper is white everywhere. */
export const evenlyLit = (picture: Raster): Raster => {
  const { width, height, data } = picture;
  const size = Math.max(8, Math.ceil(Math.max(width, height) / tiles));
  const [across, down] = [Math.ceil(width / size), Math.ceil(height / size)];
  const paper = paperOf(picture, size, across, down);
  const made = emptyRaster(width, height);
  const light = new Float32Array(across + 1);
  for (let y = 0; y < height; y += 1) {
    const row = Math.max(0, Math.min(down - 1, (y + 0.5) / size - 0.5));
    const above = Math.floor(row);
    const below = Math.min(down - 1, above + 1);
    for (let column = 0; column <= across; column += 1) {
      const tile = Math.min(across - 1, column);
      const [one, other] = [paper[above * across + tile] ?? 1, paper[below * across + tile] ?? 1];
      light[column] = one + (other - one) * (row - above);
    }
    for (let x = 0; x < width; x += 1) {
      const column = Math.max(0, Math.min(across - 1, (x + 0.5) / size - 0.5));
      const before = Math.floor(column);
      const one = light[before] ?? 1;
      const white = one + ((light[before + 1] ?? 1) - one) * (column - before);
      const at = y * width + x;
      made.data[at] = Math.min(255, Math.round(((data[at] ?? 0) * 255) / white));
    }
  }
  return made;
};

/** The number of the eight pixels around one that are set. */
const around = (data: Uint8Array, width: number, at: number): number =>
  (data[at - width - 1] ?? 0) +
  (data[at - width] ?? 0) +
  (data[at - width + 1] ?? 0) +
  (data[at - 1] ?? 0) +
  (data[at + 1] ?? 0) +
  (data[at + width - 1] ?? 0) +
  (data[at + width] ?? 0) +
  (data[at + width + 1] ?? 0);

/** How many set pixels are around ink at least, and around paper at most, that is no speck. */
const [leastAround, mostAround] = [2, 6];

/** A mask without specks of a pixel or two, and without holes as small. */
export const withoutSpecks = ({ width, height, data }: Raster): Raster => {
  const made = emptyRaster(width, height);
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      made.data[at] =
        around(data, width, at) > (data[at] === 1 ? leastAround - 1 : mostAround) ? 1 : 0;
    }
  return made;
};

/** The least and the greatest brightness of an evenly lit picture below which something is ink. */
const [darkest, lightest] = [185, 205];

/** The brightness that divides ink from paper best: the one of most variance between both (Otsu, 1979), within bounds. */
export const inkThreshold = ({ data }: Raster): number => {
  const counts = new Uint32Array(256);
  for (const value of data) counts[value] = (counts[value] ?? 0) + 1;
  const sum = counts.reduce((total, count, value) => total + count * value, 0);
  let [below, belowSum, best, most] = [0, 0, lightest, 0];
  for (let value = 0; value < 255; value += 1) {
    below += counts[value] ?? 0;
    belowSum += value * (counts[value] ?? 0);
    const above = data.length - below;
    if (below === 0 || above === 0) continue;
    const apart = belowSum / below - (sum - belowSum) / above;
    const variance = below * above * apart * apart;
    if (variance > most) [most, best] = [variance, value + 1];
  }
  return Math.max(darkest, Math.min(lightest, best));
};

/** Where there is ink: what is darker than a brightness. */
export const inkOf = ({ width, height, data }: Raster, threshold: number): Raster => {
  const made = emptyRaster(width, height);
  for (let at = 0; at < data.length; at += 1) made.data[at] = (data[at] ?? 0) < threshold ? 1 : 0;
  return made;
};
