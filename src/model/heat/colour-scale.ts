/** A colour as red, green and blue from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/**
 * Points of cividis, by their place from 0 to 255: a scale that looks alike with and without a colour vision deficiency, and
 * whose lightness grows evenly (J. R. Nuñez, C. R. Anderton, R. S. Renslow, PLoS ONE 13(7): e0199239, 2018). The values are
 * those of its table in matplotlib (`_cividis_data` in lib/matplotlib/_cm_listed.py), rounded to bytes.
 */
const points: readonly (readonly [place: number, colour: Rgb])[] = [
  [0, [0, 34, 78]],
  [20, [0, 48, 112]],
  [32, [26, 56, 111]],
  [64, [67, 78, 108]],
  [96, [97, 101, 111]],
  [128, [125, 124, 120]],
  [160, [155, 148, 118]],
  [192, [188, 174, 108]],
  [224, [222, 201, 88]],
  [255, [254, 232, 56]],
];

const black: Rgb = [0, 0, 0];

const between = (place: number): Rgb => {
  const next = Math.max(
    1,
    points.findIndex(([at]) => at >= place),
  );
  const [[from, start], [to, end]] = [points[next - 1] ?? [0, black], points[next] ?? [255, black]];
  const mixed = (at: 0 | 1 | 2): number =>
    Math.round(start[at] + ((place - from) / (to - from)) * (end[at] - start[at]));
  return [mixed(0), mixed(1), mixed(2)];
};

/** How many colours the scale has. */
const many = 256;

const table: readonly Rgb[] = Array.from({ length: many }, (_, place) => between(place));

/** The colour of a part of the scale, from 0 to 1; parts beyond that have the colour of its end. */
export const colourAt = (part: number): Rgb =>
  table[Math.max(0, Math.min(many - 1, Math.round(part * (many - 1))))] ?? black;

/** A colour as CSS writes it. */
export const cssColour = (colour: Rgb): string => `rgb(${colour.join(" ")})`;
