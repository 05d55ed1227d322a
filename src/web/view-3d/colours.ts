import { Color, LinearSRGBColorSpace } from "three";
import type { FloorMaterial } from "../../model/kinds/floor-materials.ts";

/** Red, green and blue in linear light, from 0 to 1. */
export type LinearColour = readonly [red: number, green: number, blue: number];

const color = new Color();

/** Of a colour as written. Squares stand for the curve of screens, so that drawing takes roots in place of powers. */
const linear = ({ r, g, b }: Color): LinearColour => [r * r, g * g, b * b];

/** A CSS colour in linear light; undefined if it is not plain, such as a variable of a theme. */
export const linearOf = (css: string): LinearColour | undefined =>
  /^(?:#[\da-f]{3}|#[\da-f]{6}|rgba?\([\d\s.,%/]+\)|hsla?\([\d\s.,%/]+\)|[a-z]+)$/i.test(css.trim())
    ? linear(color.setStyle(css.trim(), LinearSRGBColorSpace))
    : undefined;

const linearHex = (hex: number): LinearColour => linear(color.setHex(hex, LinearSRGBColorSpace));

/** What surfaces are made of, in sunlight. */
const materials = {
  wall: 0xf6f3ee,
  ceiling: 0xfaf8f4,
  wood: 0xc99f6e,
  dark_wood: 0x7d5636,
  lacquer: 0xf4f2ee,
  fabric: 0x8796a5,
  cushion: 0xb9c2c9,
  linen: 0xf3eee5,
  carpet: 0xb8a99a,
  metal: 0xb9bec4,
  dark_metal: 0x565c63,
  glass: 0xbcd7e6,
  mirror: 0xd5e3ea,
  screen: 0x1b1f26,
  ceramic: 0xfbfaf7,
  stone: 0xb5b1aa,
  brick: 0xa5604a,
  plastic_white: 0xf6f5f2,
  plastic_black: 0x2a2c30,
  paper: 0xefe6d2,
  felt: 0x3f7d57,
  leaves: 0x5f9650,
  flowers: 0xd9667f,
  soil: 0x5b4334,
  sand: 0xdcc79b,
  water: 0x7fb4cf,
  paint: 0x9c3f3a,
  light: 0xfff1d0,
} as const;

const linearMaterials: ReadonlyMap<string, LinearColour> = new Map(
  Object.entries(materials).map(([name, hex]) => [name, linearHex(hex)]),
);

/** The colour of a material of solids. */
export const materialColour = (material: string): LinearColour =>
  linearMaterials.get(material) ?? [0.5, 0.5, 0.5];

const floors: Readonly<Record<FloorMaterial, number>> = {
  boards: 0xcbb08c,
  parquet: 0xc59a67,
  tiles: 0xdfe1df,
  stone: 0xc9c4ba,
  concrete: 0xb9b9b6,
  carpet: 0xb6b0a9,
  lawn: 0x86a865,
  decking: 0xa9835c,
  paving: 0xb3afa7,
  plain: 0xe2ddd3,
};

/** The colour of a floor by what it is made of. */
export const floorColour = (material: FloorMaterial): LinearColour => linearHex(floors[material]);

/** The light of a lamp of which no colour is known. */
export const lampLight = "#ffd9a0";
